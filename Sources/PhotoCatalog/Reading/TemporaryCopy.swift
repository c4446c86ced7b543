internal import Foundation
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Copies of files in a temporary folder, which is removed with this value, or when the process ends.
final class TemporaryCopy: Sendable {
    let folder: FilePath

    /// The folders of all copies.
    ///
    /// A program that calls exit(3) destroys no values.
    private static let folders = Mutex<Set<FilePath>>([])
    private static let removesAtExit: Void = {
        atexit { TemporaryCopy.folders.withLock { $0 }.forEach(TemporaryCopy.remove) }
    }()

    /// - Throws: `ioFailure`.
    init(of files: [FilePath]) throws {
        let manager = FileManager.default
        folder = FilePath(manager.temporaryDirectory.path).appending("openphotokit-\(UUID().uuidString)")
        _ = Self.removesAtExit
        Self.folders.withLock { _ = $0.insert(folder) }
        do {
            try manager.createDirectory(
                atPath: folder.string, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            for file in files {
                guard let name = file.lastComponent else { continue }
                try manager.copyItem(atPath: file.string, toPath: folder.appending(name).string)
            }
        } catch {
            Self.remove(folder)
            throw PhotoLibraryError(
                .ioFailure, "The catalogue cannot be copied to a temporary folder to be read: \(error).",
                path: files.first?.string, cause: error)
        }
    }

    deinit { Self.remove(folder) }

    private static func remove(_ folder: FilePath) {
        folders.withLock { _ = $0.remove(folder) }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}
