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
        return shape + failing.map { "\(Self.sentence(about: $0)): \(figures(of: $0))" }
    }

    /// The first of the reasons, without figures; `nil` if the pictures pass.
    package var firstFailure: String? {
        guard rms.isFinite, aspectAgrees else { return failedMeasures.first }
        return failing.first.map(Self.sentence)
    }

    private var failing: [Measure] { Measure.allCases.filter { !(ratio(of: $0) <= 1) } }

    private static func sentence(about measure: Measure) -> String {
        switch measure {
        case .mean: "one picture is brighter"
        case .tone: "the light differs"
        case .rms: "the whole pictures differ"
        case .worstPixel: "the pictures differ at a point"
        case .worst2x2: "the pictures differ at a small spot"
        case .worst4x4: "the pictures differ at a spot"
        case .displacement: "the content has moved"
        case .residual2x2: "a small detail has changed"
        case .gradientNormalised4x4: "a detail has changed or moved"
        }
    }

    private func figures(of measure: Measure) -> String {
        switch measure {
        case .mean: levels(mean, limits.mean)
        case .tone: levels(tone, limits.tone)
        case .rms: levels(rms, limits.rms)
        case .worstPixel: levels(worstPixel, limits.worstPixel)
        case .worst2x2: levels(worst2x2, limits.worst2x2)
        case .worst4x4: levels(worst4x4, limits.worst4x4)
        case .displacement:
            "\(text(displacement * 100)) % of the frame (at most \(text(limits.displacement * 100))), "
                + "\(text(displacementPixels)) pixels (at most \(text(limits.displacementPixels)))"
        case .residual2x2: levels(residual2x2, limits.residual2x2)
        case .gradientNormalised4x4:
            "\(text(gradientNormalised4x4)) (at most \(text(limits.gradientNormalised4x4)))"
        }
    }

    private func levels(_ value: Double, _ limit: Double) -> String { "\(text(value)) levels (at most \(text(limit)))" }

    /// Two decimals, without trailing zeros.
    private func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
}
