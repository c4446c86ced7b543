internal import Foundation
package import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The identity of the folder at a library's path.
///
/// The folder of an open library keeps its inode number when it is moved, because the library's lock keeps it open.
package struct FolderIdentity: Sendable, Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// - Throws: `libraryUnavailable` if the folder does not exist; `ioFailure`.
    package init(_ folder: LibraryFolder) throws {
        var status = stat()
        guard stat(folder.path.platform, &status) == 0 else {
            let failure = Errno(rawValue: errno)
            guard failure != .noSuchFileOrDirectory else { throw folder.gone() }
            throw PhotoLibraryError(failure, couldNot: "find the folder", folder.path)
        }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension LibraryFolder {
    /// The error for a library that is no longer at its path.
    package func gone(_ reason: PhotoLibraryError.Code = .libraryUnavailable) -> PhotoLibraryError {
        PhotoLibraryError(
            reason,
            reason == .libraryVolumeOffline
                ? "The disk that holds the library was unmounted. Mount it and open the library again."
                : "The library was removed or renamed. Open it where it is now.", path: path.string)
    }
}
