internal import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// An export of iCloud Photos: tables of the photos' metadata, and one table of names for each album.
///
/// A name that is in the export several times is left alone, because the tables have nothing but the name.
struct ICloudExport: CloudExport {
    static let kind = SourceLibraryKind.iCloud

    /// The maximum size in bytes of a table that is read: some 300,000 rows.
    private static let tableLimit = 64 << 20

    private let tree: ExportTree
    private let store: ArchiveStore

    /// The export in a tree; `nil` if it has no table of photos.
    init?(_ tree: ExportTree, in store: ArchiveStore) {
        guard tree.folders.values.contains(where: { $0.contains(where: Self.isTableOfPhotos) }) else { return nil }
        self.tree = tree
        self.store = store
    }

    static func isTableOfPhotos(_ file: ExportFile) -> Bool {
        file.isCSV && file.name.hasPrefix("Photo Details")
    }

    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws {
        let files = tree.sortedFolders.flatMap(\.files)
        let counts = Dictionary(files.filter(\.isMedia).map { ($0.name, 1) }, uniquingKeysWith: +)
        var rows: [String: [ICloudRow]] = [:]
        var albums: [String: [AlbumPlace]] = [:]
        for file in files where !file.isMedia {
            var problem: PhotoLibraryError?
            do throws(PhotoLibraryError) {
                if Self.isTableOfPhotos(file) {
                    for row in ICloudRow.rows(try table(file)) { rows[row.name, default: []].append(row) }
                } else if let album = Self.album(file) {
                    for row in try table(file).dropFirst() {
                        guard let name = row.first, albums[name]?.contains(album) != true else { continue }
                        albums[name, default: []].append(album)
                    }
                }
            } catch { problem = error }
            guard try visit(CloudExportAsset(other: file, problem: problem)) else { return }
        }
        for file in files where file.isMedia {
            var asset = CloudExportAsset(file)
            if counts[file.name] == 1 {
                asset.albums = albums[file.name] ?? []
                if let found = rows[file.name], found.count == 1, let row = found.first {
                    asset.description = row.description
                    asset.isTrashed = row.isDeleted
                }
            }
            guard try visit(asset) else { return }
        }
    }

    /// The album of a table in the folder `Albums`, which has the album's title as its name.
    private static func album(_ file: ExportFile) -> AlbumPlace? {
        guard file.isCSV, file.path.removingLastComponent().lastComponent?.string == "Albums" else { return nil }
        return file.path.stem.map {
            let title = $0.precomposedStringWithCanonicalMapping
            // A title is a file name, and the parts of an export have a table each.
            return AlbumPlace(in: Self.kind, FilePath("Albums").appending(title), title: title)
        }
    }

    private func table(_ file: ExportFile) throws(PhotoLibraryError) -> [[String]] {
        do { return CSVTable.rows(try store.bytes(of: file.path, upTo: Self.tableLimit)) } catch {
            throw error as? PhotoLibraryError ?? PhotoLibraryError(converting: error)
        }
    }
}

/// A row of the table of photos.
struct ICloudRow {
    let name: String
    let description: AssetDescription
    let isDeleted: Bool

    /// The rows of a table with these columns in its first row.
    static func rows(_ table: [[String]]) -> [ICloudRow] {
        guard let header = table.first, let names = header.firstIndex(of: "imgName") else { return [] }
        return table.dropFirst().compactMap { row in
            guard row.indices.contains(names), !row[names].isEmpty else { return nil }
            func value(_ column: String) -> String? {
                header.firstIndex(of: column).flatMap { row.indices.contains($0) ? row[$0] : nil }
            }
            var description = AssetDescription()
            description.captureTime = value("originalCreationDate").flatMap(time)
            description.isFavorite = value("favorite") == "yes"
            description.isHidden = value("hidden") == "yes"
            return ICloudRow(name: row[names], description: description, isDeleted: value("deleted") == "yes")
        }
    }

    /// The time of a text like `Saturday June 4,2022 12:11 PM GMT`.
    static func time(_ text: String) -> CaptureTime? {
        let words = text.split { " ,:".contains($0) }.map(String.init)
        guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: words[1]), let day = Int(words[2]),
            let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]),
            1...12 ~= hour, words[6] == "AM" || words[6] == "PM"
        else { return nil }
        let time = CaptureTime(
            year: year, month: month + 1, day: day, hour: hour % 12 + (words[6] == "PM" ? 12 : 0), minute: minute,
            second: 0, nanosecond: nil, offsetMinutes: 0)
        // Only a time that exists is printed as it is parsed.
        return time.flatMap { CaptureTime($0.description) }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

/// Tables of values that are separated by commas (RFC 4180).
enum CSVTable {
    /// The rows of a table, without empty ones.
    static func rows(_ bytes: [UInt8]) -> [[String]] {
        var rows: [[String]] = []
        var (row, value): ([String], [UInt8]) = ([], [])
        var isQuoted = false
        func text() -> String { String(decoding: value, as: UTF8.self) }
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && rest.first == UInt8(ascii: "\""):
                value.append(byte)
                rest = rest.dropFirst()
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                row.append(text())
                value = []
            case 10 where !isQuoted, 13 where !isQuoted:
                if !row.isEmpty || !value.isEmpty { rows.append(row + [text()]) }
                (row, value) = ([], [])
            default: value.append(byte)
            }
        }
        if !row.isEmpty || !value.isEmpty { rows.append(row + [text()]) }
        return rows
    }
}
