/// A thumbnail in a few hundred bytes, for nearly the same comparisons as the thumbnail.
///
/// Pictures are compared after smoothing by [1 2 1]/4 (``ComparedPicture``). The code therefore quantises the smoothed
/// picture in the discrete cosine transform with one step, and fine detail that is not compared takes no bytes.
/// ``NeutralRounding`` chooses the integers.
///
/// The code decides bits, so each operation is an IEEE operation of doubles in the order that ``CosineTransform`` and
/// ``NeutralRounding`` state. The first byte is the index of the step; ``CoefficientWalk`` codes the integers.
package struct ThumbnailCode: Sendable {
    /// The greatest length in bytes, except for noise.
    package static let budget: Int = 620

    /// `round(16·2^(k/8))`: steps in sixteenths of a level.
    static let steps: [Int] = [
        16, 17, 19, 21, 23, 25, 27, 29, 32, 35, 38, 41, 45, 49, 54, 59, 64, 70, 76, 83, 91, 99, 108, 117, 128, 140, 152,
        166, 181, 197, 215, 235, 256, 279, 304, 332, 362, 395, 431, 470, 512, 558, 609, 664, 724, 790, 861, 939, 1024,
        1117, 1218, 1328, 1448, 1579, 1722, 1878, 2048, 2233, 2435, 2656, 2896, 3158, 3444, 3756,
    ]

    /// The quantised coefficients, frequencies down times 64 plus frequencies across.
    let quantised: [Int]
    /// The quantiser's step in levels.
    package let step: Double

    /// Reads a code; `nil` if its step is invalid.
    ///
    /// All other bytes are the code of a picture.
    package init?(bytes: [UInt8]) {
        guard let index = bytes.first.map(Int.init), index < Self.steps.count else { return nil }
        var quantised = Array(repeating: 0, count: Thumbnail.levelCount)
        var decoder = RangeDecoder(bytes.dropFirst())
        var walk = CoefficientWalk()
        walk.code(&quantised, with: &decoder)
        self.quantised = quantised
        step = Double(Self.steps[index]) / 16
    }

    /// The code with the finest step that fits into `budget` bytes, found by bisection.
    ///
    /// If no code fits, the code with the coarsest step.
    package static func encode(_ thumbnail: Thumbnail, budget: Int = budget) -> [UInt8] {
        let picture = ComparedPicture(thumbnail)
        let coefficients = CosineTransform.coefficients(of: picture.levels)
        let rounding = NeutralRounding(picture)
        var (low, high) = (0, steps.count - 1)
        var best: [UInt8]?
        while low < high {
            let middle = (low + high) / 2
            let code = encode(coefficients, rounding, step: middle)
            if code.count <= budget {
                high = middle
                best = code
            } else {
                low = middle + 1
                best = nil
            }
        }
        return best ?? encode(coefficients, rounding, step: low)
    }

    private static func encode(_ coefficients: [Double], _ rounding: NeutralRounding, step index: Int) -> [UInt8] {
        let step = Double(steps[index]) / 16
        var quantised = rounding.round(coefficients.map { $0 / step })
        var encoder = RangeEncoder()
        var walk = CoefficientWalk()
        walk.code(&quantised, with: &encoder)
        return [UInt8(index)] + encoder.finish()
    }
}

extension ThumbnailCode {
    /// The smoothed picture that the code represents: 4096 levels, row by row.
    ///
    /// Floating point is sufficient here: it does not affect the code, and the limits of the comparison are in floating
    /// point too.
    var smoothedLevels: [Double] { CosineTransform.levels(of: quantised.map { Self.represented($0) * step }) }

    /// The coefficient that a number of the code represents, in steps.
    ///
    /// Each magnitude is reduced by a sixteenth of a step, because small magnitudes are more likely.
    static func represented(_ number: Int) -> Double {
        let magnitude = max(0, Double(abs(number)) - 1.0 / 16)
        return number < 0 ? -magnitude : magnitude
    }
}
