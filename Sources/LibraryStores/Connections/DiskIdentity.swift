internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The file system of a path: the same for all its folders, whatever mount shows them.
struct DiskIdentity: Hashable {
    private let device: dev_t

    /// The file system of a path, or of its nearest parent that exists.
    ///
    /// - Throws: `ioFailure` if the path cannot be looked at.
    init(of path: FilePath) throws {
        var (place, status) = (path, stat())
        while stat(place.platform, &status) != 0 {
            guard errno == ENOENT, place.removeLastComponent() else {
                throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "look at the folder", path)
            }
        }
        device = status.st_dev
    }

    /// The name of a site for a folder on this file system.
    var site: String { "disk \(device)" }
}
