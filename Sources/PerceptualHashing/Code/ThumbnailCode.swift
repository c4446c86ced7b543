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
        self.init(quantised: Self.numbers(in: bytes.dropFirst()), step: Double(Self.steps[index]) / 16)
    }

    private init(quantised: [Int], step: Double) {
        self.quantised = quantised
        self.step = step
    }

    /// The code with the finest step that fits into `budget` bytes, found by bisection.
    ///
    /// If no code fits, the code with the coarsest step.
    package static func encode(_ thumbnail: Thumbnail, budget: Int = budget) -> [UInt8] {
        encode(thumbnail, unconverted: nil, budget: budget).code
    }

    /// The code of a picture, and the code of the difference of another rendering of it, which have the same step and
    /// share the budget.
    ///
    /// The numbers of the difference are added to those of the picture (``adding(difference:)``). They are mostly 0,
    /// and without a byte if all are 0.
    package static func encode(
        _ thumbnail: Thumbnail, unconverted: Thumbnail?, budget: Int = budget
    ) -> (code: [UInt8], difference: [UInt8]) {
        let picture = ExactPicture(thumbnail)
        let other = unconverted.map(ExactPicture.init)
        func codes(step index: Int) -> (code: [UInt8], difference: [UInt8]) {
            let step = Double(steps[index]) / 16
            let numbers = picture.numbers(step: step)
            return (
                [UInt8(index)] + bytes(of: numbers),
                other.map { bytes(of: $0.numbers(step: step, beyond: picture, numbers)) } ?? []
            )
        }
        var (low, high) = (0, steps.count - 1)
        var best: (code: [UInt8], difference: [UInt8])?
        while low < high {
            let middle = (low + high) / 2
            let found = codes(step: middle)
            if found.code.count + found.difference.count <= budget {
                high = middle
                best = found
            } else {
                low = middle + 1
                best = nil
            }
        }
        return best ?? codes(step: low)
    }

    /// The code of the other rendering.
    ///
    /// All bytes are the code of a difference.
    func adding(difference bytes: [UInt8]) -> ThumbnailCode {
        ThumbnailCode(quantised: zip(quantised, Self.numbers(in: bytes[...])).map { $0 + $1 }, step: step)
    }

    private static func bytes(of numbers: [Int]) -> [UInt8] {
        var numbers = numbers
        var encoder = RangeEncoder()
        var walk = CoefficientWalk()
        walk.code(&numbers, with: &encoder)
        return encoder.finish()
    }

    private static func numbers(in bytes: ArraySlice<UInt8>) -> [Int] {
        var numbers = Array(repeating: 0, count: Thumbnail.levelCount)
        var decoder = RangeDecoder(bytes)
        var walk = CoefficientWalk()
        walk.code(&numbers, with: &decoder)
        return numbers
    }
}

/// The coefficients of a picture that is coded.
private struct ExactPicture {
    private let coefficients: [Double]
    private let rounding: NeutralRounding

    init(_ thumbnail: Thumbnail) {
        let picture = ComparedPicture(thumbnail)
        coefficients = CosineTransform.coefficients(of: picture.levels)
        rounding = NeutralRounding(picture)
    }

    /// The numbers of the code.
    func numbers(step: Double) -> [Int] { rounding.round(coefficients.map { $0 / step }) }

    /// What is added to the numbers of another picture for this one.
    func numbers(step: Double, beyond other: ExactPicture, _ numbers: [Int]) -> [Int] {
        let added = zip(coefficients, other.coefficients).map { NeutralRounding.nearest(($0 - $1) / step) }
        let sums = rounding.adjust(
            zip(numbers, added).map { $0 + $1 }, to: coefficients.map { $0 / step }, where: { added[$0] != 0 })
        return zip(sums, numbers).map { $0 - $1 }
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
