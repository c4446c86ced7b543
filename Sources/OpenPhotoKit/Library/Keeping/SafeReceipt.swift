internal import AssetLoading
internal import ContentDigests
public import Foundation
internal import PhotoModel
public import SystemPackage

/// What proves later which files were found safe, and of which bytes.
///
/// A value that grows by a line a file. Names no machine and no person, only the paths that were asked about.
public struct SafeReceipt: Sendable {
    /// How a receipt is written.
    public enum Format: String, Sendable {
        /// Lines of tab-separated fields.
        case text = "txt"
        /// One object.
        case json
    }

    private let format: Format
    private let libraryID: String
    private let date: String
    private var lines: [String] = []
    private var summary = SafeSummary()

    /// An empty receipt for files of which `library` was asked.
    public init(_ format: Format, library: PhotoLibrary, date: Date = Date()) {
        self.format = format
        libraryID = library.manifest.libraryID.uuidString
        self.date = ISO8601DateFormatter().string(from: date)
    }

    /// Adds the line of one file.
    public mutating func add(_ file: SafeFile) throws {
        summary.count(file)
        lines.append(try format == .json ? Line(file).json : Line(file).text)
    }

    /// Writes the receipt, durably and whole, over what has the name.
    ///
    /// The digest in it is SHA-256 of the lines of the files, each with a line feed.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    public func write(to path: FilePath) throws {
        let hasher = try ContentHasher(.sha256)
        for line in lines { Array((line + "\n").utf8).withUnsafeBytes { hasher.update($0) } }
        guard let digest = hasher.finish()?.hex else {
            throw PhotoLibraryError(.internalError, "libcrypto could not finish a digest.", path: path.string)
        }
        let text = format == .json ? json(digest) : plain(digest)
        try Array(text.utf8).withUnsafeBytes { try DurableFile.write($0, to: path) }
    }

    private func plain(_ digest: String) -> String {
        """
        Receipt of “photos safe”
        date\t\(date)
        library\t\(libraryID)
        safe\t\(summary.isSafe ? "yes" : "no")
        files\t\(summary.safe) safe, \(summary.notSafe) not safe, \(summary.ignored) ignored
        bytes\t\(summary.safeBytes)
        digest\t\(digest)

        status\treason\tsha256\tbytes\tlocalIdentifier\tpath
        \(lines.joined(separator: "\n"))

        """
    }

    private func json(_ digest: String) -> String {
        """
        {"date":"\(date)","library":"\(libraryID)","safe":\(summary.isSafe),"safeFiles":\(summary.safe),
        "notSafeFiles":\(summary.notSafe),"ignoredFiles":\(summary.ignored),"bytes":\(summary.safeBytes),
        "digest":"\(digest)","files":[
        \(lines.joined(separator: ",\n"))
        ]}

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

    /// A name that is not plain text is given as JSON, so that it stays one field of one line.
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
