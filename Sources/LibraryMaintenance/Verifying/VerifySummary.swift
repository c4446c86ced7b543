public import LibraryStorage

/// The counts of a whole check, including those of the interrupted runs that it continued.
public struct VerifySummary: Sendable, Hashable {
    /// The number of files of each status.
    public package(set) var counts: [VerifiedFile.Status: Int] = [:]
    /// The number of files that earlier, interrupted runs checked.
    public package(set) var filesBefore: Int = 0

    /// Files that have the bytes that were imported.
    public var sound: Int { counts[.ok, default: 0] }
    /// Files that are missing, changed or unreadable, or belong to no asset.
    public var faults: Int { files - sound - elsewhere }
    /// Files whose bytes are not on this machine, and that the library does not expect here.
    public var elsewhere: Int { counts[.elsewhere, default: 0] }
    /// All checked files.
    public var files: Int { counts.values.reduce(0, +) }

    package mutating func count(_ file: VerifiedFile) { counts[file.status, default: 0] += 1 }
}
