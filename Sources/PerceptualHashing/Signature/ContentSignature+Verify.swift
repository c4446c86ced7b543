public import PhotoModel

extension ContentSignature {
    /// Compares two displayed pictures cell by cell.
    ///
    /// This comparison decides; the hash only finds candidates. The result is deterministic, and symmetric in the two
    /// pictures. The converted renderings are compared if they pass, otherwise the two renderings that are most
    /// similar.
    public func verify(against other: ContentSignature, limits: VerificationLimits = .standard) -> Verification {
        guard version == other.version else { return .incomparable(limits: limits) }
        let comparisons = renderings.flatMap { mine in
            other.renderings.map { Verification(mine.picture, size, $0.picture, other.size, limits: limits) }
        }
        // The first comparison is that of the converted renderings.
        if let converted = comparisons.first, converted.passes() { return converted }
        return comparisons.max { $0.score < $1.score } ?? .incomparable(limits: limits)
    }
}

extension Verification {
    /// Compares two pictures of equal sides.
    ///
    /// Measures and limits of fine pictures are those of thumbnails: blocks and slopes are of cells of 64×64. Each size
    /// is that of the full picture.
    package init(
        _ mine: ComparedPicture, _ mySize: PixelSize, _ theirs: ComparedPicture, _ theirSize: PixelSize,
        limits: VerificationLimits = .standard
    ) {
        let smaller = (mySize.width, mySize.height) <= (theirSize.width, theirSize.height) ? mySize : theirSize
        var limits = limits.widened(step: (mine.step * mine.step + theirs.step * theirs.step).squareRoot())
        if mySize == theirSize {
            limits.displacementPixels = limits.displacementPixelsAtEqualSize
        } else {
            limits.displacementOfFineCopies = .infinity
        }
        if max(smaller.width, smaller.height) < 2 * ComparedPicture.fineSide {
            limits.worst4x4OfFineCopies = .infinity
        }
        self.init(
            DifferenceFit(mine, theirs), smaller: smaller, aspectAgrees: mySize.hasShape(of: theirSize),
            aspectRatio: mySize.aspectRatio(to: theirSize), limits: limits)
    }

    private init(
        _ fit: DifferenceFit, smaller: PixelSize, aspectAgrees: Bool, aspectRatio: Double, limits: VerificationLimits
    ) {
        // The cells at the edge are 0 and are not counted.
        let count = Double(fit.innerCellCount)
        rms = (fit.differences.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        worstPixel = fit.blockMeans(of: fit.differences, cells: 1).greatestMagnitude
        worst2x2 = fit.blockMeans(of: fit.differences, cells: 2).greatestMagnitude
        worst4x4 = fit.blockMeans(of: fit.differences, cells: 4).greatestMagnitude
        mean = abs(fit.differences.reduce(0, +) / count)
        let toned = zip(fit.differences, fit.residuals).map { $0 - $1 }
        tone = (toned.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        displacement = max(fit.displacement.across, fit.displacement.down)
        displacementPixels = max(
            fit.displacement.across * Double(smaller.width), fit.displacement.down * Double(smaller.height))
        residual2x2 = fit.blockMeans(of: fit.residuals, cells: 2).greatestMagnitude
        gradientNormalised4x4 =
            zip(fit.blockMeans(of: fit.residuals.map(abs), cells: 4), fit.blockMeans(of: fit.slopes, cells: 4))
            .map { residual, slope in residual / (slope + Self.noiseFloor) }.greatestMagnitude
        moved = (fit.movedSquares / count).squareRoot()
        relativeLight = abs(fit.relativeLight)
        noise = (fit.residuals.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        // Cells of fewer than two pixels are not independent.
        let test =
            aspectAgrees && max(smaller.width, smaller.height) >= 2 * fit.side
            ? MovementTest(
                fit.movements, side: fit.side, noise: max(noise, Self.leastNoise),
                aspect: Double(smaller.width) / Double(smaller.height)) : .unseen
        (movement, movementError) = (test.movement, test.error)
        self.aspectAgrees = aspectAgrees
        self.aspectRatio = aspectRatio
        self.limits = limits
    }

    private init(infinite: Double, limits: VerificationLimits) {
        rms = infinite
        worstPixel = infinite
        worst2x2 = infinite
        worst4x4 = infinite
        mean = infinite
        tone = infinite
        displacement = infinite
        displacementPixels = infinite
        residual2x2 = infinite
        gradientNormalised4x4 = infinite
        moved = infinite
        movement = infinite
        movementError = infinite
        relativeLight = infinite
        noise = infinite
        aspectAgrees = false
        aspectRatio = infinite
        self.limits = limits
    }

    /// The result for signatures that cannot be compared.
    ///
    /// It never passes.
    static func incomparable(limits: VerificationLimits) -> Verification {
        Verification(infinite: .infinity, limits: limits)
    }
}

extension PixelSize {
    /// Whether both sizes have the same shape.
    ///
    /// After scaling to the smaller picture's width or height, the other side must be within one pixel of the smaller
    /// picture's.
    package func hasShape(of other: PixelSize) -> Bool {
        guard min(width, height, other.width, other.height) > 0 else { return false }
        // |w − h·W/H| ≤ 1 or |h − w·H/W| ≤ 1, multiplied by H and by W: w·H and h·W differ by at most max(W, H).
        let difference = Double(width) * Double(other.height) - Double(height) * Double(other.width)
        return abs(difference) <= Double(max(width, height, other.width, other.height))
    }
}

extension PixelSize {
    /// The greater of the two aspect ratios divided by the lesser; infinite for a size without pixels.
    fileprivate func aspectRatio(to other: PixelSize) -> Double {
        guard min(width, height, other.width, other.height) > 0 else { return .infinity }
        let (mine, theirs) = (Double(width) * Double(other.height), Double(height) * Double(other.width))
        return max(mine, theirs) / min(mine, theirs)
    }
}

extension [Double] {
    /// The greatest absolute value; 0 for an empty sequence.
    fileprivate var greatestMagnitude: Double { reduce(0) { Swift.max($0, abs($1)) } }
}
