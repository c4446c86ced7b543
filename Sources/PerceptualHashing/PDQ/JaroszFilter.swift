/// The filter of PDQ along one axis, as the weights of the pixels in its 64 samples.
///
/// PDQ smooths a picture by two passes of a moving mean along rows and columns, and takes 64×64 samples of the
/// result. This is linear, and the axes are independent. So only the samples are computed, from the rows as they
/// arrive, and the whole picture is never in memory.
package struct JaroszFilter: Sendable {
    /// The pixels and weights of one sample.
    package struct Sample: Sendable {
        /// The pixels with a weight.
        package let pixels: Range<Int>
        /// The weight of each pixel.
        ///
        /// The sum of all weights is 1.
        package let weights: [Double]
    }

    /// Samples along each axis.
    package static let count: Int = 64

    /// The 64 samples, in the order in which they are displayed.
    package let samples: [Sample]

    /// Creates the filter of an axis; `nil` unless `1 ≤ length ≤ 2^20`.
    ///
    /// - Parameters:
    ///   - length: The number of stored pixels.
    ///   - isMirrored: Whether the last pixel is displayed first. The filter is not symmetric, and it must be the
    ///     filter of the displayed picture.
    package init?(length: Int, isMirrored: Bool = false) {
        guard (1...ResamplingAxis.longest).contains(length) else { return nil }
        let samples = (0..<Self.count).map { index in
            // Two passes are a mean of means.
            let outer = Self.window(around: (2 * index + 1) * length / (2 * Self.count), length: length)
            let windows = outer.map { Self.window(around: $0, length: length) }
            let pixels = (windows.first?.lowerBound ?? 0)..<(windows.last?.upperBound ?? 0)
            // Each window adds the same weight to all its pixels, so only the changes at its ends are stored.
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
        self.samples = isMirrored ? samples.map { $0.mirrored(length: length) } : samples
    }

    /// The pixels of the moving mean at a pixel: `(length + 127) / 128`, fewer at the ends.
    ///
    /// A window with an even number of pixels has one more pixel on the right, as in the reference implementation.
    private static func window(around pixel: Int, length: Int) -> Range<Int> {
        let size = (length + 127) / 128
        let half = (size + 2) / 2
        return max(0, pixel - (size - half))..<min(length, pixel + half)
    }

    /// The weight of a pixel in a sample; zero for a pixel outside the sample.
    package func weight(of pixel: Int, in sample: Sample) -> Double {
        sample.pixels.contains(pixel) ? sample.weights[pixel - sample.pixels.lowerBound] : 0
    }
}

extension JaroszFilter.Sample {
    /// The same sample with the pixels counted from the other end.
    fileprivate func mirrored(length: Int) -> JaroszFilter.Sample {
        JaroszFilter.Sample(
            pixels: (length - pixels.upperBound)..<(length - pixels.lowerBound), weights: weights.reversed())
    }
}
