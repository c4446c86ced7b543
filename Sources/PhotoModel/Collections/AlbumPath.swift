/// The titles of an album and of the folders that it is in, which another library or program states.
package struct AlbumPath: Sendable, Hashable {
    /// The titles of the folders, the outermost first.
    package let folders: [String]
    /// The title of the album.
    package let title: String

    package init(folders: [String] = [], title: String) {
        self.folders = folders
        self.title = title
    }
}

// The text in sidecars.
extension AlbumPath {
    /// The titles, separated by slashes, such as `Travel/2024/Rome`.
    ///
    /// A slash in a title is `%2F`, and a percent sign is `%25`.
    package var text: String {
        (folders + [title]).map { $0.replacing("%", with: "%25").replacing("/", with: "%2F") }.joined(separator: "/")
    }

    package init(text: String) {
        let titles = text.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.replacing("%2F", with: "/").replacing("%25", with: "%")
        }
        self.init(folders: titles.dropLast().map(String.init), title: titles.last.map(String.init) ?? "")
    }
}
