internal import LibraryStorage
internal import Originals
package import SystemPackage

extension OwnedLibrary {
    /// Checks that this process may read the library in a folder, or may also add to it.
    ///
    /// - Throws: `accessUserDenied`, `accessRestricted`.
    package static func checkAccess(at path: FilePath, writing: Bool) throws {
        try LibraryFolder(path: path).checkIsOpenToUser(writing: writing)
    }

    /// Checks the same for the open library, and for the last file that this process had no permission to open.
    ///
    /// - Throws: `accessUserDenied`, `accessRestricted`.
    package func checkAccess(writing: Bool) throws {
        try local.folder.checkIsOpenToUser(writing: writing)
        try local.context.originals.checkRefusedFile()
    }
}
