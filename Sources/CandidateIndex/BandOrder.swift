/// Hashes sorted by the value of one band.
///
/// The file has one such order for each band.
struct BandOrder {
    /// The position of each value's first number in ``order``, and the end.
    private(set) var directory: [UInt32]
    /// The numbers of the hashes, sorted by value and then by number.
    private(set) var order: [UInt32]

    /// The positions of the value's numbers in ``order``.
    func places(_ value: Int) -> Range<Int> { Int(directory[value])..<Int(directory[value + 1]) }

    /// Only the ``directory``.
    static func directory(_ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, _ banding: Banding, _ band: Int) -> [UInt32] {
        Array(beginnings(hashes, banding, band).dropFirst())
    }

    /// The position of each value's first number, one index later than in the directory.
    private static func beginnings(
        _ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, _ banding: Banding, _ band: Int
    ) -> [UInt32] {
        var places = [UInt32](repeating: 0, count: banding.values + 2)
        places.withUnsafeMutableBufferPointer { places in
            for words in hashes { places[Int(banding.value(words, band)) &+ 2] &+= 1 }
            for value in 2..<places.count { places[value] &+= places[value &- 1] }
        }
        return places
    }

    init(_ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, _ banding: Banding, _ band: Int) {
        // Counting sort. During the sort, the beginning of a value moves to its end, which is the beginning of the
        // next value.
        var places = Self.beginnings(hashes, banding, band)
        directory = []
        order = [UInt32](unsafeUninitializedCapacity: hashes.count) { order, count in
            places.withUnsafeMutableBufferPointer { places in
                for number in hashes.indices {
                    let value = Int(banding.value(hashes[number], band)) &+ 1
                    order[Int(places[value])] = UInt32(truncatingIfNeeded: number)
                    places[value] &+= 1
                }
            }
            count = hashes.count
        }
        places.removeLast()
        directory = places
    }
}
