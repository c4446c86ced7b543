package import AssetLoading
internal import PerceptualHashing
package import PhotoCatalog
package import PhotoInspection
internal import PhotoModel

/// Compares pictures again in 256×256 cells, where the files are at hand.
///
/// Many pictures that show too little in 64×64 cells show enough there, and other frames that agree in 64×64 cells may
/// differ. A picture that was compared without the conversion of its colours is decoded without it.
package struct FineComparison: Sendable {
    /// The maximum number of candidates that are decoded again.
    private static let mostCandidates = 8

    private let catalog: PhotoCatalog
    private let resources: ResourceStore
    private let decoder: FinePictureDecoder

    package init(_ catalog: PhotoCatalog, _ resources: ResourceStore, _ decoder: FinePictureDecoder) {
        self.catalog = catalog
        self.resources = resources
        self.decoder = decoder
    }

    /// The candidates, with the finer comparisons of those that may be the photo.
    ///
    /// - Returns: `nil` if there are too many candidates, or if the file cannot be decoded again.
    func compare(_ candidates: [ComparedAsset], with analysis: PhotoAnalysis) throws -> [ComparedAsset]? {
        let near = candidates.filter { $0.verification?.isCompatible == true }
        guard near.count <= Self.mostCandidates, let size = analysis.signature?.size else { return nil }
        var mine: [ContentSignature.Rendering: FinePicture] = [:]
        for rendering in Set(near.map(\.renderings.mine)) {
            guard let picture = decoder.picture(of: analysis, rendering) else { return nil }
            mine[rendering] = FinePicture(picture: picture, size: size)
        }
        return try candidates.map { candidate in
            guard let coarse = candidate.verification, coarse.isCompatible, let mine = mine[candidate.renderings.mine],
                let theirSize = candidate.size, let file = candidate.file,
                let theirs = try self.picture(
                    ofFile: file, of: candidate.localIdentifier, size: theirSize, candidate.renderings.theirs),
                let fine = mine.compare(with: theirs, quarterTurns: candidate.quarterTurns, score: coarse.score)
            else { return candidate }
            return candidate.refined(by: fine)
        }
    }

    /// The fine picture in a file of an asset; `nil` if it cannot be read or decoded.
    ///
    /// - Parameter size: The displayed size by the signature.
    func picture(
        ofFile sha256: Digest, of localIdentifier: String, size: PixelSize, _ rendering: ContentSignature.Rendering
    ) throws -> FinePicture? {
        let resource = try catalog.assets([localIdentifier])[localIdentifier]?.resources.first { $0.sha256 == sha256 }
        let decoded = resource.flatMap {
            decoder.picture(
                of: ResourceHandle($0, in: resources, as: catalog.access, allowingNetwork: false), rendering)
        }
        return decoded.map { FinePicture(picture: $0, size: size) }
    }
}

/// A fine picture, with the displayed size of the full picture.
struct FinePicture: Sendable {
    let picture: ComparedPicture
    let size: PixelSize

    /// The comparison with another picture after quarter turns of this one, clockwise.
    ///
    /// - Parameter score: The score of the comparison in 64×64 cells.
    /// - Returns: `nil` if the pictures differ and one of them has too few pixels, because copies of this size differ too: one
    ///   for each cell along the longer side, or two if the pictures agree well in 64×64 cells.
    func compare(with other: FinePicture, quarterTurns turns: Int, score: Double) -> Verification? {
        let verification = Verification(
            picture.turned(quarters: turns), turns.isMultiple(of: 2) ? size : size.displayed(.right), other.picture,
            other.size)
        let least = (score >= CopyEvidence.nearlyEqualScore ? 2 : 1) * ComparedPicture.fineSide
        let showsAllCells = [size, other.size].allSatisfy { max($0.width, $0.height) >= least }
        return verification.passes() || showsAllCells ? verification : nil
    }
}
