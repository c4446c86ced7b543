package import Originals
internal import PerceptualHashing
package import PhotoCatalog
package import PhotoInspection
package import PhotoModel

/// Compares pictures again where the files are at hand: in 256×256 cells, and at the resolution of the smaller one.
///
/// Many pictures that show too little in 64×64 cells show enough in finer ones, and other frames that agree in 64×64
/// cells may differ. Colours, and what a person can read at the pictures' own resolution, are compared, too. A picture
/// that was compared without the conversion of its colours is decoded without it.
package struct FineComparison: Sendable {
    /// The maximum number of candidates that are decoded again.
    private static let mostCandidates = 8

    private let catalog: PhotoCatalog
    private let handle: @Sendable (AssetResource) -> ResourceHandle
    private let decoder: FinePictureDecoder

    /// - Parameter handle: Makes the handle by which the bytes of a resource are opened.
    package init(
        _ catalog: PhotoCatalog, _ decoder: FinePictureDecoder,
        handle: @escaping @Sendable (AssetResource) -> ResourceHandle
    ) {
        self.catalog = catalog
        self.handle = handle
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
            guard let picture = decoder.picture(of: .file(analysis), rendering) else { return nil }
            mine[rendering] = FinePicture(picture: picture, size: size)
        }
        return try candidates.map { candidate in
            guard let coarse = candidate.verification, coarse.isCompatible, let mine = mine[candidate.renderings.mine],
                let theirSize = candidate.size, let file = candidate.file,
                let resource = try self.resource(file, of: candidate.localIdentifier),
                let picture = decoder.picture(of: resource.source, candidate.renderings.theirs)
            else { return candidate }
            let theirs = FinePicture(picture: picture, size: theirSize)
            let fine = mine.compare(with: theirs, quarterTurns: candidate.quarterTurns, score: coarse.score)
            let refined = fine.map { candidate.refined(by: $0) } ?? candidate
            guard refined.verification?.passes() == true, !refined.differsInDetail else { return refined }
            let side = DetailedPicture.commonSide(of: size, theirSize)
            guard
                let one = decoder.detailedPicture(
                    of: .file(analysis), candidate.renderings.mine, longestSide: side),
                let other = decoder.detailedPicture(
                    of: resource.source, candidate.renderings.theirs, longestSide: side)
            else { return refined }
            let turned = one.turned(quarters: candidate.quarterTurns)
            let sources = (FinePictureDecoder.Source.file(analysis), resource.source)
            return refined.compared(
                by: DetailComparison(DetailedPair(turned, other)),
                showsOtherColors: showOtherColors(
                    turned, other, sources, side, candidate.quarterTurns,
                    mayBeWithoutProfile: candidate.mayBeWithoutProfile))
        }
    }

    /// The comparison of a pair of assets by finer cells, details, colours and noise; `nil` if a file cannot be
    /// decoded.
    ///
    /// - Parameters:
    ///   - best: The comparison in 64×64 cells, which is compatible.
    ///   - pictures: The pictures of the first asset that were decoded so far.
    /// - Returns: The lesser score of 64×64 and finer cells, at most 0.49 if details, colours or noise tell the
    ///   pictures apart.
    func compare(
        _ mine: SignedAsset, _ theirs: SignedAsset, _ best: TurnedPicture.Comparison,
        _ pictures: inout DecodedPictures
    ) throws -> FinePair? {
        func pair(_ score: Double, isProven: Bool = false) -> FinePair {
            FinePair(mine.signatureID, theirs.signatureID, score: score, isProven: isProven)
        }
        guard let one = try resource(mine.file, of: mine.localIdentifier),
            let other = try resource(theirs.file, of: theirs.localIdentifier)
        else { return nil }
        let renderings = best.renderings
        let known = pictures.fine[renderings.mine] ?? finePicture(one, mine.signature.size, renderings.mine)
        pictures.fine[renderings.mine] = .some(known)
        guard let known, let picture = finePicture(other, theirs.signature.size, renderings.theirs) else { return nil }
        let fine = known.compare(with: picture, quarterTurns: best.quarterTurns, score: best.pair.score)
        // Finer cells that show no movement, as in small pictures, do not weaken the proof by 64×64 cells.
        let fineScore = fine.map { $0.doubt == .tooFlat ? $0.agreement : $0.score } ?? 1
        let score = min(best.pair.score, fineScore)
        guard score > Verification.greatestDoubtfulScore else { return pair(score) }
        let mayBeWithoutProfile = mine.signature.mayBeWithoutProfile(of: theirs.signature)
        if let fine, fine.differsMoreThanFineCopies, !mayBeWithoutProfile {
            return pair(Verification.greatestDoubtfulScore)
        }
        let relation = try relation(
            (one, mine.signature.size), (other, theirs.signature.size), best, &pictures,
            mayBeWithoutProfile: mayBeWithoutProfile)
        switch relation {
        case nil: return nil
        case .frames?: return pair(Verification.greatestDoubtfulScore)
        case .copy?: return pair(score, isProven: true)
        case .unknown?: return pair(score)
        }
    }

    /// What details, colours and noise say about two pictures that agree.
    ///
    /// - Returns: `nil` if a file cannot be decoded.
    private func relation(
        _ mine: (file: FileToDecode, size: PixelSize), _ theirs: (file: FileToDecode, size: PixelSize),
        _ best: TurnedPicture.Comparison, _ pictures: inout DecodedPictures, mayBeWithoutProfile: Bool
    ) throws -> NoiseComparison.Relation? {
        let side = DetailedPicture.commonSide(of: mine.size, theirs.size)
        let one = pictures.detailed(best.renderings.mine, side: side) {
            decoder.detailedPicture(of: mine.file.source, best.renderings.mine, longestSide: side)
        }
        guard let one,
            let other = decoder.detailedPicture(of: theirs.file.source, best.renderings.theirs, longestSide: side)
        else { return nil }
        let turned = one.turned(quarters: best.quarterTurns)
        let haveOtherColors = showOtherColors(
            turned, other, (mine.file.source, theirs.file.source), side, best.quarterTurns,
            mayBeWithoutProfile: mayBeWithoutProfile)
        guard !haveOtherColors else { return .frames }
        let pair = DetailedPair(turned, other)
        guard !DetailComparison(pair).showsOtherDetail else { return .frames }
        let lengths = [mine.file.bytes, theirs.file.bytes].sorted()
        return NoiseComparison(pair).relation(
            mayDifferInLight: mayBeWithoutProfile
                || max(mine.size.width, mine.size.height) != max(theirs.size.width, theirs.size.height),
            isLowerQuality: Double(lengths[0]) < Self.lowerQuality * Double(lengths[1]))
    }

    /// Whether two pictures have other colours, also without the conversion of their colours if only one has a profile:
    /// the other may be a copy that lost it.
    private func showOtherColors(
        _ turned: DetailedPicture, _ other: DetailedPicture,
        _ sources: (mine: FinePictureDecoder.Source, theirs: FinePictureDecoder.Source), _ side: Int,
        _ quarterTurns: Int, mayBeWithoutProfile: Bool
    ) -> Bool {
        guard ColorComparison(turned, other).showsOtherColors else { return false }
        guard mayBeWithoutProfile,
            let one = decoder.detailedPicture(of: sources.mine, .unconverted, longestSide: side),
            let other = decoder.detailedPicture(of: sources.theirs, .unconverted, longestSide: side)
        else { return true }
        return ColorComparison(one.turned(quarters: quarterTurns), other).showsOtherColors
    }

    /// The part of the length of a file that a copy of lower quality does not exceed.
    ///
    /// The files of frames that follow each other differ by less.
    private static let lowerQuality = 0.8

    private func finePicture(
        _ file: FileToDecode, _ size: PixelSize, _ rendering: ContentSignature.Rendering
    ) -> FinePicture? {
        decoder.picture(of: file.source, rendering).map { FinePicture(picture: $0, size: size) }
    }

    /// A file of an asset; `nil` if the asset has no such file any more.
    private func resource(_ sha256: Digest, of localIdentifier: String) throws -> FileToDecode? {
        let resource = try catalog.assets([localIdentifier])[localIdentifier]?.resources.first { $0.sha256 == sha256 }
        return resource.map {
            FileToDecode(source: .resource(handle($0)), bytes: $0.bytes)
        }
    }
}

