internal import PhotoCatalog
internal import PhotoModel

/// Finds the albums, or the folders, of one library that cloud identifiers mean: those that the library itself gave the
/// identifier, or those with the same members.
///
/// It uses the albums or folders as they were when it was created. An identifier of an album never finds a folder, and
/// an identifier of a folder never finds an album.
struct CollectionResolver {
    private struct Collection {
        let localIdentifier: String
        let identifier: CloudIdentifier
        let evidence: CloudIdentifier.CollectionEvidence
        let contents: [[UInt8]]
        /// Whether another content is known for one of its members.
        let hasKnownPhotos: Bool
    }

    /// A collection of the library with what it has in common with the requested one.
    private struct Compared {
        let localIdentifier: String
        let isTitled: Bool
        let resemblance: Double
    }

    private let kind: CollectionMembers.Kind
    private let collections: [Collection]
    private let known: KnownPhotos

    /// The minimum resemblance of the collection that an identifier means, if the titles are the same.
    ///
    /// An album and a part of it with half of its photos, and two albums that share half of their photos, have less.
    static let leastResemblance = 0.75
    /// The same minimum if the titles differ, because a selection of an album's photos has a title of its own.
    static let leastResemblanceUntitled = 0.95
    /// The minimum number of members if the titles differ, because several albums can have the same few photos.
    static let leastMembersUntitled = 8
    /// A collection with this resemblance may be meant too, so that a person decides between it and another one.
    static let rivalResemblance = 0.5
    /// The minimum resemblance at which a person is asked about a collection of another title.
    static let leastResemblanceToAsk = 0.8

    /// - Parameter known: The photos of other devices that are known to be photos of this library.
    init(_ matcher: PhotoMatcher, _ kind: CollectionMembers.Kind, _ known: KnownPhotos) throws {
        self.kind = kind
        self.known = known
        collections = try matcher.catalog.members(of: kind).sorted { $0.localIdentifier < $1.localIdentifier }
            .compactMap { members in
                let identifier = try CloudIdentifier.minted(for: members)
                return identifier.subject.collectionEvidence.map {
                    Collection(
                        localIdentifier: members.localIdentifier, identifier: identifier, evidence: $0,
                        contents: members.contents, hasKnownPhotos: known.hasOthers(members.contents))
                }
            }
    }

    /// The answer for an identifier of an album or folder.
    func resolve(_ identifier: CloudIdentifier) -> Resolution {
        guard let evidence = identifier.subject.collectionEvidence else { return .notFound() }
        if let own = collections.first(where: { $0.identifier == identifier }) {
            return .found(candidate(own.localIdentifier, .syncState, 1, kind == .album ? .sameAlbum : .sameFolder))
        }
        let compared = compare(evidence)
        let rivals = compared.filter { $0.resemblance >= Self.rivalResemblance }
        let titled = rivals.filter(\.isTitled)
        // A collection of another title is meant too if it has more in common than that of the title.
        let titledResemblance = titled.map(\.resemblance).max()
        let alike = rivals.filter { rival in
            rival.isTitled || titledResemblance.map { rival.resemblance > $0 } ?? true
        }
        if alike.count == 1, let one = alike.first, isMeant(one, by: evidence) {
            return .found(
                candidate(
                    one.localIdentifier, .content, one.resemblance, one.isTitled ? .sameTitleAndMembers : .sameMembers))
        }
        let likely = compared.filter {
            $0.isTitled
                ? titled.isEmpty || $0.resemblance >= Self.rivalResemblance
                : $0.resemblance >= Self.leastResemblanceToAsk
        }
        guard !likely.isEmpty else { return .notFound() }
        return .multiple(
            likely.sorted { ($1.resemblance, $0.localIdentifier) < ($0.resemblance, $1.localIdentifier) }.map {
                candidate(
                    $0.localIdentifier, .content, $0.resemblance,
                    !$0.isTitled ? .sameMembers : titled.count > 1 ? .severalAgree : .sameTitle)
            })
    }

    /// Whether a collection without a rival is the requested one.
    private func isMeant(_ one: Compared, by evidence: CloudIdentifier.CollectionEvidence) -> Bool {
        if one.isTitled { return one.resemblance >= Self.leastResemblance }
        return one.resemblance >= Self.leastResemblanceUntitled && evidence.count >= Self.leastMembersUntitled
    }

    private func compare(_ evidence: CloudIdentifier.CollectionEvidence) -> [Compared] {
        let names = Set(evidence.members)
        return collections.map { collection in
            let own = collection.evidence
            let members =
                collection.hasKnownPhotos
                ? CloudIdentifier.CollectionEvidence(
                    titlePrefix: own.titlePrefix, contents: known.renamed(collection.contents, for: names)) : own
            return Compared(
                localIdentifier: collection.localIdentifier, isTitled: own.titlePrefix == evidence.titlePrefix,
                resemblance: members.resemblance(to: evidence))
        }
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
