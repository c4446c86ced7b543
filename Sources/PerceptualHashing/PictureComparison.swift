package import PhotoModel

/// Where and how two pictures differ, for a person to see: what ``Verification`` measures, with its signs and places.
package struct PictureComparison: Sendable {
    /// How often the first picture is turned by a quarter, clockwise, to lie as the second does.
    package let quarterTurns: Int
    /// The first picture as it was compared, turned, and the second.
    package let pictures: (first: Thumbnail, second: Thumbnail)
    /// How alike they are then.
    package let verification: Verification
    /// By how much the first is brighter, in levels; below 0 when it is darker.
    package let brightness: Double
    /// How far the second's content lies to the right of and below the first's in the middle, as parts of the frame.
    package let shift: (right: Double, down: Double)
    /// The first less the second without what moving explains: 64×64 levels, row by row.
    package let differences: [Double]
    /// The top left cell of the 4×4 block that differs most.
    package let spot: (row: Int, column: Int)
    /// By how much the first is brighter there, in levels.
    package let spotDifference: Double

    /// A comparison of the first as it lies best; `nil` if one of them has no picture, or another version.
    package init?(_ first: ContentSignature, _ second: ContentSignature) {
        guard first.version == second.version, let mine = ComparedPicture(first.picture),
            let theirs = ComparedPicture(second.picture)
        else { return nil }
        let views = (0..<4).map { turns in
            let view = mine.turned(quarters: turns)
            let size = turns.isMultiple(of: 2) ? first.size : first.size.displayed(.right)
            return (turns: turns, view: view, verification: Verification(view, size, theirs, second.size))
        }
        guard let best = views.max(by: { ($0.verification.score, -$0.turns) < ($1.verification.score, -$1.turns) })
        else { return nil }
        let fit = DifferenceFit(best.view, theirs)
        let blocks = fit.differences.blockMeans(side: 4)
        let worst = blocks.indices.max { abs(blocks[$0]) < abs(blocks[$1]) } ?? 0
        let blocksAcross = Thumbnail.side / 4
        quarterTurns = best.turns
        pictures = (best.view.thumbnail, theirs.thumbnail)
        verification = best.verification
        let sum = fit.differences.reduce(0, +)
        // As the verification has it, which leaves the edge out.
        brightness = sum < 0 ? -best.verification.mean : best.verification.mean
        shift = fit.shift
        differences = fit.differences
        spot = (row: worst / blocksAcross * 4, column: worst % blocksAcross * 4)
        spotDifference = blocks[worst]
    }
}
