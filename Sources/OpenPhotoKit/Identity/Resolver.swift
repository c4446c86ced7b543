internal import Foundation
internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

/// Finds the assets of one library that pieces of evidence mean: bytes, then image data, then content.
///
/// Holds the hashes of the library as they were when the first content search began.
final class Resolver: Sendable {
    private let catalog: PhotoCatalog
    private let index = Mutex<HashIndex?>(nil)

    /// More candidates than this are not compared: their hashes say nothing any more.
    static let candidateLimit = 1000

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// What the library knows of the evidence.
    ///
    /// - Parameter isDamaged: Whether the picture that the evidence was taken from is damaged.
    func resolve(_ evidence: CloudIdentifier.Evidence, isDamaged: Bool = false) throws -> Resolution {
        if let exact = try byBytes(evidence) ?? byImageData(evidence) { return exact }
        let word = try PersonsWord(about: evidence.content, in: catalog)
        return try .exact(word.chosen) ?? byContent(evidence, isDamaged: isDamaged, except: word.refused)
    }

    private func byBytes(_ evidence: CloudIdentifier.Evidence) throws -> Resolution? {
        let resources = try catalog.assets(with: .bytes, prefix: evidence.sha256Prefix)
        return .exact(
            resources.map {
                Resolution.Candidate(exact: .bytes, $0.localIdentifier, .sameBytes, "Every byte is the same.")
            })
    }

    private func byImageData(_ evidence: CloudIdentifier.Evidence) throws -> Resolution? {
        guard let prefix = evidence.imageDataPrefix else { return nil }
        let resources = try catalog.assets(with: .imageData, prefix: prefix)
            .sorted { $0.orientation == evidence.orientation && $1.orientation != evidence.orientation }
        return .exact(
            resources.map { asset, orientation in
                orientation == evidence.orientation
                    ? Resolution.Candidate(
                        exact: .imageData, asset, .sameImageData, "The same image data; only metadata differs.")
                    : Resolution.Candidate(
                        exact: .imageData, asset, .sameImageDataOtherOrientation,
                        "The same image data with another orientation tag.")
            })
    }

    private func hashIndex() throws -> HashIndex {
        try index.withLock { index in
            if let index { return index }
            var fresh = HashIndex()
            try catalog.forEachHash { fresh.insert($1, key: $0) }
            index = fresh
            return fresh
        }
    }

    /// - Parameter refused: Assets that a person said are other pictures.
    private func byContent(
        _ evidence: CloudIdentifier.Evidence, isDamaged: Bool, except refused: Set<String>
    ) throws -> Resolution {
        guard let signature = evidence.signature else { return .notFound() }
        guard signature.version == ContentSignature.currentVersion else {
            throw PhotoLibraryError(
                .invalidIdentifier,
                "This identifier's content signature is of version \(signature.version); this program compares version "
                    + "\(ContentSignature.currentVersion). Make the identifier again, or update photos.")
        }
        // As displayed, and turned in case the orientation tag was lost. Without a picture nothing can be turned.
        let turns = signature.hasThumbnail ? 0..<4 : 0..<1
        let views = turns.map { signature.rotated(quarterTurnsClockwise: $0) }
        let near = try hashIndex().candidates(near: views.map(\.hash), radius: ContentSignature.candidateRadius)
        guard near.count <= Self.candidateLimit else {
            throw PhotoLibraryError(
                .candidateLimitExceeded,
                "\(near.count) photos look like this one, more than the limit of \(Self.candidateLimit): too many to compare."
            )
        }
        let compared = try near.compactMap { candidate in
            try catalog.signedAsset(candidate.key).flatMap {
                refused.contains($0.localIdentifier)
                    ? nil : try ComparedAsset($0, with: evidence, views: views, distance: candidate.distance)
            }
        }
        return ContentDecision(query: evidence, isDamaged: isDamaged).decide(compared)
    }
}

extension Resolution.Candidate {
    fileprivate init(
        exact evidence: Resolution.Evidence, _ localIdentifier: String, _ reason: Reason, _ explanation: String
    ) {
        self.init(
            localIdentifier: localIdentifier, evidence: evidence, distance: nil, verified: true, score: 1,
            reason: reason, explanation: explanation)
    }
}

extension Resolution {
    /// The answer when digests are equal, or a person's word makes them so; `nil` if there is none.
    ///
    /// The import keeps files of the same picture together in one asset, unless the owner asked for doubles: then a
    /// person decides which is meant.
    fileprivate static func exact(_ candidates: [Candidate]) -> Resolution? {
        var seen: Set<String> = []
        let assets = candidates.filter { seen.insert($0.localIdentifier).inserted }
        guard assets.count > 1 else { return assets.first.map { .found($0) } }
        return .multiple(assets)
    }
}
