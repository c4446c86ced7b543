internal import Glibc
internal import PhotoModel
internal import SystemPackage

extension FilePath {
    /// The file's status by stat(2), following links.
    ///
    /// - Throws: `unreadable`, `notARegularFile`.
    func fileStatus() throws -> stat {
        guard let status = statusFollowingLinks(self) else {
            throw PhotoLibraryError(
                .unreadable, "There is no such file, or it may not be read: \(Errno(rawValue: errno)).", path: string)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PhotoLibraryError(
                .notARegularFile, "It is a folder, pipe, socket or device: name the files in it.", path: string)
        }
        return status
    }

    /// Whether the path leads to a regular file, directly or through links.
    var isFile: Bool { (try? fileStatus()) != nil }

    /// Whether anything exists at the path.
    var exists: Bool { access(platform, F_OK) == 0 }
}

/// A function outside the extension, because inside it `stat` would mean `FilePath.stat`.
private func statusFollowingLinks(_ path: FilePath) -> stat? {
    var status = stat()
    return stat(path.platform, &status) == 0 ? status : nil
}
