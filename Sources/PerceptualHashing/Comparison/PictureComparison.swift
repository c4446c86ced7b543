package import PhotoModel

/// The differences of two pictures, for display: the values that ``Verification`` measures, with signs and
/// positions.
package struct PictureComparison: Sendable {
    /// The number of quarter turns clockwise that the first picture needs to match the orientation of the second.
    package let quarterTurns: Int
    /// The first picture, turned for the comparison, and the second picture, in the renderings that are most similar.
    package let pictures: (first: Thumbnail, second: Thumbnail)
    /// The result of the comparison.
    package let verification: Verification
    /// The mean of ``differences`` without the edge, in levels; positive if the first picture is brighter.
    package let brightness: Double
    /// The displacement of the second picture's content at the centre, to the right and down, as a fraction of the
    /// frame.
    package let shift: (right: Double, down: Double)
    /// The first picture minus the second, without the part that movement explains: 64×64 levels, row by row.
    package let differences: [Double]
    /// The top left cell of the 4×4 block with the greatest difference.
    package let spot: (row: Int, column: Int)
    /// The mean of ``differences`` in that block, in levels; positive if the first picture is brighter.
    package let spotDifference: Double

    /// Compares the pictures in the best orientation and rendering; `nil` if one of them has no picture, or if the
    /// versions differ.
    package init?(_ first: ContentSignature, _ second: ContentSignature) {
        guard let best = TurnedPicture(first).compare(with: second) else { return nil }
        let fit = DifferenceFit(best.pictures.mine, best.pictures.theirs)
        let blocks = fit.blockMeans(of: fit.differences, cells: 4)
        let worst = blocks.indices.max { abs(blocks[$0]) < abs(blocks[$1]) } ?? 0
        let blocksAcross = Thumbnail.side / 4
        quarterTurns = best.quarterTurns
        pictures = (best.pictures.mine.thumbnail, best.pictures.theirs.thumbnail)
        verification = best.verification
        let sum = fit.differences.reduce(0, +)
        // The mean of the verification, which does not count the edge.
        brightness = sum < 0 ? -best.verification.mean : best.verification.mean
        shift = fit.shift
        differences = fit.differences
        spot = (row: worst / blocksAcross * 4, column: worst % blocksAcross * 4)
        spotDifference = blocks[worst]
    }
}
