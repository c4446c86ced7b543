internal import PhotoModel

/// One change of the entries, appended to the file after its sections.
///
///     magic, checksum, generation, high-water mark    8 bytes each
///     numbers of removed and of added entries         4 bytes each
///     removed keys, added keys, added hashes          8, 8 and 32 bytes each
///
/// The checksum is seeded with the checksum of the update before; the first one is seeded with that of the sections.
/// An incomplete update, and an update from an earlier state of the file, therefore ends the list of updates.
struct IndexUpdate {
    /// The removed keys.
    ///
    /// They are removed before ``added`` is added.
    let removed: [Int64]
    let added: IndexEntries
    let stamp: CandidateIndex.Stamp

    /// The number of its keys and entries.
    var records: Int { removed.count + added.count }

    private static let magic: UInt64 = 0x4554_4144_5055_4943  // "CIUPDATE"
    private static let checked = 16
    private static let headSize = 40

    init(removed: [Int64], added: IndexEntries, stamp: CandidateIndex.Stamp) {
        self.removed = removed
        self.added = added
        self.stamp = stamp
    }

    /// The bytes of the update after an update with the checksum `seed`, and its own checksum.
    func bytes(seed: UInt64) -> (bytes: [UInt8], checksum: UInt64) {
        var checked: [UInt8] = []
        checked.reserveCapacity(Self.headSize + records * 40)
        func append<Value: BitwiseCopyable>(_ values: [Value]) { values.withUnsafeBytes { checked += $0 } }
        append([stamp.generation, stamp.highWaterMark])
        append([UInt32(truncatingIfNeeded: removed.count), UInt32(truncatingIfNeeded: added.count)])
        append(removed)
        append(added.keys)
        append(added.hashes)
        let checksum = checked.withUnsafeBytes { xxHash64($0, seed: seed) }
        return ([Self.magic, checksum].withUnsafeBytes(Array.init) + checked, checksum)
    }

    /// The first update in `bytes`, its checksum and its length; `nil` if there is no complete update.
    static func first(
        in bytes: UnsafeRawBufferPointer, seed: UInt64
    ) -> (update: IndexUpdate, checksum: UInt64, size: Int)? {
        guard bytes.count >= headSize else { return nil }
        func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        func count(_ offset: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        let (removals, additions) = (count(32), count(36))
        let size = headSize + removals * 8 + additions * 40
        guard word(0) == magic, size <= bytes.count,
            xxHash64(UnsafeRawBufferPointer(rebasing: bytes[checked..<size]), seed: seed) == word(8)
        else { return nil }
        func key(_ number: Int) -> Int64 {
            bytes.loadUnaligned(fromByteOffset: headSize + number * 8, as: Int64.self)
        }
        let hashes = headSize + (removals + additions) * 8
        var added = IndexEntries()
        added.reserveCapacity(additions)
        for number in 0..<additions {
            added.append(
                bytes.loadUnaligned(fromByteOffset: hashes + number * 32, as: SIMD4<UInt64>.self),
                key: key(removals + number))
        }
        let stamp = CandidateIndex.Stamp(generation: word(16), highWaterMark: word(24))
        return (IndexUpdate(removed: (0..<removals).map(key), added: added, stamp: stamp), word(8), size)
    }
}

/// All updates of a file together.
struct IndexUpdates {
    /// The entries that were added and not removed later.
    let added: IndexEntries
    /// The keys whose entries in the sections were removed.
    let removed: Set<Int64>
    /// The stamp of the last update; `nil` without updates.
    let stamp: CandidateIndex.Stamp?
    let end: End

    /// The position of the next update.
    struct End {
        /// The number of bytes of all updates.
        var size = 0
        /// The number of their keys and entries.
        var records = 0
        /// The seed of the next update's checksum.
        var checksum: UInt64
    }

    init(_ bytes: UnsafeRawBufferPointer, seed: UInt64) {
        var end = End(checksum: seed)
        var stamp: CandidateIndex.Stamp?
        var all = IndexEntries()
        // For each removed key, the number of entries that had been added before. The removal affects only these.
        var removedBefore: [Int64: Int] = [:]
        while let (update, checksum, size) = IndexUpdate.first(
            in: UnsafeRawBufferPointer(rebasing: bytes[end.size...]), seed: end.checksum)
        {
            for key in update.removed { removedBefore[key] = all.count }
            for (hash, key) in zip(update.added.hashes, update.added.keys) { all.append(hash, key: key) }
            stamp = update.stamp
            end = End(size: end.size + size, records: end.records + update.records, checksum: checksum)
        }
        var added = IndexEntries()
        for number in 0..<all.count where number >= removedBefore[all.keys[number], default: 0] {
            added.append(all.hashes[number], key: all.keys[number])
        }
        self.added = added
        self.removed = Set(removedBefore.keys)
        self.stamp = stamp
        self.end = end
    }
}
