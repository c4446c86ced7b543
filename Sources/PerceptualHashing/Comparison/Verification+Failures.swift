extension Verification {
    /// The measures, in the order in which failures are reported.
    enum Measure: CaseIterable {
        case mean, tone, rms, worstPixel, worst2x2, worst4x4, displacement, residual2x2, gradientNormalised4x4
    }

    /// A measure divided by its limit.
    ///
    /// A ratio above 1 fails.
    func ratio(of measure: Measure) -> Double {
        switch measure {
        case .mean: mean / limits.mean
        case .tone: tone / limits.tone
        case .rms: rms / limits.rms
        case .worstPixel: worstPixel / limits.worstPixel
        case .worst2x2: worst2x2 / limits.worst2x2
        case .worst4x4: worst4x4 / limits.worst4x4
        case .displacement:
            stretched(
                min(displacement / limits.displacement, displacementPixels / limits.displacementPixels))
        case .residual2x2: residual2x2 / limits.residual2x2
        case .gradientNormalised4x4: gradientNormalised4x4 / limits.gradientNormalised4x4
        }
    }

    /// Counts the part of a displacement beyond its limit four times, because other frames rarely move by less than a
    /// quarter more than the limit.
    private func stretched(_ ratio: Double) -> Double { ratio <= 1 ? ratio : 1 + 4 * (ratio - 1) }

    /// The reasons why the pictures do not pass, as text with figures; empty if they pass.
    public var failedMeasures: [String] {
        guard rms.isFinite else { return ["the two pictures cannot be compared"] }
        let shape = aspectAgrees ? [] : ["the shapes differ"]
        return shape + Measure.allCases.filter { !(ratio(of: $0) <= 1) }.map(sentence)
    }

    private func sentence(about measure: Measure) -> String {
        switch measure {
        case .mean: "one picture is brighter: \(levels(mean, limits.mean))"
        case .tone: "the light differs: \(levels(tone, limits.tone))"
        case .rms: "the whole pictures differ: \(levels(rms, limits.rms))"
        case .worstPixel: "the pictures differ at a point: \(levels(worstPixel, limits.worstPixel))"
        case .worst2x2: "the pictures differ at a small spot: \(levels(worst2x2, limits.worst2x2))"
        case .worst4x4: "the pictures differ at a spot: \(levels(worst4x4, limits.worst4x4))"
        case .displacement:
            "the content has moved: \(text(displacement * 100)) % of the frame (at most "
                + "\(text(limits.displacement * 100))), \(text(displacementPixels)) pixels (at most "
                + "\(text(limits.displacementPixels)))"
        case .residual2x2: "a small detail has changed: \(levels(residual2x2, limits.residual2x2))"
        case .gradientNormalised4x4:
            "a detail has changed or moved: \(text(gradientNormalised4x4)) "
                + "(at most \(text(limits.gradientNormalised4x4)))"
        }
    }

    private func levels(_ value: Double, _ limit: Double) -> String { "\(text(value)) levels (at most \(text(limit)))" }

    /// Two decimals, without trailing zeros.
    private func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
}
