extension Thumbnail {
    /// The amount of structure: 0 (flat) to 100.
    ///
    /// This is PDQ's image-domain quality (facebook/ThreatExchange, `pdq`): the sum over all horizontal and vertical
    /// pairs of neighbours of `|u − v|·100/255`, each rounded down, divided by 90, at most 100.
    package var quality: Int {
        let last = Self.side - 1
        var sum = 0
        for row in 0...last {
            for column in 0...last {
                if column < last { sum += difference(self[row, column], self[row, column + 1]) }
                if row < last { sum += difference(self[row, column], self[row + 1, column]) }
            }
        }
        return min(100, sum / 90)
    }

    private func difference(_ left: UInt8, _ right: UInt8) -> Int { abs(Int(left) - Int(right)) * 100 / 255 }
}
