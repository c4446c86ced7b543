internal import Glibc
internal import PhotoCatalog
internal import PhotoModel
package import SystemPackage

extension LibraryFolder {
    /// Checks that the system lets this process read the library: its folder, manifest, catalogue and originals.
    ///
    /// Missing files are ignored. The files are not opened, because closing the catalogue would release SQLite's locks.
    ///
    /// - Parameter writing: Whether the process must be able to add files too.
    /// - Throws: `accessUserDenied` if the modes of the files forbid it; `accessRestricted` if something else does,
    ///   such as a read-only volume.
    func checkIsOpenToUser(writing: Bool = false) throws(PhotoLibraryError) {
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
}

extension PhotoLibrary {
    /// Checks that this process may read the library in a folder, or may also add to it.
    ///
    /// - Throws: `accessUserDenied`, `accessRestricted`.
    package static func checkAccess(at path: FilePath, writing: Bool) throws {
        try LibraryFolder(path: path).checkIsOpenToUser(writing: writing)
    }

    /// Checks this for the open library, and for the last file that this process had no permission to open.
    ///
    /// - Throws: `accessUserDenied`, `accessRestricted`.
    package func checkAccess(writing: Bool) throws {
        try local.folder.checkIsOpenToUser(writing: writing)
        try resourceStore.checkRefusedFile()
    }
}
