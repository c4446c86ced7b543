public import PhotoModel
public import SystemPackage

/// What a check of one file of the library found.
public struct VerifiedFile: Sendable {
    /// The condition of a file.
    public enum Status: String, Sendable, CaseIterable, Codable {
        /// Every byte is as it was imported. After a quick check: the file exists and has the right size.
        case ok
        /// The file does not exist.
        case missing
        /// The file has other bytes than were imported.
        case changed
        /// The file cannot be read.
        case unreadable
        /// A file in the library's folders that belongs to no asset.
        case orphan
    }

    /// The asset the file belongs to; `nil` for an orphan.
    public let localIdentifier: String?
    /// The file.
    public let path: FilePath
    /// The condition of the file.
    public let status: Status
    /// What is wrong with the file and what the owner can do; `nil` if nothing is wrong.
    public let error: PhotoLibraryError?
}

/// The counts of a whole check, including those of the interrupted runs that it continued.
public struct VerifySummary: Sendable, Hashable {
    /// The number of files of each status.
    public internal(set) var counts: [VerifiedFile.Status: Int] = [:]
    /// The number of files that earlier, interrupted runs checked.
    public internal(set) var filesBefore: Int = 0

    /// Files that have the bytes that were imported.
    public var sound: Int { counts[.ok, default: 0] }
    /// Files that are missing, changed or unreadable, or belong to no asset.
    public var faults: Int { files - sound }
    /// All checked files.
    public var files: Int { counts.values.reduce(0, +) }

    mutating func count(_ file: VerifiedFile) { counts[file.status, default: 0] += 1 }
}

/// The condition of the search index.
public enum SearchIndexCondition: String, Sendable, CaseIterable {
    /// Every byte is as it was written.
    case sound
    /// The files do not exist. The next search by content makes them, if the library may be changed.
    case missing
    /// Some bytes have changed. A search may not find all photos.
    case damaged
}
