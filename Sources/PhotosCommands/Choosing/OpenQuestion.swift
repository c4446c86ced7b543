internal import OpenPhotoKitOwner

/// A question to a person, without its pictures, because a command may have thousands of questions.
struct OpenQuestion: Sendable {
    /// The identifier or file in the question, as the person named it.
    enum Subject: Sendable {
        case identifier(String)
        case file(FilePath)
    }

    let subject: Subject
    /// The library's own answer.
    let resolution: Resolution

    /// - Returns: `nil` if a person has nothing to decide.
    init?(_ subject: Subject, _ resolution: Resolution) {
        guard resolution.isOpen else { return nil }
        self.subject = subject
        self.resolution = resolution
    }
}

extension OpenQuestion {
    /// Whether a look at two pictures decides the question.
    ///
    /// There is one candidate and no look-alike, the two pictures agree, and nothing contradicts. The only doubt is
    /// that they show too little to exclude another photo, or may have moved a little.
    var isConfirmation: Bool {
        guard resolution.kind == .asset, resolution.status == .multiple, resolution.recentlyDeleted == nil,
            resolution.candidates.count == 1, resolution.openLookalikes.isEmpty
        else { return false }
        return [.tooFlat, .tooSmall].contains(resolution.candidates[0].reason)
    }
}

extension [OpenQuestion] {
    /// First the questions with candidates, then those with look-alikes, by falling similarity; else in their order.
    var likeliestFirst: [OpenQuestion] {
        enumerated().sorted { ($1.element.similarity, $0.offset) < ($0.element.similarity, $1.offset) }.map(\.element)
    }
}

extension OpenQuestion {
    fileprivate var similarity: Double {
        resolution.status == .multiple ? 2 : resolution.openLookalikes.map(\.score).max() ?? 0
    }
}

extension Resolution {
    /// Whether a person has something to decide.
    var isOpen: Bool { status != .found && !(candidates + openLookalikes).isEmpty }

    /// The look-alikes that a person has not decided about, first those of which the requested picture shows a part.
    var openLookalikes: [Candidate] {
        let partial = (partialMatches ?? []).map(Candidate.init)
        let known = Set(partial.map(\.localIdentifier))
        return (partial + lookalikes.filter { !known.contains($0.localIdentifier) })
            .filter { $0.reason != .decidedOther }
    }

    /// The answer with the partial matches of an earlier answer, after a decision.
    ///
    /// - Parameter others: The local identifiers of the assets that the user decided are other photos.
    func withPartialMatches(of earlier: Resolution, decidedOther others: [String]) -> Resolution {
        // Partial matches belong to answers without candidates.
        guard candidates.isEmpty else { return self }
        var answer = self
        answer.partialMatches = earlier.partialMatches?.map { match in
            var match = match
            if others.contains(match.localIdentifier) { match.isDecidedOther = true }
            return match
        }
        return answer
    }
}

extension Resolution.Candidate {
    /// The asset of a partial match, which looks like the requested picture but is another one.
    fileprivate init(_ match: PartialMatch) {
        self.init(
            localIdentifier: match.localIdentifier, evidence: .content, distance: nil, verified: false,
            score: match.score, isEdited: match.isEdited, reason: match.isDecidedOther ? .decidedOther : .looksAlike,
            explanation: match.explanation)
    }
}
