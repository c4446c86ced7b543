/// Hashes sorted by the value of one band: what stands in a file for each band.
struct BandOrder {
    /// Where the numbers of each value begin in ``order``; one more at the end.
    private(set) var directory: [UInt32]
    /// The hashes' numbers, by value and then by number.
    private(set) var order: [UInt32]

    /// Where the value's numbers are in ``order``.
    func places(_ value: Int) -> Range<Int> { Int(directory[value])..<Int(directory[value + 1]) }

    /// ``directory`` alone.
    static func directory(_ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, _ banding: Banding, _ band: Int) -> [UInt32] {
        Array(beginnings(hashes, banding, band).dropFirst())
    }

    /// Where each value's numbers begin, one place further on than in the directory.
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
        // Counting sort. While it sorts, a value's beginning moves to its end, which is where the next begins.
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
