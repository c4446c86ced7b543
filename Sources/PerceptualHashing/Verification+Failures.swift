extension Verification {
    /// What is compared with a limit, in the order in which failures are told.
    enum Measure: CaseIterable {
        case mean, tone, rms, worstPixel, worst2x2, worst4x4, displacement, residual2x2, gradientNormalised4x4
    }

    /// A measure in units of its limit: more than 1 fails.
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

    /// Beyond the limit a displacement counts four times: other frames are rarely moved by less than a quarter more.
    private func stretched(_ ratio: Double) -> Double { ratio <= 1 ? ratio : 1 + 4 * (ratio - 1) }

    /// Why the two do not pass, in plain words with figures; empty when they pass.
    public var failedMeasures: [String] {
        guard rms.isFinite else { return ["the two cannot be compared"] }
        let shape = aspectAgrees ? [] : ["the shapes differ"]
        return shape + Measure.allCases.filter { !(ratio(of: $0) <= 1) }.map(sentence)
    }

    private func sentence(about measure: Measure) -> String {
        switch measure {
        case .mean: "one is brighter overall: \(levels(mean, limits.mean))"
        case .tone: "the light differs: \(levels(tone, limits.tone))"
        case .rms: "they differ all over: \(levels(rms, limits.rms))"
        case .worstPixel: "they differ at a point: \(levels(worstPixel, limits.worstPixel))"
        case .worst2x2: "they differ at a small spot: \(levels(worst2x2, limits.worst2x2))"
        case .worst4x4: "they differ at a spot: \(levels(worst4x4, limits.worst4x4))"
        case .displacement:
            "the content has moved: \(text(displacement * 100)) % of the frame (at most "
                + "\(text(limits.displacement * 100))), \(text(displacementPixels)) pixels (at most "
                + "\(text(limits.displacementPixels)))"
        case .residual2x2: "something small has changed: \(levels(residual2x2, limits.residual2x2))"
        case .gradientNormalised4x4:
            "something has changed or moved within the picture: \(text(gradientNormalised4x4)) "
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
