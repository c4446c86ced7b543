internal import PhotoModel
internal import SystemPackage

/// The first page of the file, with the positions of the sections.
///
///     header      4096 bytes
///     hashes      32 bytes each: four words
///     keys        8 bytes each, in the same order
///     for each band:
///       directory   4 bytes for each value and one more: where the value's entries begin in the order
///       order       4 bytes an entry: the hashes' numbers, sorted by the band's value
///     checksum    8 bytes: of each section, seeded with that of the one before
///     updates     later additions and removals: `IndexUpdate`
///
/// Every section begins at a multiple of 64 bytes. All numbers are little-endian, because all supported machines are.
struct IndexHeader: Equatable {
    let count: Int
    let banding: Banding
    let stamp: CandidateIndex.Stamp

    static let size = 4096
    private static let magic: UInt64 = 0x5844_4E49_444E_4143  // "CANDINDX"
    private static let version: UInt64 = 1

    init(count: Int, banding: Banding, stamp: CandidateIndex.Stamp) {
        self.count = count
        self.banding = banding
        self.stamp = stamp
    }

    // MARK: Places

    static var hashes: Int { size }
    var keys: Int { Self.aligned(Self.hashes + count * 32) }
    private var bands: Int { Self.aligned(keys + count * 8) }
    private var directorySize: Int { Self.aligned((banding.values + 1) * 4) }
    private var bandSize: Int { directorySize + Self.aligned(count * 4) }
    func directory(_ band: Int) -> Int { bands + band * bandSize }
    func order(_ band: Int) -> Int { directory(band) + directorySize }
    var checksum: Int { bands + banding.count * bandSize }
    var updates: Int { checksum + 64 }

    /// The byte ranges of the sections that the checksum covers, in the order of the file.
    var sections: [Range<Int>] {
        [0..<Self.size, Self.hashes..<Self.hashes + count * 32, keys..<keys + count * 8]
            + (0..<banding.count).flatMap { band in
                [
                    directory(band)..<directory(band) + (banding.values + 1) * 4,
                    order(band)..<order(band) + count * 4,
                ]
            }
    }

    /// The byte ranges between the sections, which are 0.
    var gaps: [Range<Int>] {
        let starts = sections.map(\.lowerBound).dropFirst() + [checksum]
        return zip(sections, starts).map { $0.upperBound..<$1 } + [checksum + 8..<updates]
    }

    /// The offset rounded up to the next possible start of a section.
    static func aligned(_ offset: Int) -> Int { (offset + 63) & ~63 }

    // MARK: Bytes

    private var fields: [UInt64] {
        [
            Self.magic, Self.version, UInt64(count), UInt64(banding.count), UInt64(banding.bits),
            stamp.generation, stamp.highWaterMark,
        ]
    }

    /// The header page, with zeros at its end.
    var bytes: [UInt8] {
        let known = fields
        let sum = known.withUnsafeBytes { xxHash64($0, seed: 0) }
        let bytes = (known + [sum]).flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
        return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
    }

    /// Reads the header page of a file that has `fileSize` bytes.
    ///
    /// - Throws: `libraryDamaged`; `libraryFormatTooNew` for a newer version of the format.
    init(_ page: UnsafeRawBufferPointer, fileSize: Int, _ path: FilePath) throws(PhotoLibraryError) {
        guard page.count == Self.size else { throw .damagedIndex(path) }
        let words = (0..<8).map { UInt64(littleEndian: page.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        guard words[0] == Self.magic, xxHash64(UnsafeRawBufferPointer(rebasing: page[..<56]), seed: 0) == words[7]
        else {
            throw .damagedIndex(path)
        }
        guard words[1] <= Self.version else {
            throw PhotoLibraryError(
                .libraryFormatTooNew,
                "A newer version of this program wrote the search index. Update this program, or remove the index.",
                path: path.string)
        }
        // The count must fit UInt32, so that no offset overflows.
        guard let count = UInt32(exactly: words[2]), let bands = Int(exactly: words[3]),
            let bits = Int(exactly: words[4]),
            let banding = Banding(count: bands, bits: bits)
        else { throw .damagedIndex(path) }
        self.init(
            count: Int(count), banding: banding,
            stamp: CandidateIndex.Stamp(generation: words[5], highWaterMark: words[6]))
        guard fileSize >= updates else { throw .damagedIndex(path) }
    }
}

extension PhotoLibraryError {
    static func damagedIndex(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryDamaged,
            "The search index is damaged. It can be made again from the catalogue without loss.",
            path: path.string)
    }
}
