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
    ///
    /// What is kept of a table grows with the files of the export, not with the table.
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
        isName(ofTableOfPhotos: file.name)
    }

    static func isName(ofTableOfPhotos name: String) -> Bool {
        name.hasPrefix("Photo Details") && name.lowercased().hasSuffix(".csv")
    }

    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws {
        let files = tree.sortedFolders.flatMap(\.files)
        let counts = Dictionary(files.filter(\.isMedia).map { ($0.name, 1) }, uniquingKeysWith: +)
        /// The row of each name; `nil` if the tables have several.
        var rows: [String: ICloudRow?] = [:]
        var albums: [String: [AlbumPlace]] = [:]
        for file in files where !file.isMedia {
            let album = Self.album(file)
            var table = CloudExportAsset(Self.isTableOfPhotos(file) || album != nil ? .table : .other, file)
            do throws(PhotoLibraryError) {
                if Self.isTableOfPhotos(file) {
                    ICloudRow.visitRows(try bytes(of: file)) { row in
                        guard counts[row.name] == 1 else { return }
                        rows.updateValue(rows[row.name] == nil ? row : nil, forKey: row.name)
                    }
                } else if let album {
                    CSVTable.visitRows(try bytes(of: file)) { row in
                        guard let name = row.first, counts[name] == 1, albums[name]?.contains(album) != true else {
                            return
                        }
                        albums[name, default: []].append(album)
                    }
                }
            } catch { table.problem = error }
            guard try visit(table) else { return }
        }
        for file in files where file.isMedia {
            var asset = CloudExportAsset(file)
            if counts[file.name] == 1 {
                asset.albums = albums[file.name] ?? []
                if let row = rows[file.name] ?? nil {
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

    private func bytes(of file: ExportFile) throws(PhotoLibraryError) -> [UInt8] {
        do { return try store.bytes(of: file.path, upTo: Self.tableLimit) } catch {
            throw error as? PhotoLibraryError ?? PhotoLibraryError(converting: error)
        }
    }
}

/// A row of the table of photos.
struct ICloudRow {
    let name: String
    let description: AssetDescription
    let isDeleted: Bool

    /// Visits the rows of a table with these columns in its first row.
    static func visitRows(_ table: [UInt8], _ visit: (ICloudRow) -> Void) {
        var columns: [String: Int]?
        CSVTable.visitRows(table) { row in
            guard let columns else {
                columns = Dictionary(row.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
                return
            }
            if let row = ICloudRow(row, columns) { visit(row) }
        }
    }

    private init?(_ values: [String], _ columns: [String: Int]) {
        func value(_ column: String) -> String? {
            columns[column].flatMap { values.indices.contains($0) ? values[$0] : nil }
        }
        guard let name = value("imgName"), !name.isEmpty else { return nil }
        self.name = name
        var description = AssetDescription()
        description.captureTime = value("originalCreationDate").flatMap(Self.time)
        description.isFavorite = value("favorite") == "yes"
        description.isHidden = value("hidden") == "yes"
        self.description = description
        isDeleted = value("deleted") == "yes"
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
