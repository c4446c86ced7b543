internal import Foundation
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// A temporary folder that only this user can read.
///
/// It is removed with this value, or when the process ends.
package final class ScratchFolder: Sendable {
    package let path: FilePath

    /// The folders of all values.
    ///
    /// A program that calls exit(3) destroys no values.
    private static let folders = Mutex<Set<FilePath>>([])
    private static let removesAtExit: Void = {
        atexit { ScratchFolder.folders.withLock { $0 }.forEach(ScratchFolder.remove) }
    }()

    /// - Throws: `ioFailure`.
    package init() throws {
        let manager = FileManager.default
        path = FilePath(manager.temporaryDirectory.path).appending("openphotokit-\(UUID().uuidString)")
        do {
            try manager.createDirectory(
                atPath: path.string, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "A temporary folder cannot be made: \(error).", path: path.string, cause: error)
        }
        _ = Self.removesAtExit
        Self.folders.withLock { _ = $0.insert(path) }
    }

    deinit { Self.remove(path) }

    private static func remove(_ folder: FilePath) {
        folders.withLock { _ = $0.remove(folder) }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}
