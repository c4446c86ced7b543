extension Thumbnail {
    /// The amount of structure: 0 (flat) to 100.
    ///
    /// This is PDQ's image-domain quality (facebook/ThreatExchange, `pdq`): the sum over all horizontal and vertical
    /// pairs of neighbours of `|u − v|·100/255`, each rounded down, divided by 90, at most 100.
    package var quality: Int {
        let (side, last) = (Self.side, Self.side - 1)
        return levels.withUnsafeBufferPointer { levels in
            var sum = 0
            for row in 0...last {
                sum += Self.sum(levels, from: row * side, to: row * side + 1, count: last)
                if row < last { sum += Self.sum(levels, from: row * side, to: (row + 1) * side, count: side) }
            }
            return min(100, sum / 90)
        }
    }

    /// The sum of the differences of `count` pairs: at most 64·100, which 16 bits hold, so that processors compute
    /// several at a time.
    private static func sum(_ levels: UnsafeBufferPointer<UInt8>, from first: Int, to second: Int, count: Int) -> Int {
        let left = UnsafeBufferPointer(rebasing: levels[first..<first + count])
        let right = UnsafeBufferPointer(rebasing: levels[second..<second + count])
        var sum: UInt16 = 0
        for index in 0..<count {
            let difference = max(left[index], right[index]) &- min(left[index], right[index])
            sum &+= UInt16(difference) &* 100 / 255
        }
        return Int(sum)
    }
}
