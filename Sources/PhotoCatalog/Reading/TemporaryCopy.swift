internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Copies of files in a temporary folder, which is removed with this value, or when the process ends.
final class TemporaryCopy: Sendable {
    private let scratch: ScratchFolder

    var folder: FilePath { scratch.path }

    /// - Throws: `ioFailure`.
    init(of files: [FilePath]) throws {
        scratch = try ScratchFolder()
        do {
            for file in files {
                guard let name = file.lastComponent else { continue }
                try FileManager.default.copyItem(atPath: file.string, toPath: folder.appending(name).string)
            }
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "The catalogue cannot be copied to a temporary folder to be read: \(error).",
                path: files.first?.string, cause: error)
        }
    }
}
