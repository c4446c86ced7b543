extension Verification {
    /// Why a passed comparison does not prove that the pictures are the same shot.
    package enum Doubt: Sendable {
        /// The pictures have too little detail to show a movement.
        case tooFlat
        /// The content may have moved, by the inaccuracy of a scaler or because it is another frame.
        case mayHaveMoved
        /// The light or a small area differs more than coding makes it.
        case differs
    }

    /// Why a passed comparison does not prove that the pictures are the same shot; `nil` if it does.
    package var doubt: Doubt? {
        if Self.certainty * movementError > limits.movement { return .tooFlat }
        if possibleMovement > limits.movement { return .mayHaveMoved }
        let hasDetail = residual2x2 > limits.detail * max(noise, Self.leastNoise)
        return relativeLight > limits.relativeLight || hasDetail ? .differs : nil
    }

    /// Whether no cell differs.
    package var isIdentical: Bool { worstPixel == 0 && tone == 0 }

    /// The movement that the pictures do not exclude, as a fraction of the frame.
    var possibleMovement: Double { movement + Self.certainty * movementError }

    /// Whether a passed comparison proves that the pictures are the same shot.
    ///
    /// The pictures then show that nothing moved by more than ``VerificationLimits/movement``, that the light is the
    /// same relative to the brightness, and that no small area differs much more than the others.
    public var isConclusive: Bool { doubt == nil }

    /// The number of standard errors by which a movement is excluded.
    private static let certainty: Double = 4
    /// The least noise of a cell, in levels: levels are rounded.
    static let leastNoise: Double = 0.25
}
