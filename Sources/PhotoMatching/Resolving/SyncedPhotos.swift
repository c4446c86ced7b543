internal import PhotoCatalog
internal import PhotoModel

/// What a library knows of photos by their cloud identifiers alone, because its devices share a registry.
struct SyncedPhotos {
    /// The photos of the library, by their stable ids.
    private let present: [[UInt8]: String]
    /// The stable ids of photos that another device has.
    private let elsewhere: Set<[UInt8]>

    /// Reads what is known of identifiers; nothing is known in a library that joined no registry.
    init(_ identifiers: [CloudIdentifier], in catalog: PhotoCatalog) throws {
        let photos = identifiers.filter { $0.kind == .asset }.map(\.stableID)
        guard !photos.isEmpty, try catalog.isSynced() else {
            (present, elsewhere) = ([:], [])
            return
        }
        present = try catalog.assets(withStableIDs: photos)
        let present = present
        elsewhere = try catalog.stableIDsOfOtherDevices(among: photos.filter { present[$0] == nil })
    }

    /// The answer for an identifier of a photo.
    ///
    /// - Parameter compare: Finds the photo in another way.
    func answer(for identifier: CloudIdentifier, orElse compare: () throws -> Resolution) rethrows -> Resolution {
        if let asset = present[identifier.stableID] { return .found(.known(asset)) }
        var answer = try compare()
        answer.mayComeLater = answer.localIdentifier == nil && elsewhere.contains(identifier.stableID)
        return answer
    }
}

extension Resolution.Candidate {
    fileprivate static func known(_ localIdentifier: String) -> Self {
        Self(
            localIdentifier: localIdentifier, evidence: .syncState, distance: nil, verified: true, score: 1,
            reason: .sameIdentifier, explanation: "The devices of the registry know it under this identifier.")
    }
}
