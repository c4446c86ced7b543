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

    /// The maximum number of folders of an album that a text names.
    package static let depthLimit = 32
}

// The text in sidecars.
extension AlbumPath {
    /// The titles, separated by slashes, such as `Travel/2024/Rome`.
    ///
    /// A slash in a title is `%2F`, and a percent sign is `%25`.
    package var text: String {
        (folders + [title]).map { $0.replacing("%", with: "%25").replacing("/", with: "%2F") }.joined(separator: "/")
    }

    /// The album of a text; `nil` if it has no title, or more folders than ``depthLimit``.
    package init?(text: String) {
        let titles = text.split(separator: "/", maxSplits: Self.depthLimit + 1, omittingEmptySubsequences: false)
            .map { $0.replacing("%2F", with: "/").replacing("%25", with: "%") }
        guard titles.count <= Self.depthLimit + 1, let title = titles.last, !title.isEmpty else { return nil }
        self.init(folders: titles.dropLast().map(String.init), title: String(title))
    }
}
