internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel

/// Looks for the pictures that a new one may be taken for, so that groups of copies and look-alikes are known.
struct SiblingFinder {
    private let catalog: PhotoCatalog
    private let index: SignatureIndex

    /// Pictures with more candidates than this are a crowd: what a camera on a tripod takes in an hour.
    private let candidateLimit: Int
    /// So many members of a crowd learn of a newcomer.
    ///
    /// Those of a larger one learnt it before.
    private static let largestCrowd = 2000
    /// Whatever verifies at three times the limits: somewhat more than is compatible.
    static let leastScore = 1.0 / (1 + 3)

    init(_ library: PhotoLibrary, candidateLimit: Int = 200) {
        catalog = library.catalog
        index = library.signatures
        self.candidateLimit = candidateLimit
    }

    /// Looks for the siblings of every picture that nobody has looked at.
    ///
    /// What was found before it is stopped stays.
    func run(isStopped: () -> Bool = { false }) throws {
        while !isStopped() {
            let waiting = try catalog.signaturesWithoutSiblings(limit: 200)
            guard !waiting.isEmpty else { return }
            try catalog.setSiblings(waiting.map { ($0, try siblings(of: $0)) })
        }
    }

    private func siblings(of signatureID: Int64) throws -> FoundSiblings {
        // One that was deleted meanwhile is looked at again when it comes back.
        guard let asset = try catalog.signedAsset(signatureID) else { return .all([]) }
        let picture = TurnedPicture(asset.signature)
        let near: [Int64]
        do {
            near = try index.candidates(near: picture.hashes, limit: Self.largestCrowd).map(\.key)
                .filter { $0 != signatureID }
        } catch let error as PhotoLibraryError where error.code == .candidateLimitExceeded {
            return .crowd([])
        }
        guard near.count <= candidateLimit else { return .crowd(near) }
        return .all(
            try near.compactMap { candidate in
                guard let other = try catalog.signedAsset(candidate),
                    let score = picture.compare(with: other.signature)?.verification.score, score >= Self.leastScore
                else { return nil }
                return Sibling(signatureID: candidate, score: score)
            })
    }
}
