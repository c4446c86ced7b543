/// The filter of PDQ along one axis, as the weights with which pixels make its 64 samples.
///
/// PDQ smooths a picture by two passes of a moving mean along rows and columns, and takes 64×64 samples of the result.
/// All of that is linear, and rows and columns do not meddle with each other: only the samples are computed, from rows as
/// they come, and the whole picture is never in memory.
package struct JaroszFilter: Sendable {
    /// What one sample is made of.
    package struct Sample: Sendable {
        /// The pixels that count.
        package let pixels: Range<Int>
        /// The weight of each of them; their sum is 1.
        package let weights: [Double]
    }

    /// Samples along each axis.
    package static let count: Int = 64

    /// 64 samples, in the order in which they are displayed.
    package let samples: [Sample]
    /// How many decoded pixels the axis has.
    package let decodedLength: Int

    /// The filter for an axis of `length` stored pixels; `nil` unless `1 ≤ length ≤ 2^20` and `eighths` is 1, 2, 4 or 8.
    ///
    /// - Parameters:
    ///   - eighths: The scale at which the axis is decoded. A decoded pixel has the weight of the stored
    ///     pixels that it is the mean of: a filter for the decoded length would have other windows.
    ///   - isMirrored: Whether the last pixel is displayed first. The filter is not symmetric: it is that of the picture as
    ///     displayed.
    package init?(length: Int, eighths: Int = 8, isMirrored: Bool = false) {
        guard (1...ResamplingAxis.longest).contains(length), [1, 2, 4, 8].contains(eighths) else { return nil }
        let samples = (0..<Self.count).map { index in
            // Two passes: a mean of means.
            let outer = Self.window(around: (2 * index + 1) * length / (2 * Self.count), length: length)
            let windows = outer.map { Self.window(around: $0, length: length) }
            let pixels = (windows.first?.lowerBound ?? 0)..<(windows.last?.upperBound ?? 0)
            // Each window adds the same to all its pixels: noted where it begins and where it ends.
            var changes = [Double](repeating: 0, count: pixels.count + 1)
            for window in windows {
                let share = 1 / Double(outer.count * window.count)
                changes[window.lowerBound - pixels.lowerBound] += share
                changes[window.upperBound - pixels.lowerBound] -= share
            }
            var weight = 0.0
            let weights = changes.dropLast().map { change in
                weight += change
                return weight
            }
            return Sample(pixels: pixels, weights: weights)
        }
        decodedLength = (length * eighths + 7) / 8
        self.samples = samples.map { sample in
            (isMirrored ? sample.mirrored(length: length) : sample).merged(by: 8 / eighths)
        }
    }

    /// The pixels of the moving mean at a pixel: `(length + 127) / 128`, fewer at the ends.
    ///
    /// An even number reaches one further to the right, as in the reference.
    private static func window(around pixel: Int, length: Int) -> Range<Int> {
        let size = (length + 127) / 128
        let half = (size + 2) / 2
        return max(0, pixel - (size - half))..<min(length, pixel + half)
    }

    /// The weight of a pixel in a sample; zero when the sample does not reach it.
    package func weight(of pixel: Int, in sample: Sample) -> Double {
        sample.pixels.contains(pixel) ? sample.weights[pixel - sample.pixels.lowerBound] : 0
    }
}

extension JaroszFilter.Sample {
    /// The same sample where pixels are counted from the other end.
    fileprivate func mirrored(length: Int) -> JaroszFilter.Sample {
        JaroszFilter.Sample(
            pixels: (length - pixels.upperBound)..<(length - pixels.lowerBound), weights: weights.reversed())
    }

    /// The same sample where one pixel stands for each `count` of them.
    fileprivate func merged(by count: Int) -> JaroszFilter.Sample {
        guard count > 1, let last = pixels.last else { return self }
        let merged = (pixels.lowerBound / count)..<(last / count + 1)
        var sums = [Double](repeating: 0, count: merged.count)
        for (pixel, weight) in zip(pixels, weights) { sums[pixel / count - merged.lowerBound] += weight }
        return JaroszFilter.Sample(pixels: merged, weights: sums)
    }
}
