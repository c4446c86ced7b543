/// The comparison of the noise of two pictures at the resolution of the smaller one.
///
/// Two frames of a camera that stands still show the same, but each has noise of its own. A copy has the noise of its
/// photo, or what coding and scaling left of it. Noise is measured where the pictures have the least contrast.
package struct NoiseComparison: Sendable {
    /// The part of the noise of the picture with less noise that the other one has too: 1 for all of it, 0 for none;
    /// `nil` if one of them has no more noise than coding makes, or if too few areas are smooth.
    package let common: Double?
    /// The mean square of the difference of the finest detail of both pictures, in squared levels, in all areas.
    package let difference: Double
    /// The absolute mean difference of both pictures, in levels.
    package let brightness: Double
    /// The absolute part of the Laplacian by which the sharpness of edges differs; 0 without edges.
    package let sharpness: Double

    /// The number of pixels along each side of a window.
    private static let side = 8
    /// The part of the windows that count: those with the least contrast.
    private static let part = 0.3
    private static let leastWindowCount = 16
    /// The levels between which no pixel of a window with noise is clipped.
    private static let levels: ClosedRange<Float> = 12...243
    /// The mean square of noise that is more than coding makes, in squared levels.
    private static let leastNoise = 1.5
    /// The mean square of the Laplacian of a window with an edge, in squared levels.
    ///
    /// Ramps have a Laplacian that is not more than that of coding, so they do not tell how sharp a picture is.
    private static let edge: Float = 16

    /// Compares two pictures.
    package init(_ pair: DetailedPair) {
        var windows: [Window] = []
        var (sum, bent, bends): (Double, Double, Double) = (0, 0, 0)
        var detail = SIMD3<Double>.zero
        for row in 0..<pair.height / Self.side {
            for column in 0..<pair.width / Self.side {
                let window = Window(pair, row: row * Self.side, column: column * Self.side, side: Self.side)
                sum += Double(window.difference)
                detail += SIMD3<Double>(window.noise)
                if window.bends >= Self.edge * Float(Self.side * Self.side) {
                    bent += Double(window.bent)
                    bends += Double(window.bends)
                }
                windows.append(window)
            }
        }
        let count = Double(max(1, windows.count * Self.side * Self.side))
        brightness = abs(sum) / count
        difference = (detail.x + detail.y - 2 * detail.z) / count
        sharpness = bends > 0 ? abs(bent / bends) : 0
        let usable = windows.filter { Self.levels.contains($0.mean) }.sorted { $0.contrast < $1.contrast }
        let smooth = usable.prefix(Int(Double(usable.count) * Self.part))
        let noise = smooth.reduce(SIMD3<Double>.zero) { $0 + SIMD3<Double>($1.noise) }
        let pixels = Double(max(1, smooth.count * Self.side * Self.side))
        let least = min(noise.x, noise.y)
        let isMeasured = smooth.count >= Self.leastWindowCount && least / pixels >= Self.leastNoise
        common = isMeasured ? noise.z / least : nil
    }

    /// How two pictures that show the same are related, by their noise.
    package enum Relation: Sendable {
        /// One is a copy of the other.
        case copy
        /// They are two frames, which only noise, light or focus tells apart.
        case frames
        /// They have no noise that can be measured: one may be a copy of the other, or of a frame beside it.
        case unknown
    }

    /// Whether the pictures are a photo and its copy, or two frames.
    ///
    /// A copy of the same size and quality has the same noise, and a smaller one or one of lower quality a part of it.
    /// If no noise can be measured, equal finest detail proves a copy of the same size and quality; reduced frames of a
    /// camera that stands still agree as copies do.
    ///
    /// - Parameters:
    ///   - mayDifferInLight: Whether the sizes of the pictures differ, or only one has a profile. Otherwise neither the
    ///     light nor the sharpness of a copy differs.
    ///   - isLowerQuality: Whether one of the files is much smaller.
    package func relation(mayDifferInLight: Bool, isLowerQuality: Bool) -> Relation {
        let lightAgrees = brightness <= Self.leastBrightness && sharpness <= Self.leastSharpness
        guard mayDifferInLight || lightAgrees else { return .frames }
        let isReduced = mayDifferInLight || isLowerQuality
        if !isReduced, difference <= Self.noDifference { return .copy }
        guard let common else { return isReduced ? .unknown : .frames }
        return common >= (isReduced ? Self.leastPart : Self.wholeNoise) ? .copy : .frames
    }

    /// The difference of the finest detail that coding with the same quality again makes, in squared levels.
    private static let noDifference = 0.1
    private static let leastPart = 0.4
    private static let wholeNoise = 0.9
    private static let leastBrightness = 0.25
    private static let leastSharpness = 0.06
}

/// The sums of a window of pixels.
private struct Window {
    /// In levels.
    var mean: Float = 0
    /// The variance of the smoothed mean of both pictures, in squared levels.
    var contrast: Float = 0
    /// The sum of the differences, in levels.
    var difference: Float = 0
    /// The sums of the Laplacian times the difference, and of its squares.
    var bent: Float = 0
    var bends: Float = 0
    /// The sums of the squares of the noise of each picture, and of the products.
    var noise = SIMD3<Float>.zero

    init(_ pair: DetailedPair, row: Int, column: Int, side: Int) {
        var (sum, squares): (Float, Float) = (0, 0)
        for y in row..<row + side {
            for x in column..<column + side {
                let index = y * pair.width + x
                let value = pair.mean[index] - 128
                sum += value
                squares += value * value
                difference += pair.difference[index]
                let bend = pair.slopes(row: y, column: x).bend
                bent += bend * pair.difference[index]
                bends += bend * bend
                let (one, other) = (pair.detail.first[index], pair.detail.second[index])
                noise += SIMD3(one * one, other * other, one * other)
            }
        }
        let count = Float(side * side)
        mean = sum / count + 128
        contrast = max(0, squares / count - sum / count * (sum / count))
    }
}
