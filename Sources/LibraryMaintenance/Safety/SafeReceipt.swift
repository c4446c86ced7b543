internal import ContentDigests
package import Foundation
internal import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// A receipt that lists which files were found safe, with the digests of their bytes.
///
/// Each line is written when its file was checked, so that memory does not grow with the number of files. The file gets
/// its name only when it is complete. A receipt contains no names of machines or people, only the checked paths.
public final class SafeReceipt: Sendable {
    /// The format of a receipt.
    public enum Format: String, Sendable {
        /// Lines of tab-separated fields.
        case text = "txt"
        /// One JSON object.
        case json
    }

    private let format: Format
    private let state: Mutex<State>

    private struct State {
        let file: ReplacementFile
        let hasher: ContentHasher
        var buffer: [UInt8] = []
        var summary = SafeSummary()
        var isEmpty = true

        mutating func flush() throws {
            try buffer.withUnsafeBytes { try file.append($0) }
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Makes a receipt for files that were checked against the library with this identifier.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`, `notARegularFile` if the file cannot be made.
    package init(_ format: Format, at path: FilePath, libraryID: UUID, date: Date) throws {
        self.format = format
        let time = ISO8601DateFormatter().string(from: date)
        var state = State(file: try ReplacementFile(at: path), hasher: try ContentHasher(.sha256))
        state.buffer.append(
            contentsOf: format == .json
                ? "{\"date\":\"\(time)\",\"library\":\"\(libraryID.uuidString)\",\"files\":[\n".utf8
                : """
                Receipt of a safety check
                date\t\(time)
                library\t\(libraryID.uuidString)

                status\treason\tsha256\tbytes\tlocalIdentifier\tpath

                """.utf8)
        self.state = Mutex(state)
    }

    /// Adds the line of one file.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    public func add(_ file: SafeFile) throws {
        let line = Array((try format == .json ? Line(file).json : Line(file).text).utf8)
        try state.withLock { state in
            state.summary.count(file)
            if format == .json, !state.isEmpty { state.buffer += Array(",\n".utf8) }
            state.isEmpty = false
            state.buffer += line
            if format == .text { state.buffer.append(UInt8(ascii: "\n")) }
            (line + [UInt8(ascii: "\n")]).withUnsafeBytes { state.hasher.update($0) }
            if state.buffer.count >= 1 << 16 { try state.flush() }
        }
    }

    /// Writes the counts and the digest at the end, and then gives the file its name, durably; an existing file is
    /// replaced.
    ///
    /// The digest is the SHA-256 of the lines of the files. Each line is followed by a line feed, and in JSON the
    /// commas between the lines are left out. Call this once.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    public func finish() throws {
        try state.withLock { state in
            let digest = try state.hasher.finish().hex
            let end = format == .json ? Self.json(state.summary, digest) : Self.plain(state.summary, digest)
            state.buffer.append(contentsOf: end.utf8)
            try state.flush()
            try state.file.finish()
        }
    }

    private static func plain(_ summary: SafeSummary, _ digest: String) -> String {
        """

        safe\t\(summary.isSafe ? "yes" : "no")
        files\t\(summary.safe) safe, \(summary.notSafe) not safe, \(summary.ignored) ignored
        files that the camera wrote for itself\t\(summary.housekeeping)
        metadata of exports\t\(summary.metadata)
        deleted in another photo library\t\(summary.deletedInSource)
        in shared albums\t\(summary.inSharedAlbums)
        excluded\t\(summary.excluded)
        bytes\t\(summary.safeBytes)
        on the library's own disk\t\(summary.onLibrarysDisk)
        digest\t\(digest)

        """
    }

    private static func json(_ summary: SafeSummary, _ digest: String) -> String {
        """

        ],"safe":\(summary.isSafe),"safeFiles":\(summary.safe),"notSafeFiles":\(summary.notSafe),
        "ignoredFiles":\(summary.ignored),"housekeepingFiles":\(summary.housekeeping),
        "metadataFiles":\(summary.metadata),"deletedInSource":\(summary.deletedInSource),
        "inSharedAlbums":\(summary.inSharedAlbums),"excludedFiles":\(summary.excluded),"bytes":\(summary.safeBytes),"onLibrarysDisk":\(summary.onLibrarysDisk),
        "digest":"\(digest)"}

        """
    }
}

/// One file of a receipt.
private struct Line: Encodable {
    let path: String
    let pathBase64: String?
    let status: String
    let reason: String?
    let sha256: String?
    let bytes: Int
    let localIdentifier: String?

    init(_ file: SafeFile) {
        path = file.path.string
        let exact = file.path.bytes
        pathBase64 = exact == Array(path.utf8) ? nil : Data(exact).base64EncodedString()
        status = file.status.rawValue
        reason = file.reason?.rawValue
        sha256 = file.sha256?.hex
        bytes = file.bytes
        localIdentifier = file.localIdentifier
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// A path with control characters or bytes that are not UTF-8 is written as JSON, so that it is one field of one
    /// line.
    var text: String {
        get throws {
            let isPlain =
                pathBase64 == nil && !path.unicodeScalars.contains { $0.properties.generalCategory == .control }
            let name = try isPlain ? path : json
            return [status, reason ?? "-", sha256 ?? "-", "\(bytes)", localIdentifier ?? "-", name]
                .joined(separator: "\t")
        }
    }
}
