internal import PerceptualHashing
package import PhotoCatalog
internal import PhotoModel

/// Finds pictures that are similar to new ones, so that duplicates and similar pictures can be grouped.
package struct SimilarPictureFinder {
    private let catalog: PhotoCatalog
    private let index: SignatureIndex

    /// The maximum number of candidates that are recorded for a picture.
    ///
    /// A camera on a tripod can take more similar pictures than this in an hour.
    private let candidateLimit: Int
    /// The maximum number of candidates that are marked as having too many similar pictures.
    ///
    /// In a larger set of similar pictures, these marks were set before.
    private static let mostCandidates = 2000
    /// The minimum score of recorded pairs: they pass verification with three times the limits, somewhat more than is
    /// compatible.
    static let leastScore = 1.0 / (1 + 3)

    package init(_ catalog: PhotoCatalog, _ index: SignatureIndex, candidateLimit: Int = 200) {
        self.catalog = catalog
        self.index = index
        self.candidateLimit = candidateLimit
    }

    /// Compares the pictures that were not compared yet, at most `limit`.
    ///
    /// If the work is stopped, the results for the pictures that were compared before stay stored.
    ///
    /// - Parameters:
    ///   - onCompared: Called with 1 after each picture.
    ///   - isStopped: Called before each picture.
    package func run(
        atMost limit: Int = .max, onCompared: (Int) -> Void = { _ in }, isStopped: () -> Bool = { false }
    ) throws {
        var remaining = limit
        while remaining > 0 {
            var compared: [(Int64, SimilarPictures)] = []
            for signatureID in try catalog.uncomparedSignatures(limit: min(200, remaining)) {
                guard !isStopped() else { break }
                compared.append((signatureID, try pictures(around: signatureID)))
                onCompared(1)
            }
            guard !compared.isEmpty else { return }
            try catalog.record(.similarPictures(compared))
            remaining -= compared.count
        }
    }

    private func pictures(around signatureID: Int64) throws -> SimilarPictures {
        // A picture that was deleted in the meantime is compared when it is restored.
        guard let asset = try catalog.signedAsset(signatureID) else { return .all([]) }
        let picture = TurnedPicture(asset.signature)
        let near: [Int64]
        do {
            near = try index.candidates(near: picture.hashes, limit: Self.mostCandidates, asker: catalog).map(\.key)
                .filter { $0 != signatureID }
        } catch let error as PhotoLibraryError where error.code == .candidateLimitExceeded {
            return .tooMany([])
        }
        guard near.count <= candidateLimit else { return .tooMany(near) }
        return .all(
            try near.compactMap { candidate in
                // An edited picture resembles its own original, and a preview in a raw file proves nothing alone.
                guard let other = try catalog.signedAsset(candidate), other.picture == .original,
                    let score = picture.compare(with: other.signature)?.pair.score, score >= Self.leastScore
                else { return nil }
                return SimilarPicture(signatureID: candidate, score: score)
            })
    }
}
