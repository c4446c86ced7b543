internal import OpenPhotoKitOwner
internal import SystemSupport

/// A new file that only its owner can read.
enum SecretFile {
    /// - Throws: `invalidResource` if the file exists; `ioFailure` or `notEnoughSpace` if it cannot be written.
    static func write(_ text: String, to path: FilePath) throws {
        let file = try ReplacementFile(at: path)
        try file.setMode(0o600)
        try Array(text.utf8).withUnsafeBytes { try file.append($0) }
        guard try file.finishWithoutReplacing() else {
            throw PhotoLibraryError(.invalidResource, "The file exists already. Name a new one.", path: path.string)
        }
    }
}
