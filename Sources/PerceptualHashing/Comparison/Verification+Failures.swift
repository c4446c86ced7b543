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
            displacementRatio
        case .residual2x2: residual2x2 / limits.residual2x2
        case .gradientNormalised4x4: gradientNormalised4x4 / limits.gradientNormalised4x4
        }
    }

    /// The lesser ratio of the two displacements.
    ///
    /// The part of it beyond the limit counts four times, because other frames rarely move by less than a quarter more
    /// than the limit. If the whole picture shows that nothing moved, that counts: sharpening seems to move the
    /// corners.
    private var displacementRatio: Double {
        let ratio = min(displacement / limits.displacement, displacementPixels / limits.displacementPixels)
        let stretched = max(ratio, 4 * ratio - 3)
        return possibleMovement <= limits.movement ? min(stretched, possibleMovement / limits.movement) : stretched
    }

    /// Whether the content has moved more than in copies, and this explains the difference better than other details
    /// do.
    package var hasMoved: Bool { displacementRatio > 1 && moved >= noise }

    /// The reasons why the pictures do not pass, as text with figures; empty if they pass.
    public var failedMeasures: [String] {
        guard rms.isFinite else { return ["the two pictures cannot be compared"] }
        let shape = aspectAgrees ? [] : ["the shapes differ"]
        return shape + failing.map { "\(sentence(about: $0)): \(figures(of: $0))" }
    }

    /// The first of the reasons, without figures; `nil` if the pictures pass.
    package var firstFailure: String? {
        guard rms.isFinite, aspectAgrees else { return failedMeasures.first }
        return failing.first.map(sentence)
    }

    /// The measures that exceed their limits, first those of the part that explains most of the difference.
    ///
    /// Sharpening also changes the light a little where it clips, and seems to move something.
    private var failing: [Measure] {
        Measure.allCases.filter { !(ratio(of: $0) <= 1) }.enumerated()
            .sorted { (part(of: $1.element), $0.offset) < (part(of: $0.element), $1.offset) }.map(\.element)
    }

    /// The root of the mean square of the part of the difference that a measure is about, in levels.
    private func part(of measure: Measure) -> Double {
        switch measure {
        case .mean, .tone: tone
        case .displacement: moved
        case .rms, .worstPixel, .worst2x2, .worst4x4, .residual2x2, .gradientNormalised4x4: noise
        }
    }

    private func sentence(about measure: Measure) -> String {
        switch measure {
        case .mean: "one picture is brighter"
        case .tone: "the light differs"
        case .rms: "the details differ"
        case .worstPixel: "the pictures differ at a point"
        case .worst2x2: "the pictures differ at a small spot"
        case .worst4x4: "the pictures differ at a spot"
        case .displacement: hasMoved ? "the content has moved" : "the details differ as if the content had moved"
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
