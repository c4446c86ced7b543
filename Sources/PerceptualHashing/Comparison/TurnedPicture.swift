package import PhotoModel

/// A picture that is compared with others: as displayed, and in three rotations, each in all renderings.
///
/// The rotations are needed because an orientation tag may be lost, and the renderings because a colour profile may be.
package struct TurnedPicture: Sendable {
    private struct View {
        let quarterTurns: Int
        let rendering: ContentSignature.Rendering
        let hash: PerceptualHash
        /// The picture as displayed.
        ///
        /// It is turned for a comparison only, because most pictures have no candidates.
        let displayed: ComparedPicture
        /// The size of the turned picture.
        let size: PixelSize

        var picture: ComparedPicture { displayed.turned(quarters: quarterTurns) }
    }

    /// The comparison of the rotation and the renderings that are most similar.
    package struct Comparison: Sendable {
        package let pair: PairComparison
        /// The number of quarter turns clockwise of this picture.
        package let quarterTurns: Int
        /// The renderings of both pictures.
        package let renderings: (mine: ContentSignature.Rendering, theirs: ContentSignature.Rendering)
        /// This picture, turned, and the other one.
        let pictures: (mine: ComparedPicture, theirs: ComparedPicture)

        package var verification: Verification { pair.verification }
        /// `unconverted` if one of the pictures is compared without the conversion of its colours.
        package var rendering: ContentSignature.Rendering {
            renderings.mine == .converted ? renderings.theirs : .unconverted
        }

        /// Greater for the comparison that is preferred.
        fileprivate var rank: (Int, Double, Int, Int) {
            let isConverted = rendering == .converted
            let isProof = isConverted && verification.passes() && pair.doubt == nil
            return (isProof ? 1 : 0, verification.score, isConverted ? 1 : 0, -quarterTurns)
        }
    }

    /// The hashes with which candidates are found.
    package let hashes: [PerceptualHash]
    private let version: Int
    /// Empty if there is no picture to rotate or compare.
    private let views: [View]

    package init(_ signature: ContentSignature) {
        version = signature.version
        views = signature.renderings.flatMap { rendered in
            rendered.picture.thumbnail.hashesOfTurns.enumerated().map { turns, hash in
                View(
                    quarterTurns: turns, rendering: rendered.rendering,
                    hash: turns == 0 ? rendered.hash : hash, displayed: rendered.picture,
                    size: turns.isMultiple(of: 2) ? signature.size : signature.size.displayed(.right))
            }
        }
        hashes = views.isEmpty ? [signature.hash] : views.map(\.hash)
    }

    /// The comparison with another picture; `nil` if there is nothing to compare.
    ///
    /// If the converted renderings pass without a doubt, it is their most similar comparison, because these are the
    /// pictures as they are seen. Otherwise it is the most similar one of all.
    package func compare(with other: ContentSignature) -> Comparison? {
        guard version == other.version else { return nil }
        let pairs = other.renderings.flatMap { theirs in views.map { (mine: $0, theirs: theirs) } }
        // A rotation whose hash is not near cannot be the same picture.
        let near = pairs.filter { $0.hash.distance(to: $1.hash) <= ContentSignature.candidateRadius }
        return (near.isEmpty ? pairs : near)
            .map { mine, theirs in
                let picture = mine.picture
                return Comparison(
                    pair: PairComparison(Verification(picture, mine.size, theirs.picture, other.size)),
                    quarterTurns: mine.quarterTurns,
                    renderings: (mine.rendering, theirs.rendering),
                    pictures: (picture, theirs.picture))
            }
            .max { $0.rank < $1.rank }
    }
}
