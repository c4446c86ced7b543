/// A thumbnail in a few hundred bytes, for nearly the same comparisons as the thumbnail.
///
/// Pictures are compared after smoothing by [1 2 1]/4 (``ComparedPicture``). In the discrete cosine transform this
/// filter is exactly the weight `cos²(πu/128)·cos²(πv/128)`. The code therefore quantises the smoothed picture with
/// one step, and fine detail that is not compared takes no bytes. All arithmetic is in integers:
/// - `K[u][j] = round(2^13·cos(π/128·u·(2j + 1)))`, for `u = 0` `round(2^13·√½) = 5793`;
/// - `B = K·levels·Kᵀ` (below 2^46), `w[u] = round(2^7·cos²(πu/128))`;
/// - `q[v][u] = ±((|B|·w[v]·w[u] + D/2) / D)` with `D = step·2^41`, rounding down, and the steps of ``steps``.
///
/// The first byte is the index of the step; ``CoefficientWalk`` codes `q`.
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
        let coefficients = weightedCoefficients(of: thumbnail)
        var (low, high) = (0, steps.count - 1)
        var best: [UInt8]?
        while low < high {
            let middle = (low + high) / 2
            let code = encode(coefficients, step: middle)
            if code.count <= budget {
                high = middle
                best = code
            } else {
                low = middle + 1
                best = nil
            }
        }
        return best ?? encode(coefficients, step: low)
    }

    private static func encode(_ coefficients: [Int], step index: Int) -> [UInt8] {
        let divisor = steps[index] << 41
        var quantised = coefficients.map { coefficient in
            let magnitude = (abs(coefficient) + divisor / 2) / divisor
            return coefficient < 0 ? -magnitude : magnitude
        }
        var encoder = RangeEncoder()
        var walk = CoefficientWalk()
        walk.code(&quantised, with: &encoder)
        return [UInt8(index)] + encoder.finish()
    }

    /// `B[v][u]·w[v]·w[u]`, below 2^60.
    private static func weightedCoefficients(of thumbnail: Thumbnail) -> [Int] {
        let side = Thumbnail.side
        let levels = thumbnail.levels.map(Int.init)
        var columns = Array(repeating: 0, count: Thumbnail.levelCount)
        var result = columns
        for down in 0..<side {
            for row in 0..<side {
                let weight = cosines[down * side + row]
                for column in 0..<side { columns[down * side + column] &+= weight &* levels[row * side + column] }
            }
            for across in 0..<side {
                var sum = 0
                for column in 0..<side { sum &+= cosines[across * side + column] &* columns[down * side + column] }
                result[down * side + across] = sum &* weights[down] &* weights[across]
            }
        }
        return result
    }

    /// `K`, 64 frequencies of 64 positions: the published 20-bit cosines, rounded to 13 bits.
    private static let cosines: [Int] = (0..<Thumbnail.side).flatMap { frequency in
        (0..<Thumbnail.side).map { position in
            guard frequency > 0 else { return 5793 }
            let cosine = Int(CosineTable.cosine(frequency * (2 * position + 1)))
            return cosine < 0 ? -((64 - cosine) >> 7) : (cosine + 64) >> 7
        }
    }

    /// `w`: the published 20-bit cosines, rounded to 7 bits.
    private static let weights: [Int] = (0..<Thumbnail.side).map { frequency in
        let cosine = Int(CosineTable.cosine(frequency))
        return (cosine * cosine + 1 << 32) >> 33
    }
}

extension ThumbnailCode {
    /// The smoothed picture that the code represents: 4096 levels, row by row.
    ///
    /// Each magnitude is reduced by a sixteenth of a step, because small magnitudes are more likely. Floating point
    /// is sufficient here: it does not affect the code, and the limits of the comparison are in floating point too.
    var smoothedLevels: [Double] {
        let side = Thumbnail.side
        let coefficients = quantised.map { value in
            let magnitude = max(0, Double(abs(value)) - 1.0 / 16) * step
            return value < 0 ? -magnitude : magnitude
        }
        var columns = Array(repeating: 0.0, count: Thumbnail.levelCount)
        for row in 0..<side {
            for down in 0..<side {
                let weight = Self.orthonormal[down * side + row]
                for across in 0..<side {
                    columns[row * side + across] += weight * coefficients[down * side + across]
                }
            }
        }
        var levels = Array(repeating: 0.0, count: Thumbnail.levelCount)
        for row in 0..<side {
            for across in 0..<side {
                let coefficient = columns[row * side + across]
                guard coefficient != 0 else { continue }
                for column in 0..<side {
                    levels[row * side + column] += coefficient * Self.orthonormal[across * side + column]
                }
            }
        }
        return levels
    }

    /// The orthonormal cosines, from the published 20-bit cosines.
    private static let orthonormal: [Double] = (0..<Thumbnail.side).flatMap { frequency in
        (0..<Thumbnail.side).map { position in
            let cosine =
                frequency == 0
                ? 0.5.squareRoot() : Double(CosineTable.cosine(frequency * (2 * position + 1))) / Double(1 << 20)
            return cosine / 32.0.squareRoot()
        }
    }
}
