internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel

/// Compares pairs of similar pictures again in finer cells and at their own resolution, which tell some of them apart.
///
/// Both only refute here: other pairs stay what 64×64 cells say. A group of duplicates may be deleted,
/// and plain pictures with a small local change pass in finer cells too. Pairs that agree
/// well are compared as well: a change of fine detail, such as a mosaic over a face, hardly changes the levels of 64×64
/// cells.
struct SimilarPairRefinement {
    private let catalog: PhotoCatalog
    private let fine: FineComparison

    /// The scores of these pairs: those that are compatible.
    private static let scores = CopyEvidence.compatibleScore...1
    /// The maximum number of these pairs of a picture.
    ///
    /// A camera on a tripod takes many similar pictures. A person decides about them.
    private static let mostOfPicture = 16

    init(_ catalog: PhotoCatalog, _ fine: FineComparison) {
        self.catalog = catalog
        self.fine = fine
    }

    /// Compares at most `limit` pairs; the next run compares others.
    ///
    /// If the work is stopped, the results for the pairs that were compared before stay stored. A pair whose files
    /// cannot be decoded now does not count, and is tried again by the next run.
    ///
    /// - Parameter isStopped: Called before each pair.
    func run(atMost limit: Int, isStopped: () -> Bool) throws {
        var remaining = limit
        var last: (Int64, Int64) = (0, 0)
        // The pairs of a picture follow each other.
        var first: Int64?
        var pictures = DecodedPictures()
        while remaining > 0, !isStopped() {
            let pairs = try catalog.pairsToCompareFinely(
                Self.scores, after: last, mostOfPicture: Self.mostOfPicture, limit: min(50, remaining))
            guard let end = pairs.last else { return }
            var compared: [FinePair] = []
            for (one, other) in pairs where !isStopped() {
                guard let mine = try catalog.signedAsset(one), let theirs = try catalog.signedAsset(other) else {
                    continue
                }
                if first != one { (first, pictures) = (one, DecodedPictures()) }
                guard let best = TurnedPicture(mine.signature).compare(with: theirs.signature),
                    let pair = try fine.compare(mine, theirs, best, &pictures)
                else { continue }
                compared.append(pair)
            }
            if !compared.isEmpty { try catalog.record(.finePairs(compared)) }
            remaining -= compared.count
            last = end
        }
    }
}
