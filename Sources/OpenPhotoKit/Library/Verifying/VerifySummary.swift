public import LibraryStorage

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
