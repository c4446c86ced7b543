internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A JSON or Markdown file, which is read and replaced as a whole.
struct TextFile {
    /// The greatest size of a file that is rewritten.
    static let maximumBytes = 256 << 20

    /// The path with all links resolved.
    let path: FilePath
    let bytes: [UInt8]
    let status: stat

    /// Reads the file.
    ///
    /// - Throws: `fileTooLarge`, `unreadable` (also for a text that is not UTF-8), `sourceChanged`.
    init(at path: FilePath) throws {
        self.path = path
        let before = try path.fileStatus()
        guard before.st_size <= Self.maximumBytes else {
            throw PhotoLibraryError(
                .fileTooLarge, "It is larger than \(Self.maximumBytes >> 20) MiB. Split it into smaller files.",
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

    /// Refuses a text that is not UTF-8.
    func checkEncoding() throws {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        throw PhotoLibraryError(
            .unreadable,
            "Its text is \(isUTF16 ? "UTF-16" : "not UTF-8"), and only UTF-8 is rewritten. Convert it first (iconv -t UTF-8).",
            path: path.string)
    }

    /// Writes the new bytes to a file with the same owner and mode, which does not have the final name yet.
    ///
    /// - Throws: `unsupportedFile` for a hard link; `ioFailure`, `notEnoughSpace`.
    func replacement(with new: [UInt8]) throws -> ReplacementFile {
        try checkHasOneName()
        let file = try ReplacementFile(at: path)
        try new.withUnsafeBytes { try file.append($0) }
        try file.takeAttributes(of: status)
        return file
    }

    /// Replaces the file.
    ///
    /// After a crash the file has either the old bytes or the new bytes.
    ///
    /// - Throws: `sourceChanged` if another program wrote to the file after it was read; `ioFailure`,
    ///   `notEnoughSpace`. `replacement.hasItsName` says whether the file was replaced although an error was thrown:
    ///   only the sync of the folder failed then.
    func replace(with replacement: ReplacementFile) throws {
        guard FileIdentity(try path.fileStatus()) == FileIdentity(status) else { throw Self.changed(path) }
        try replacement.finish()
    }

    /// Refuses a file with several hard links, because a new file would replace only one of them.
    private func checkHasOneName() throws {
        guard status.st_nlink > 1 else { return }
        throw PhotoLibraryError(
            .unsupportedFile,
            "The file has \(status.st_nlink) names (hard links), and would be rewritten under one only. Make it a file of "
                + "its own: cp -p FILE COPY, then mv COPY FILE.", path: path.string)
    }

    private static func changed(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .sourceChanged, "Another program wrote to it, so it was skipped. Close it in that program and try again.",
            path: path.string)
    }
}
