internal import PhotoCatalog
internal import PhotoModel

/// Finds the albums, or the folders, of one library that cloud identifiers mean: those that the library itself gave the
/// identifier, or those with the same title and members.
///
/// It uses the albums or folders as they were when it was created. An identifier of an album never finds a folder, and
/// an identifier of a folder never finds an album.
struct CollectionResolver {
    private let kind: CollectionMembers.Kind
    private let collections:
        [(localIdentifier: String, identifier: CloudIdentifier, evidence: CloudIdentifier.CollectionEvidence)]

    /// The minimum fraction of members that two collections of the same title must share to count as the same.
    static let leastResemblance = 0.5
    /// The same minimum for collections of different titles, about which the user decides.
    static let leastResemblanceUntitled = 0.8

    init(_ matcher: PhotoMatcher, _ kind: CollectionMembers.Kind) throws {
        self.kind = kind
        collections = try matcher.collectionIdentifiers(of: kind).sorted { $0.localIdentifier < $1.localIdentifier }
            .compactMap { localIdentifier, identifier in
                identifier.subject.collectionEvidence.map { (localIdentifier, identifier, $0) }
            }
    }

    func resolve(_ identifier: CloudIdentifier, _ evidence: CloudIdentifier.CollectionEvidence) -> Resolution {
        if let own = collections.first(where: { $0.identifier == identifier }) {
            return .found(candidate(own.localIdentifier, .syncState, 1, kind == .album ? .sameAlbum : .sameFolder))
        }
        let compared = collections.map { collection in
            (
                collection.localIdentifier, isTitled: collection.evidence.titlePrefix == evidence.titlePrefix,
                resemblance: collection.evidence.resemblance(to: evidence)
            )
        }
        let same = compared.filter { $0.isTitled && $0.resemblance >= Self.leastResemblance }
        if same.count == 1, let collection = same.first {
            return .found(candidate(collection.0, .content, collection.resemblance, .sameTitleAndMembers))
        }
        let likely =
            same.isEmpty
            ? compared.filter { $0.isTitled || $0.resemblance >= Self.leastResemblanceUntitled } : same
        guard !likely.isEmpty else { return .notFound() }
        return .multiple(
            likely.sorted { ($1.resemblance, $0.0) < ($0.resemblance, $1.0) }.map {
                candidate(
                    $0.0, .content, $0.resemblance,
                    same.count > 1 ? .severalAgree : $0.isTitled ? .sameTitle : .sameMembers)
            })
    }

    private func candidate(
        _ localIdentifier: String, _ evidence: Resolution.Evidence, _ score: Double,
        _ reason: Resolution.Candidate.Reason
    ) -> Resolution.Candidate {
        let part = "about \(Int((score * 100).rounded())) % of the photos in either are in both"
        let one = kind == .album ? "An album" : "A folder"
        let explanation =
            switch reason {
            case .sameAlbum: "This library's own album."
            case .sameFolder: "This library's own folder."
            case .sameTitle where score == 0: "\(one) of the same title, but no photo is known to be in both."
            case .sameTitle: "\(one) of the same title, but only \(part)."
            case .sameMembers: "\(one) of another title; \(part)."
            default: "The same title, and \(part)."
            }
        return Resolution.Candidate(
            localIdentifier: localIdentifier, evidence: evidence, distance: nil, verified: false, score: score,
            reason: reason, explanation: explanation)
    }
}

extension CloudIdentifier.Subject {
    fileprivate var collectionEvidence: CloudIdentifier.CollectionEvidence? {
        switch self {
        case .asset: nil
        case .album(let evidence), .folder(let evidence): evidence
        }
    }
}
