internal import AssetLoading
internal import Foundation
internal import Originals
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// An export of iCloud Photos: tables of the photos' metadata, and one table of names for each album.
///
/// The tables are known by their columns, because Apple translates the names of the parts.
///
/// The tables name the photos. Of a name that is in the export several times, the row is taken whose checksum is that
/// of the file; without one the photo gets nothing from the tables. The tables of albums have nothing but the names.
///
/// A photo is left out as deleted only if the checksum of its row is that of its bytes, or if the row states no
/// checksum.
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
    private let archivedFiles: ArchivedFiles
    private let checkCancellation: @Sendable () throws -> Void

    /// The export in a tree; `nil` if it has no table of photos.
    ///
    /// - Throws: The error of `checkCancellation`.
    init?(
        _ tree: ExportTree, in archivedFiles: ArchivedFiles, checkCancellation: @escaping @Sendable () throws -> Void
    ) throws {
        let hasPhotos = try tree.folders.values.joined().contains { file in
            guard file.isCSV else { return false }
            try checkCancellation()
            return if case .known(.photos) = Self.content(of: file, in: archivedFiles) { true } else { false }
        }
        guard hasPhotos else { return nil }
        self.tree = tree
        self.archivedFiles = archivedFiles
        self.checkCancellation = checkCancellation
    }

    /// What a file that is no photo is to the export.
    private enum Content {
        case known(ICloudTable)
        /// A table that has the name of one, and other columns.
        case unknownTable
        case other
    }

    private static func content(of file: ExportFile, in archivedFiles: ArchivedFiles) -> Content {
        guard file.isCSV else { return .other }
        let isNamedLikePhotos = ICloudTable.isNameOfPhotos(file.name)
        guard file.identity.size > 0 else {
            return isNamedLikePhotos ? .known(.photos) : ICloudTable.isPath(file.path) ? .known(.names) : .other
        }
        // The import reads a file whose first bytes cannot be read, and reports the error.
        guard let head = try? archivedFiles.head(of: file.path, upTo: ICloudTable.headBytes) else { return .other }
        if let table = ICloudTable(head) { return .known(table) }
        return isNamedLikePhotos ? .unknownTable : .other
    }

    func visitAssets(_ visit: (CloudExportAsset) throws -> Bool) throws {
        let files = tree.sortedFolders.flatMap(\.files)
        let counts = Dictionary(files.filter(\.isMedia).map { ($0.name, 1) }, uniquingKeysWith: +)
        var rows: [String: [ICloudRow]] = [:]
        var albums: [String: [DestinationAlbum]] = [:]
        for file in files where !file.isMedia {
            try checkCancellation()
            var asset = CloudExportAsset(.table, file)
            do throws(PhotoLibraryError) {
                switch Self.content(of: file, in: archivedFiles) {
                case .known(.photos):
                    ICloudRow.visitRows(try bytes(of: file)) { row in
                        guard counts[row.name] != nil, rows[row.name, default: []].count < Self.rowsOfNameLimit else {
                            return
                        }
                        rows[row.name, default: []].append(row)
                    }
                case .known(.names):
                    guard let album = Self.album(file.path) else {
                        asset = CloudExportAsset(.serviceFile, file)
                        break
                    }
                    CSVTable.visitRows(try bytes(of: file)) { row in
                        guard let name = row.first, counts[name] == 1, albums[name]?.contains(album) != true else {
                            return
                        }
                        albums[name, default: []].append(album)
                    }
                case .unknownTable: throw .unknownTable(file.path)
                case .other: asset = CloudExportAsset(file.isCSV ? .serviceFile : .other, file)
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
        guard let checksum = ApplePhotosChecksum(), let source = try? archivedFiles.open(file.path) else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
        defer { buffer.deallocate() }
        while let count = try? source.read(into: buffer) {
            try checkCancellation()
            guard count > 0 else { return checksum.finish() }
            checksum.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
        return nil
    }

    /// The folder of the tables of memories, which Photos makes; it has this name in every language.
    private static let folderOfMemories = "Memories"

    /// The album of a table of names, which has the album's title as its name; `nil` for a memory.
    private static func album(_ path: FilePath) -> DestinationAlbum? {
        guard path.removingLastComponent().lastComponent?.string != folderOfMemories else { return nil }
        return path.stem.map {
            let title = $0.precomposedStringWithCanonicalMapping
            // A title is a file name, and the parts of an export have a table each.
            return DestinationAlbum(in: Self.kind, FilePath("Albums").appending(title), title: title)
        }
    }

    private func bytes(of file: ExportFile) throws(PhotoLibraryError) -> [UInt8] {
        do { return try archivedFiles.bytes(of: file.path, upTo: Self.tableLimit) } catch {
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
                columns = Dictionary(row.enumerated().map { ($0.element.lowercased(), $0.offset) }) { first, _ in first
                }
                return
            }
            if let row = ICloudRow(row, columns) { visit(row) }
        }
    }

    /// - Parameter columns: The indexes of the columns by their names in lower case.
    private init?(_ values: [String], _ columns: [String: Int]) {
        func value(_ column: String) -> String? {
            columns[column].flatMap { values.indices.contains($0) ? values[$0] : nil }
        }
        guard let name = value("imgname"), !name.isEmpty else { return nil }
        self.name = name
        checksum = value("filechecksum").flatMap { $0.isEmpty ? nil : $0 }
        var description = AssetDescription()
        description.captureTime = value("originalcreationdate").flatMap(Self.time)
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

extension PhotoLibraryError {
    fileprivate static func unknownTable(_ path: FilePath) -> Self {
        PhotoLibraryError(
            .unsupportedFile,
            "The columns of this table of iCloud are not known, so nothing of it was read: the photos come without its dates, "
                + "favourites and hidden photos.", path: path.string)
    }
}
