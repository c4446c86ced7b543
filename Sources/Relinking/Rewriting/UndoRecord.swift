internal import ContentDigests
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// The texts that a relink replaced in one file, for an exact undo.
struct UndoRecord: Codable {
    /// The name of this format.
    var format = "openphotokit-relink-undo"
    var version = 1
    var date = Date()
    var change: Change

    enum Change: Codable {
        case text(TextChange)
        case database([RowChange])
    }

    /// Replaced parts of a text file.
    struct TextChange: Codable {
        /// The SHA-256 of the file before and after the relink.
        var before: String
        var after: String
        var parts: [Part]

        struct Part: Codable {
            /// The position of `written` in the new file, in bytes.
            var offset: Int
            var replaced: String
            var written: String
        }
    }

    /// Replaced cells of one row.
    struct RowChange: Codable {
        var table: String
        /// The row's key after the change.
        var key: [Key]
        var cells: [Cell]

        struct Key: Codable {
            var column: String
            var value: CellValue
        }

        struct Cell: Codable {
            var column: String
            var replaced: String
            var written: String
        }
    }

    /// A value of a primary key.
    enum CellValue: Codable {
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob(Data)
    }

    /// Reads a record.
    ///
    /// - Throws: `unreadable`.
    static func read(from path: FilePath) throws -> UndoRecord {
        do {
            let record = try JSONDecoder().decode(
                UndoRecord.self, from: Data(contentsOf: URL(fileURLWithPath: path.string)))
            guard record.format == UndoRecord(change: .database([])).format, record.version == 1 else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return record
        } catch {
            throw PhotoLibraryError(
                .unreadable, "This undo record cannot be read. The file's earlier content is in the backup beside it.",
                path: path.string, cause: error)
        }
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(self))
    }
}

extension [UInt8] {
    /// The SHA-256 in hexadecimal digits.
    func sha256() throws -> String {
        try withUnsafeBytes { bytes throws(PhotoLibraryError) in try ContentHasher.digest(.sha256, of: bytes) }.hex
    }
}
