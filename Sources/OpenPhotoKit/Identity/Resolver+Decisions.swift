internal import PhotoCatalog
internal import PhotoModel

/// What a person said of a picture that is asked for, as far as this library has the other ones.
struct PersonsWord {
    /// The asset that a person said it is: several only if the owner asked for doubles.
    private(set) var chosen: [Resolution.Candidate] = []
    /// Assets that a person said are other pictures.
    private(set) var refused: Set<String> = []

    init(about content: [UInt8], in catalog: PhotoCatalog) throws {
        // Oldest first, so that the last word counts.
        for decision in try catalog.decisions(about: content) {
            guard let other = decision.other(than: content) else { continue }
            let assets =
                try catalog.assets(with: .imageData, prefix: other) + catalog.assets(with: .bytes, prefix: other)
            guard !assets.isEmpty else { continue }
            if decision.isSame {
                chosen = assets.map { Resolution.Candidate(decided: $0.localIdentifier) }
            } else {
                refused.formUnion(assets.map(\.localIdentifier))
            }
        }
    }
}

extension Resolution.Candidate {
    fileprivate init(decided localIdentifier: String) {
        self.init(
            localIdentifier: localIdentifier, evidence: .content, distance: nil, verified: false, score: 0,
            reason: .decided, explanation: Self.decidedByAPerson)
    }

    static var decidedByAPerson: String { "A person decided that it is this one." }
}

extension Resolution {
    /// The answer once a person has said which of the candidates it is.
    package static func decided(as candidate: Candidate) -> Resolution {
        .found(
            Candidate(
                localIdentifier: candidate.localIdentifier, evidence: candidate.evidence, distance: candidate.distance,
                verified: candidate.verified, score: candidate.score, reason: .decided,
                explanation: Candidate.decidedByAPerson))
    }
}