/// The pictures of an asset that were decoded again.
struct DecodedPictures {
    /// `nil` for those that cannot be decoded.
    fileprivate var fine: [ContentSignature.Rendering: FinePicture?] = [:]
    /// The last one.
    private var detailed: (rendering: ContentSignature.Rendering, side: Int, picture: DetailedPicture?)?

    init() {}

    /// The picture with a long side of at most `side` pixels, by `decode` unless it is known.
    ///
    /// - Returns: `nil` if it cannot be decoded.
    fileprivate mutating func detailed(
        _ rendering: ContentSignature.Rendering, side: Int, decode: () -> DetailedPicture?
    ) -> DetailedPicture? {
        if let detailed, detailed.rendering == rendering, detailed.side == side { return detailed.picture }
        let picture = decode()
        detailed = (rendering, side, picture)
        return picture
    }
}

/// A file of an asset that is decoded again.
private struct FileToDecode {
    let source: FinePictureDecoder.Source
    /// The length of the file.
    let bytes: Int
}

/// A fine picture, with the displayed size of the full picture.
struct FinePicture: Sendable {
    let picture: ComparedPicture
    let size: PixelSize

    /// The comparison with another picture after quarter turns of this one, clockwise.
    ///
    /// - Parameter score: The score of the comparison in 64×64 cells.
    /// - Returns: `nil` if the pictures differ and one of them has too few pixels, because copies of this size differ
    ///   too: one for each cell along the longer side, or two if the pictures agree well in 64×64 cells.
    func compare(with other: FinePicture, quarterTurns turns: Int, score: Double) -> Verification? {
        let verification = Verification(
            picture.turned(quarters: turns), turns.isMultiple(of: 2) ? size : size.displayed(.right), other.picture,
            other.size)
        let least = (score >= CopyEvidence.nearlyEqualScore ? 2 : 1) * ComparedPicture.fineSide
        let showsAllCells = [size, other.size].allSatisfy { max($0.width, $0.height) >= least }
        return verification.passes() || showsAllCells ? verification : nil
    }
}
