internal import PerceptualHashing
internal import PhotoModel

/// A picture whose asset is searched for: as displayed, and in three rotations.
///
/// The rotations are needed because an orientation tag may be lost.
struct TurnedPicture {
    private struct View {
        let quarterTurns: Int
        let hash: PerceptualHash
        let picture: ComparedPicture
        let size: PixelSize
    }

    /// The hashes with which candidates are found.
    let hashes: [PerceptualHash]
    private let version: Int
    /// Empty if there is no picture to rotate or compare.
    private let views: [View]

    init(_ signature: ContentSignature) {
        version = signature.version
        guard let picture = ComparedPicture(signature.picture) else {
            hashes = [signature.hash]
            views = []
            return
        }
        views = (0..<4).map { turns in
            let turned = picture.turned(quarters: turns)
            return View(
                quarterTurns: turns, hash: turns == 0 ? signature.hash : turned.hash, picture: turned,
                size: turns.isMultiple(of: 2) ? signature.size : signature.size.displayed(.right))
        }
        hashes = views.map(\.hash)
    }

    /// The comparison of the rotation that is most similar to another picture; `nil` if there is nothing to compare.
    func compare(with other: ContentSignature) -> (verification: Verification, quarterTurns: Int)? {
        guard version == other.version, let theirs = ComparedPicture(other.picture) else { return nil }
        // A rotation whose hash is not near cannot be the same picture.
        let near = views.filter { $0.hash.distance(to: other.hash) <= ContentSignature.candidateRadius }
        return (near.isEmpty ? views : near)
            .map {
                (verification: Verification($0.picture, $0.size, theirs, other.size), quarterTurns: $0.quarterTurns)
            }
            .max { ($0.verification.score, -$0.quarterTurns) < ($1.verification.score, -$1.quarterTurns) }
    }
}
