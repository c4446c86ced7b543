internal import PhotoModel

/// What the comparison of two pictures proves: in 64×64 cells, or in finer cells if both files are at hand.
package struct PairComparison: Sendable {
    /// The comparison that counts.
    package let verification: Verification
    /// Why the pictures may be different shots although they pass; `nil` if passing proves that they are the same shot.
    package let doubt: Verification.Doubt?

    package init(_ verification: Verification) { self.init(verification, verification.doubt) }

    package init(_ verification: Verification, _ doubt: Verification.Doubt?) {
        self.verification = verification
        self.doubt = doubt
    }

    /// The comparison that counts for a requested photo after another one in finer cells.
    ///
    /// Finer cells prove or refute what 64×64 cells show. They do not outweigh a difference that 64×64 cells show.
    package func refined(by fine: Verification) -> PairComparison {
        verification.passes() || !fine.isCompatible ? PairComparison(fine) : self
    }

    /// The score of the verification, at most 0.49 if there is a doubt.
    package var score: Double {
        doubt == nil ? verification.score : min(verification.score, Verification.greatestDoubtfulScore)
    }
}
