internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// A JSON or Markdown file that is read whole and replaced whole.
struct TextFile {
    /// A larger file is refused.
    static let maximumBytes = 256 << 20

    /// Without links.
    let path: FilePath
    let bytes: [UInt8]
    let status: stat

    /// Reads the file.
    ///
    /// - Throws: `fileTooLarge`, `unreadable` (also for text that is not UTF-8), `sourceChanged`.
    init(at path: FilePath) throws {
        self.path = path
        let before = try path.fileStatus()
        guard before.st_size <= Self.maximumBytes else {
            throw PhotoLibraryError(
                .fileTooLarge, "It is larger than \(Self.maximumBytes >> 20) MiB, too large for a text. Split it.",
                path: path.string)
        }
        do { bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string))) } catch {
            throw PhotoLibraryError(.unreadable, "It cannot be read.", path: path.string, cause: error)
        }
        status = try path.fileStatus()
        guard FileIdentity(status) == FileIdentity(before), bytes.count == status.st_size else {
            throw Self.changed(path)
        }
    }

    /// Refuses what is not UTF-8.
    func checkEncoding() throws {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        throw PhotoLibraryError(
            .unreadable,
            "Its text is \(isUTF16 ? "UTF-16" : "not UTF-8"), and only UTF-8 is rewritten. Convert it first (iconv -t UTF-8).",
            path: path.string)
    }

    /// Other bytes for the file, with its owner and mode, that do not have its name yet.
    ///
    /// - Throws: `unsupportedFile` for a hard link; `ioFailure`, `notEnoughSpace`.
    func replacement(with new: [UInt8]) throws -> ReplacementFile {
        try checkHasOneName()
        let file = try ReplacementFile(at: path)
        try new.withUnsafeBytes { try file.append($0) }
        try file.takeAttributes(of: status)
        return file
    }

    /// Gives the file its other bytes: after a crash there are the old ones or the new ones.
    ///
    /// - Throws: `sourceChanged` if somebody has written to it since it was read; `ioFailure`, `notEnoughSpace`. The
    ///   replacement knows whether it has the name all the same: then only the folder could not be synced.
    func replace(with replacement: ReplacementFile) throws {
        guard FileIdentity(try path.fileStatus()) == FileIdentity(status) else { throw Self.changed(path) }
        try replacement.finish()
    }

    /// A new file takes the place of the old one under one name only.
    private func checkHasOneName() throws {
        guard status.st_nlink > 1 else { return }
        throw PhotoLibraryError(
            .unsupportedFile,
            "The file has \(status.st_nlink) names (hard links), and would be rewritten under one only. Make it a file of "
                + "its own: cp -p FILE COPY, then mv COPY FILE.", path: path.string)
    }

    private static func changed(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .sourceChanged, "Something else wrote to it meanwhile, so it was left alone. Close it there and try again.",
            path: path.string)
    }
}
