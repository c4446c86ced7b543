internal import PhotoModel

/// Finds the albums of one library that identifiers mean: its own, else those of the same title and members.
///
/// Holds the albums as they were when it was made.
struct AlbumResolver {
    private let albums:
        [(localIdentifier: String, identifier: CloudIdentifier, evidence: CloudIdentifier.CollectionEvidence)]

    /// Which part of the members two albums of the same title must share at least to be the same.
    static let leastResemblance = 0.5
    /// The same for albums of different titles, of which a person decides.
    static let leastResemblanceUntitled = 0.8

    init(_ library: PhotoLibrary) throws {
        albums = try library.albumIdentifiers().sorted { $0.key < $1.key }.compactMap { localIdentifier, identifier in
            guard case .album(let evidence) = identifier.subject else { return nil }
            return (localIdentifier, identifier, evidence)
        }
    }

    func resolve(_ identifier: CloudIdentifier, _ evidence: CloudIdentifier.CollectionEvidence) -> Resolution {
        if let own = albums.first(where: { $0.identifier == identifier }) {
            return .found(candidate(own.localIdentifier, .syncState, 1, .sameAlbum))
        }
        let compared = albums.map { album in
            (
                album.localIdentifier, isTitled: album.evidence.titlePrefix == evidence.titlePrefix,
                resemblance: album.evidence.resemblance(to: evidence)
            )
        }
        let same = compared.filter { $0.isTitled && $0.resemblance >= Self.leastResemblance }
        if same.count == 1, let album = same.first {
            return .found(candidate(album.0, .content, album.resemblance, .sameTitleAndMembers))
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
        _ album: String, _ evidence: Resolution.Evidence, _ score: Double, _ reason: Resolution.Candidate.Reason
    ) -> Resolution.Candidate {
        let part = Int((score * 100).rounded())
        let explanation =
            switch reason {
            case .sameAlbum: "This library's own album."
            case .sameTitle: "An album of the same title, but only about \(part) % of the photos in either are in both."
            case .sameMembers: "An album of another title; about \(part) % of the photos in either are in both."
            default: "The same title, and about \(part) % of the photos in either are in both."
            }
        return Resolution.Candidate(
            localIdentifier: album, evidence: evidence, distance: nil, verified: false, score: score, reason: reason,
            explanation: explanation)
    }
}
