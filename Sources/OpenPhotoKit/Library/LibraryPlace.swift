internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// Which folder is at a library's path.
///
/// That of an open library keeps its number, wherever it is moved: the library's lock holds it.
struct LibraryPlace: Sendable, Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// - Throws: `libraryUnavailable` if there is none, `ioFailure`.
    init(_ folder: LibraryFolder) throws {
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
    /// The library is not, or no more, where it was opened.
    func gone(_ reason: PhotoLibraryError.Code = .libraryUnavailable) -> PhotoLibraryError {
        PhotoLibraryError(
            reason,
            reason == .libraryVolumeOffline
                ? "The disk that holds the library was unmounted. Mount it and open the library again."
                : "The library was removed or renamed. Open it where it is now.", path: path.string)
    }
}
