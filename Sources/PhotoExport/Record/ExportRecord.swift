internal import Foundation
internal import PhotoModel

/// What earlier exports wrote to a folder: one JSON object a line.
///
/// A later line about a path replaces an earlier one.
struct ExportRecord: Sendable {
    /// The name of the file, in the folder of the export.
    static let name = OwnXMP.exportRecordFile

    /// A file that was exported.
    struct Entry: Sendable, Hashable, Codable {
        /// The photo.
        let localIdentifier: String
        /// The kind of the resource.
        let role: String
        /// The album whose folder the file is in, if the layout has folders of albums.
        let album: String?
        /// The path relative to the folder of the export.
        let path: String
        /// The size in bytes.
        let size: Int64
        /// The modification time in nanoseconds since 1970.
        let modifiedNanoseconds: Int64
        /// The SHA-256 of the exported bytes, as hexadecimal digits.
        let sha256: String
        /// The SHA-256 of the library's file, which has other bytes if places were removed.
        let source: String
        /// Whether the places were removed.
        let isWithoutPlaces: Bool
        /// The capture time of the photo.
        let captureTime: String?
        /// The SHA-256 of the sidecar that was exported; `nil` without one.
        var sidecar: String?
    }

    /// One line.
    enum Line: Sendable {
        /// A file that was exported.
        case file(Entry)
        /// The path of a file that was removed or got another name.
        case removed(String)
    }

    /// The files by path.
    private(set) var entries: [String: Entry] = [:]
    private var pathsByPhoto: [String: Set<String>] = [:]

    /// The files of a photo, by path.
    func entries(of localIdentifier: String) -> [Entry] {
        (pathsByPhoto[localIdentifier] ?? []).sorted().compactMap { entries[$0] }
    }

    mutating func apply(_ line: Line) {
        switch line {
        case .file(let entry):
            remove(entry.path)
            entries[entry.path] = entry
            pathsByPhoto[entry.localIdentifier, default: []].insert(entry.path)
        case .removed(let path): remove(path)
        }
    }

    private mutating func remove(_ path: String) {
        guard let entry = entries.removeValue(forKey: path) else { return }
        pathsByPhoto[entry.localIdentifier]?.remove(path)
    }
}

extension ExportRecord {
    /// Reads the lines of a file.
    ///
    /// Lines that are not complete, such as the last one after a crash, and paths that lead out of the folder are
    /// ignored. The files that they are about are then recognised by their bytes.
    init(_ bytes: Data) {
        let decoder = JSONDecoder()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let line = try? decoder.decode(Line.self, from: Data(line)), line.isInFolder else { continue }
            apply(line)
        }
    }

    /// The lines of all files, by path.
    var lines: Data {
        get throws {
            try entries.sorted { $0.key < $1.key }.reduce(into: Data()) { try $0.append(Line.file($1.value).encoded()) }
        }
    }
}

extension ExportRecord.Line: Codable {
    private enum Key: CodingKey { case removed }

    /// Reads the path of a removed file, or else a file.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            if let path = try container.decodeIfPresent(String.self, forKey: .removed) { .removed(path) } else {
                .file(try ExportRecord.Entry(from: decoder))
            }
    }

    /// Writes an object.
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .file(let entry): try entry.encode(to: encoder)
        case .removed(let path):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(path, forKey: .removed)
        }
    }

    /// The object and the end of its line.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + [UInt8(ascii: "\n")]
    }

    /// Whether the path is that of a file in the folder of the export.
    fileprivate var isInFolder: Bool {
        let path =
            switch self {
            case .file(let entry): entry.path
            case .removed(let path): path
            }
        return !path.utf8.contains(0)
            && path.split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { !["", ".", ".."].contains($0) }
    }
}
