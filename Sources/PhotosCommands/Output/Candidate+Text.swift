internal import OpenPhotoKitOwner
internal import PerceptualHashing

extension Resolution.Candidate {
    /// The explanation for the user of the command, who made the decisions.
    var displayText: String {
        switch reason {
        case .decided: "You decided that it is this one."
        case .decidedOther: Self.decidedOtherText
        default: explanation
        }
    }

    fileprivate static let decidedOtherText = "You decided that it is another one."

    /// Why a look at the pictures is needed, in a few words; empty for other reasons.
    var doubtText: String {
        switch reason {
        case .tooFlat: "shows too little"
        case .tooSmall: "may have moved"
        default: ""
        }
    }

    /// The explanation above the sentences of a ``ComparisonDescription``.
    ///
    /// It has no numbers, because those sentences state the differences.
    func displayText(above comparison: PictureComparison?) -> String {
        guard reason == .looksAlike, let failure = comparison?.verification.firstFailure else {
            return displayText
        }
        return "It looks alike, but \(failure)."
    }
}

extension PartialMatch {
    /// The explanation, with the decision of the user of the command.
    var displayText: String {
        explanation + (isDecidedOther ? " \(Resolution.Candidate.decidedOtherText)" : "")
    }
}
