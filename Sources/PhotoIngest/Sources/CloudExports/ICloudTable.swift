internal import PhotoInspection
internal import SystemPackage

/// What a table of an export of iCloud Photos has.
///
/// The first row has the names of the columns, which Apple does not translate.
enum ICloudTable {
    /// A row for each photo, with its metadata.
    case photos
    /// The names of the photos of an album, or of a memory that Photos made.
    case names

    /// The maximum number of bytes of the first row.
    static let headBytes = 4096
    /// The maximum number of files with other names that are read to find a table in a folder.
    static let probes = 10

    /// - Parameter head: The first ``headBytes`` bytes of a file, or all of them.
    init?(_ head: [UInt8]) {
        let firstRow = head.prefix { $0 != 10 && $0 != 13 }
        var columns: [String] = []
        CSVTable.visitRows(Array(firstRow)) { columns = $0.map { $0.lowercased() } }
        if columns.count == 1, ["imgname", "imagename"].contains(columns[0]) {
            self = .names
        } else if columns.contains("imgname") {
            self = .photos
        } else {
            return nil
        }
    }

    /// Whether a file has the name of a table of photos in the exports that are known.
    static func isNameOfPhotos(_ name: String) -> Bool {
        name.hasPrefix("Photo Details") && name.lowercased().hasSuffix(".csv")
    }

    /// Whether a path is that of a table of photos or of an album in the exports that are known.
    ///
    /// Only the name of an empty table says what it is.
    static func isPath(_ path: FilePath) -> Bool {
        path.lastComponent.map { isNameOfPhotos($0.string) } == true
            || path.extension?.lowercased() == "csv" && path.removingLastComponent().lastComponent?.string == "Albums"
    }
}
