public import PhotoModel
public import SystemPackage

/// The result of an export for one file.
public struct ExportedItem: Sendable {
    /// The kind of result.
    ///
    /// In a dry run, it is the result that an export would have.
    public enum Status: String, Sendable, CaseIterable {
        /// The file was written.
        case exported
        /// The file of an earlier export is there, with the right name.
        case unchanged
        /// The file of an earlier export has a new name.
        case renamed
        /// The file of an earlier export was removed, because the export does not include it any more.
        case removed
        /// Someone changed the file after it was exported, so it stays as it is.
        case kept
        /// The file could not be exported.
        case failed
    }

    /// The photo.
    public let localIdentifier: String
    /// The role of the file in the photo.
    public let role: AssetResource.Kind
    /// The absolute path of the file.
    public let path: FilePath
    /// The kind of result.
    public let status: Status
    /// The path that a renamed file had before.
    public internal(set) var previousPath: FilePath?
    /// The size of the file in bytes.
    public internal(set) var bytes: Int = 0
    /// Why the file was kept or failed.
    public internal(set) var error: PhotoLibraryError?
}

/// The number of files of an export, by result.
public struct ExportSummary: Sendable, Hashable {
    /// The numbers; a result without files has none.
    public private(set) var counts: [ExportedItem.Status: Int] = [:]

    /// Creates a summary of no files.
    public init() {}

    /// The number of files with this result.
    public subscript(status: ExportedItem.Status) -> Int { counts[status, default: 0] }

    /// The number of all files.
    public var files: Int { counts.values.reduce(0, +) }

    /// Counts a file.
    public mutating func count(_ item: ExportedItem) { counts[item.status, default: 0] += 1 }
}
