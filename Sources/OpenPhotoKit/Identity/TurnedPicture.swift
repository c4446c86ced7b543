internal import PerceptualHashing
internal import PhotoModel

/// A picture that asks for its asset: as displayed, and turned by quarters in case an orientation tag was lost.
struct TurnedPicture {
    /// One signature for each number of quarter turns clockwise; only the first if there is no thumbnail to turn.
    private let views: [ContentSignature]

    init(_ signature: ContentSignature) {
        let turns = signature.hasThumbnail ? 0..<4 : 0..<1
        views = turns.map { signature.rotated(quarterTurnsClockwise: $0) }
    }

    /// What candidates are near to.
    var hashes: [PerceptualHash] { views.map(\.hash) }

    /// The comparison of the view that is most like another picture; `nil` if there is no thumbnail.
    func compare(with other: ContentSignature) -> (verification: Verification, quarterTurns: Int)? {
        let comparable = views.enumerated().filter { $0.element.hasThumbnail }
        // Views too far away for a candidate cannot be the same picture.
        let near = comparable.filter { $0.element.hash.distance(to: other.hash) <= ContentSignature.candidateRadius }
        return (near.isEmpty ? comparable : near)
            .map { (verification: $0.element.verify(against: other), quarterTurns: $0.offset) }
            .max { ($0.verification.score, -$0.quarterTurns) < ($1.verification.score, -$1.quarterTurns) }
    }
}
