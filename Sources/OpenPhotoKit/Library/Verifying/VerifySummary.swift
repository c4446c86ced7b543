public import LibraryStorage

/// The numbers of a whole check, together with those of the runs that it went on from.
public struct VerifySummary: Sendable, Hashable {
    /// How many files were found to be so.
    public internal(set) var counts: [VerifiedFile.Status: Int] = [:]
    /// How many of them an interrupted run before this one had checked.
    public internal(set) var filesBefore: Int = 0

    /// Files that are as they were imported.
    public var sound: Int { counts[.ok, default: 0] }
    /// Files that are not, and strangers among them.
    public var faults: Int { files - sound }
    /// All files.
    public var files: Int { counts.values.reduce(0, +) }

    mutating func count(_ file: VerifiedFile) { counts[file.status, default: 0] += 1 }
}

/// How the files for searching by content are.
public enum SearchIndexCondition: String, Sendable, CaseIterable {
    /// Every byte is as it was written.
    case sound
    /// The files do not exist: the next search by content makes them, if it may write.
    case missing
    /// Some bytes are others: a search may not find all.
    case damaged
}
