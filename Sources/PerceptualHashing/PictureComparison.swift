package import PhotoModel

/// Where and how two pictures differ, for a person to see: what ``Verification`` measures, with its signs and places.
package struct PictureComparison: Sendable {
    /// How often the first picture is turned by a quarter, clockwise, to lie as the second does.
    package let quarterTurns: Int
    /// The first picture, turned.
    package let turned: ContentSignature
    /// How alike they are then.
    package let verification: Verification
    /// By how much the first is brighter, in levels; below 0 when it is darker.
    package let brightness: Double
    /// How far the second's content lies to the right of and below the first's, as parts of width and height.
    package let shift: (right: Double, down: Double)
    /// The first less the second without what the shift explains: 64×64 levels, row by row.
    package let differences: [Double]
    /// The top left cell of the 4×4 block that differs most.
    package let spot: (row: Int, column: Int)
    /// By how much the first is brighter there, in levels.
    package let spotDifference: Double

    /// A comparison of the first as it lies best; `nil` if one of them has no picture, or another version.
    package init?(_ first: ContentSignature, _ second: ContentSignature) {
        guard first.version == second.version, first.hasThumbnail else { return nil }
        let views = (0..<4).map { (turns: $0, signature: first.rotated(quarterTurnsClockwise: $0)) }
        let compared = views.map { ($0, $0.signature.verify(against: second)) }
        guard let best = compared.max(by: { ($0.1.score, -$0.0.turns) < ($1.1.score, -$1.0.turns) }),
            let mine = Thumbnail(levels: best.0.signature.thumbnail), let theirs = Thumbnail(levels: second.thumbnail)
        else { return nil }
        let fit = DifferenceFit(mine, theirs)
        let side = Double(Thumbnail.side)
        let blocks = fit.differences.blockMeans(side: 4)
        let worst = blocks.indices.max { abs(blocks[$0]) < abs(blocks[$1]) } ?? 0
        let blocksAcross = Thumbnail.side / 4
        quarterTurns = best.0.turns
        turned = best.0.signature
        verification = best.1
        brightness = fit.differences.reduce(0, +) / Double(Thumbnail.levelCount)
        shift = (right: fit.shift.x / side, down: fit.shift.y / side)
        differences = fit.differences
        spot = (row: worst / blocksAcross * 4, column: worst % blocksAcross * 4)
        spotDifference = blocks[worst]
    }
}
