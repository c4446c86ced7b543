internal import Glibc
internal import PhotoModel
internal import SystemPackage

extension FilePath {
    /// What stat(2) says.
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

    /// Whether it leads to a file, or to a link to one.
    var isFile: Bool { (try? fileStatus()) != nil }

    /// Whether it leads anywhere.
    var isAlive: Bool { access(platform, F_OK) == 0 }
}

/// Not a method: there `stat` would be the path's own, which says less.
private func statusFollowingLinks(_ path: FilePath) -> stat? {
    var status = stat()
    return stat(path.platform, &status) == 0 ? status : nil
}
