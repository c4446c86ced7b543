public import SystemPackage

/// Which files of the library to check, and how.
public struct VerifyRequest: Sendable {
    /// The part of the assets to check.
    public var subset: LibrarySubset = .whole
    /// Whether to check only that the files exist and have the right size, without reading them.
    public var isQuick: Bool = false
    /// How many files are read at a time.
    public var ioJobs: Int = 2
    /// The maximum number of bytes to read per second, by all readers together; `nil` for no limit.
    public var bytesPerSecond: Int?
    /// The file in which to store the progress of the check, outside the library; `nil` to store no progress.
    ///
    /// The file is written every few seconds and when the check is cancelled, and removed when the check is complete.
    public var checkpointPath: FilePath?
    /// Whether to continue an interrupted check from its checkpoint.
    ///
    /// If there is no checkpoint of the same check, it starts from the beginning.
    public var resumes: Bool = false

    /// Makes a request to read every byte of every file, from the beginning.
    public init() {}
}

/// One of several parts of about equal size that are checked or read separately, for example one per day.
///
/// An asset stays in its part when other assets are added or removed.
public struct LibrarySubset: Sendable, Hashable, Codable {
    /// The number of this part, from 1 to ``count``.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// The whole library as one part.
    public static let whole: LibrarySubset = LibrarySubset(number: 1, count: 1)

    private init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    /// Makes part `number` of `count`; `nil` unless 1 ≤ `number` ≤ `count` ≤ 1,000,000.
    public init?(_ number: Int, of count: Int) {
        guard 1...1_000_000 ~= count, 1...count ~= number else { return nil }
        self.init(number: number, count: count)
    }

    /// Whether the asset belongs to this part.
    ///
    /// The first 32 bits of a local identifier, modulo the number of parts, choose the part. These bits are evenly
    /// distributed, because they come from a SHA-256. An identifier that does not begin with 8 hexadecimal digits
    /// belongs to the first part.
    public func contains(_ localIdentifier: String) -> Bool {
        let bits = UInt32(localIdentifier.prefix(8), radix: 16) ?? 0
        return Int(bits) % count == number - 1
    }

    /// Whether the list's item at `index`, from 0, belongs to this part: items are assigned to the parts in rotation.
    public func contains(index: Int) -> Bool { index % count == number - 1 }
}
