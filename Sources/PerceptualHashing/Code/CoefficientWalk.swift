/// Codes the 4096 integers of a quantised picture, row by row from the lowest frequencies.
///
/// The same walk writes and reads them. Each number is coded in three parts. The first is the bit length of its
/// magnitude (0 to 16) in unary; each bit has its own probability for the context. The second is the bits below the
/// leading one: the first has a probability for the length, and the others are plain. The third is the sign, a plain
/// bit (1 is negative).
struct CoefficientWalk {
    private static let side = Thumbnail.side
    private static let greatestLength = 16
    /// The contexts 0 to 10 are for sums below 32.
    ///
    /// One context is for sums up to 63, one for larger sums, and one for the mean of the picture.
    private static let contexts =
        [0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 8] + Array(repeating: 9, count: 8)
        + Array(repeating: 10, count: 8)
    private static let contextOfMean = 13

    /// Four bands of frequency for each of the 14 contexts; only the first three contexts use more than one.
    private var lengths = Array(repeating: BitProbability(), count: 14 * 4 * greatestLength)
    private var seconds = Array(repeating: BitProbability(), count: greatestLength + 1)
    /// The magnitudes so far, with two columns and two rows of zeros before them.
    ///
    /// The magnitude of the mean counts as 0.
    private var magnitudes = Array(repeating: 0, count: (side + 2) * (side + 2))

    /// Codes all numbers.
    ///
    /// A reader writes them into `values`.
    mutating func code(_ values: inout [Int], with coder: inout some BitCoder) {
        for index in 0..<Thumbnail.levelCount { values[index] = code(values[index], at: index, with: &coder) }
    }

    private mutating func code(_ value: Int, at index: Int, with coder: inout some BitCoder) -> Int {
        let (row, column) = index.quotientAndRemainder(dividingBy: Self.side)
        let position = (row + 2) * (Self.side + 2) + column + 2
        let context = index == 0 ? Self.contextOfMean : context(at: position)
        let band = context < 3 ? min(3, (row + column) / 16) : 0
        let firstBit = (4 * context + band) * Self.greatestLength

        let magnitude = value.magnitude
        let wanted = UInt.bitWidth - magnitude.leadingZeroBitCount
        var length = 0
        while length < Self.greatestLength, coder.bit(length < wanted, &lengths[firstBit + length]) { length += 1 }
        guard length > 0 else { return 0 }
        var coded = 1
        for bit in stride(from: length - 2, through: 0, by: -1) {
            let isSet = magnitude >> UInt(bit) & 1 == 1
            let result = bit == length - 2 ? coder.bit(isSet, &seconds[length]) : coder.plain(isSet)
            coded = coded << 1 | (result ? 1 : 0)
        }
        let isNegative = coder.plain(value < 0)
        if index > 0 { magnitudes[position] = coded }
        return isNegative ? -coded : coded
    }

    /// The context of a position: the sum of the magnitudes before it.
    ///
    /// The left and the upper neighbour count twice; the upper left one and the second ones to the left and above
    /// count once.
    private func context(at position: Int) -> Int {
        let line = Self.side + 2
        let near = magnitudes[position - 1] + magnitudes[position - line]
        let far = magnitudes[position - line - 1] + magnitudes[position - 2] + magnitudes[position - 2 * line]
        let activity = 2 * near + far
        return activity < 32 ? Self.contexts[activity] : activity < 64 ? 11 : 12
    }
}
