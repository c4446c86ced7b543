/// Hashes sorted by the value of one band: what stands in a file for each band.
struct BandOrder {
    /// Where the numbers of each value begin in ``order``; one more at the end.
    private(set) var directory: [UInt32]
    /// The hashes' numbers, by value and then by number.
    private(set) var order: [UInt32]

    init(_ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, _ banding: Banding, _ band: Int) {
        // Counting sort. While it sorts, a value's place is one further on, so that the places end up as the beginnings.
        var places = [UInt32](repeating: 0, count: banding.values + 2)
        directory = []
        order = [UInt32](unsafeUninitializedCapacity: hashes.count) { order, count in
            places.withUnsafeMutableBufferPointer { places in
                for words in hashes { places[Int(banding.value(words, band)) &+ 2] &+= 1 }
                for value in 2..<places.count { places[value] &+= places[value &- 1] }
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
