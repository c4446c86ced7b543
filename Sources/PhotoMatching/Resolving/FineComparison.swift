package import AssetLoading
internal import PerceptualHashing
package import PhotoCatalog
package import PhotoInspection
internal import PhotoModel

/// Compares the picture in a file with a few candidates again, in 256×256 cells.
///
/// Many pictures that show too little in 64×64 cells show enough there, and other frames that agree in 64×64 cells may
/// differ.
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
    /// A candidate whose picture cannot be decoded keeps its comparison, and so does one that agrees only without the
    /// conversion of its colours.
    ///
    /// - Returns: `nil` if there are too many candidates, or if the file cannot be decoded again.
    func compare(_ candidates: [ComparedAsset], with analysis: PhotoAnalysis) throws -> [ComparedAsset]? {
        let near = candidates.filter { $0.verification?.isCompatible == true }
        guard near.count <= Self.mostCandidates, let size = analysis.signature?.size,
            let picture = decoder.picture(of: analysis)
        else { return nil }
        let assets = try catalog.assets(near.map(\.localIdentifier))
        return candidates.map { candidate in
            guard candidate.verification?.isCompatible == true, candidate.rendering == .converted,
                let theirSize = candidate.size,
                let resource = assets[candidate.localIdentifier]?.resources.first(where: { $0.sha256 == candidate.file }
                ),
                let theirs = decoder.picture(of: handle(resource))
            else { return candidate }
            let turns = candidate.quarterTurns
            return candidate.with(
                Verification(
                    picture.turned(quarters: turns), turns.isMultiple(of: 2) ? size : size.displayed(.right),
                    theirs, theirSize))
        }
    }

    private func handle(_ resource: AssetResource) -> ResourceHandle {
        ResourceHandle(resource, in: resources, as: catalog.access, allowingNetwork: false)
    }
}
