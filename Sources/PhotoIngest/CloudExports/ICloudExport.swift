internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// An export of iCloud Photos: tables of the photos' metadata, and one table of names for each album.
///
/// The tables name the photos. Of a name that is in the export several times, the row is taken whose checksum is that of the
/// file; without one the photo gets nothing from the tables. The tables of albums have nothing but the names.
///
/// A photo is left out as deleted only if the checksum of its row is that of its bytes, or if the row states no checksum.
struct ICloudExport: CloudExport {
    static let kind = SourceLibraryKind.iCloud

    /// The maximum size in bytes of a table that is read: some 300,000 rows.
    ///
    /// What is kept of a table grows with the files of the export, not with the table.
    private static let tableLimit = 64 << 20
    /// The maximum number of rows of one name that are kept.
    ///
    /// A camera gives the same name to every ten thousandth photo.
    private static let rowsOfNameLimit = 1000

    private let tree: ExportTree
    private let store: ArchiveStore
    private let checkCancellation: @Sendable () throws -> Void

    /// The export in a tree; `nil` if it has no table of photos.
    init?(
        _ tree: ExportTree, in store: ArchiveStore, checkCancellation: @escaping @Sendable () throws -> Void
    ) {
        guard tree.folders.values.contains(where: { $0.contains(where: Self.isTableOfPhotos) }) else { return nil }
        self.tree = tree
        self.store = store
        self.checkCancellation = checkCancellation
    }

    static func isTableOfPhotos(_ file: ExportFile) -> Bool {
        isName(ofTableOfPhotos: file.name)
    }

    static func isName(ofTableOfPhotos name: String) -> Bool {
        name.hasPrefix("Photo Details") && name.lowercased().hasSuffix(".csv")
    }

    /// Whether a file has the name of a table of photos or of an album.
    static func isTable(_ path: FilePath) -> Bool {
        path.lastComponent.map { isName(ofTableOfPhotos: $0.string) } == true || album(path) != nil
    }

    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws {
        let files = tree.sortedFolders.flatMap(\.files)
        let counts = Dictionary(files.filter(\.isMedia).map { ($0.name, 1) }, uniquingKeysWith: +)
        var rows: [String: [ICloudRow]] = [:]
        var albums: [String: [AlbumPlace]] = [:]
        for file in files where !file.isMedia {
            let album = Self.album(file.path)
            let role: CloudExportAsset.Role =
                Self.isTable(file.path) ? .table : file.isCSV ? .serviceFile : .other
            var asset = CloudExportAsset(role, file)
            do throws(PhotoLibraryError) {
                if Self.isTableOfPhotos(file) {
                    ICloudRow.visitRows(try bytes(of: file)) { row in
                        guard counts[row.name] != nil, rows[row.name, default: []].count < Self.rowsOfNameLimit else {
                            return
                        }
                        rows[row.name, default: []].append(row)
                    }
                } else if let album {
                    CSVTable.visitRows(try bytes(of: file)) { row in
                        guard let name = row.first, counts[name] == 1, albums[name]?.contains(album) != true else {
                            return
                        }
                        albums[name, default: []].append(album)
                    }
                }
            } catch { asset.problem = error }
            guard try visit(asset) else { return }
        }
        for file in files where file.isMedia {
            var asset = CloudExportAsset(file)
            let isOnly = counts[file.name] == 1
            if isOnly { asset.albums = albums[file.name] ?? [] }
            if let row = try row(of: file, isOnly: isOnly, among: rows[file.name] ?? []) {
                asset.description = row.description
                asset.isTrashed = row.isDeleted
            }
            guard try visit(asset) else { return }
        }
    }

    /// The row of a file; `nil` if none has its checksum, or if rows with it differ.
    ///
    /// - Parameters:
    ///   - isOnly: Whether no other file has the name. Then the only row is taken without reading the file, unless the
    ///     row would leave the file out.
    ///   - rows: The rows with the name.
    private func row(of file: ExportFile, isOnly: Bool, among rows: [ICloudRow]) throws -> ICloudRow? {
        if isOnly, rows.count == 1, !rows[0].isDeleted || rows[0].checksum == nil { return rows[0] }
        guard rows.contains(where: { $0.checksum != nil }), let checksum = try checksum(of: file) else { return nil }
        let found = rows.filter { $0.checksum == checksum }
        return found.allSatisfy { $0 == found[0] } ? found.first : nil
    }

    /// `nil` for a file that cannot be read: the import reads it too, and reports the error.
    private func checksum(of file: ExportFile) throws -> String? {
        guard let checksum = ApplePhotosChecksum(), let source = try? store.open(file.path) else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
        defer { buffer.deallocate() }
        while let count = try? source.read(into: buffer) {
            try checkCancellation()
            guard count > 0 else { return checksum.finish() }
            checksum.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
        return nil
    }

    /// The album of a table in the folder `Albums`, which has the album's title as its name.
    private static func album(_ path: FilePath) -> AlbumPlace? {
        guard path.extension?.lowercased() == "csv", path.removingLastComponent().lastComponent?.string == "Albums"
        else { return nil }
        return path.stem.map {
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
struct ICloudRow: Equatable {
    let name: String
    /// The checksum of the file's bytes, as ``ApplePhotosChecksum`` computes it.
    let checksum: String?
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
        checksum = value("fileChecksum").flatMap { $0.isEmpty ? nil : $0 }
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
