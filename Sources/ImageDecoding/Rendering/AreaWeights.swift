/// The weights of source samples in each sample of a smaller axis, by the length that they overlap.
///
/// A picture at a DCT scale has an exact length that can be fractional. The last source sample is partly outside of it.
struct AreaWeights {
    /// The sum of the weights of a sample.
    ///
    /// The products of two axes and an 8-bit sample fit in 32 bits.
    static let one: UInt16 = 4096

    /// For each sample of the part, the first source sample that it overlaps.
    private(set) var starts: [Int] = []
    /// For each sample of the part, the index after its last weight in ``weights``.
    private(set) var ends: [Int] = []
    private(set) var weights: [UInt16] = []
    /// The source samples that the samples overlap.
    private(set) var sources = 0..<0

    /// The weights of an axis that is decoded at its own length.
    init(stored: Int, count: Int, _ part: Range<Int>) {
        self.init(stored: stored, eighths: 8, decoded: stored, count: count, part)
    }

    /// - Parameters:
    ///   - stored: The length of the axis in the stored picture.
    ///   - eighths: The scale of the source samples.
    ///   - decoded: The number of source samples.
    ///   - count: The number of samples of the smaller axis.
    ///   - part: The samples whose weights are computed.
    init(stored: Int, eighths: Int, decoded: Int, count: Int, _ part: Range<Int>) {
        // In units of 1 / (8 · count) of a source sample, all edges are whole numbers.
        let (sourceLength, length) = (8 * count, stored * eighths)
        for index in part {
            let (start, end) = (index * length, (index + 1) * length)
            let first = min(start / sourceLength, decoded - 1)
            let last = max(first, min((end - 1) / sourceLength, decoded - 1))
            if index == part.lowerBound { sources = first..<first }
            sources = sources.lowerBound..<last + 1
            starts.append(first)
            var sum: UInt16 = 0
            for source in first...last {
                let part = source == last ? length : (source + 1) * sourceLength - start
                let sumToHere = UInt16(clamping: (part * Int(Self.one) + length / 2) / length)
                weights.append(sumToHere - sum)
                sum = sumToHere
            }
            ends.append(weights.count)
        }
    }

    /// The indices in ``weights`` of the weights of a sample, which is counted from the first of the part.
    func weights(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Calls `body` with ``starts``, ``ends`` and ``weights``, whose indices a release build does not check.
    func withTaps(
        _ body: (
            _ starts: UnsafeBufferPointer<Int>, _ ends: UnsafeBufferPointer<Int>,
            _ weights: UnsafeBufferPointer<UInt16>
        ) -> Void
    ) {
        starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                weights.withUnsafeBufferPointer { weights in body(starts, ends, weights) }
            }
        }
    }
}
