/// Names one value of a subject.
///
/// Codes from 128 have an argument: one subject has many such values. Segments have these numbers, so they never
/// change. A key of a later version is kept as it is.
package struct Key: Hashable, Sendable {
    package let code: UInt8
    package let argument: [UInt8]

    package static let state = Key(1)
    package static let favorite = Key(2)
    package static let hidden = Key(3)
    package static let title = Key(4)
    package static let caption = Key(5)
    package static let rating = Key(6)
    package static let captureTime = Key(7)
    package static let location = Key(8)
    package static let decision = Key(9)
    package static let parent = Key(10)
    package static let rank = Key(11)
    package static let keyAsset = Key(12)
    /// The local identifier that an album or a folder has where it was made.
    package static let identifier = Key(13)
    /// The time at which an album or a folder was made.
    package static let created = Key(14)
    /// A person set the keywords, so that those of the files no longer count.
    package static let keywords = Key(15)
    /// The folder on disk, or the path in an export, that an import made an album of.
    package static let source = Key(16)
    /// The files of an asset that a device has, by which other devices know it.
    package static let evidence = Key(17)
    /// The name that a person gave a device.
    package static let name = Key(18)
    /// The date at which a device had read what the others had written.
    package static let acknowledged = Key(19)

    /// Whether an asset has a keyword, and its place among them.
    package static func keyword(_ text: String) -> Key { Key(keywordCode, Array(text.utf8)) }
    /// Whether an asset is in an album, and its rank there.
    package static func member(_ asset: [UInt8]) -> Key { Key(memberCode, asset) }

    /// A value of another key that does not count, because two devices set that key independently.
    package static func conflict(of key: Key) -> Key { Key(conflictCode, [key.code]) }

    package static let keywordCode: UInt8 = 128
    package static let memberCode: UInt8 = 129
    package static let conflictCode: UInt8 = 130

    private init(_ code: UInt8) {
        self.code = code
        argument = []
    }

    package init(_ code: UInt8, _ argument: [UInt8]) {
        self.code = code
        self.argument = Self.hasArgument(code) ? argument : []
    }

    static func hasArgument(_ code: UInt8) -> Bool { code >= 128 }
}

extension Key: Comparable {
    package static func < (one: Key, other: Key) -> Bool {
        one.code == other.code ? one.argument.lexicographicallyPrecedes(other.argument) : one.code < other.code
    }
}
