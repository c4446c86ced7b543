internal import Glibc
internal import PhotoCatalog
package import PhotoModel
internal import SystemPackage

extension LibraryFolder {
    /// Checks that the system lets this process read the library: its folder, manifest, catalogue and originals.
    ///
    /// Missing files are ignored. The files are not opened, because closing the catalogue would release SQLite's locks.
    ///
    /// - Parameter writing: Whether the process must be able to add files too.
    /// - Throws: `accessUserDenied` if the modes of the files forbid it; `accessRestricted` if something else does,
    ///   such as a read-only volume.
    package func checkIsOpenToUser(writing: Bool = false) throws(PhotoLibraryError) {
        let originals = path.appending(Subfolder.originals.rawValue)
        for folder in [path, originals] { try Self.check(folder, R_OK | X_OK | (writing ? W_OK : 0)) }
        for file in [manifestPath, path.appending(PhotoCatalog.databaseName)] {
            try Self.check(file, R_OK | (writing ? W_OK : 0))
        }
    }

    private static func check(_ path: FilePath, _ mode: Int32) throws(PhotoLibraryError) {
        guard access(path.platform, mode) != 0 else { return }
        let cause = Errno(rawValue: errno)
        switch cause {
        case .permissionDenied where access(path.platform, F_OK) != 0 && errno == EACCES:
            let closed = closedFolder(above: path)
            throw PhotoLibraryError(
                .accessUserDenied, "This user may not enter the folder \(closed.string).", path: path.string,
                cause: cause)
        case .permissionDenied:
            throw PhotoLibraryError(
                .accessUserDenied, "This user may not open the library. Ask its owner to permit it.",
                path: path.string, cause: cause)
        case .notPermitted, .readOnlyFileSystem:
            throw PhotoLibraryError(
                .accessRestricted, "The system does not permit this process to open the library.",
                path: path.string, cause: cause)
        default: return
        }
    }

    /// The folder above `path` that this process may not enter.
    private static func closedFolder(above path: FilePath) -> FilePath {
        var folder = path.removingLastComponent()
        while access(folder.platform, F_OK) != 0, errno == EACCES, folder.removeLastComponent() {}
        return folder
    }
}
