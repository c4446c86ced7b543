internal import Dispatch
package import LibraryInterface
internal import PhotoCatalog
package import PhotoModel
internal import Synchronization

extension PhotoMatcher {
    /// The cloud identifiers of assets, albums and folders, or the reason why there is no identifier.
    package func cloudIdentifiers(
        of distinct: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] {
        let mappings = Mutex<[String: Result<CloudIdentifier, any Error>]>([:])
        // On all cores: coding a thumbnail takes a few milliseconds.
        let part = 64
        DispatchQueue.concurrentPerform(iterations: (distinct.count + part - 1) / part) { number in
            let some = Array(distinct[number * part..<min((number + 1) * part, distinct.count)])
            // Read lazily, because nothing is read after a cancellation.
            lazy var assets = Result { (found: try catalog.assets(some), names: try catalog.stableIDs(of: some)) }
            lazy var collections = Result {
                let others = try some.filter { try assets.get().found[$0] == nil }
                let found = try collectionIdentifiers(of: .album, others) + collectionIdentifiers(of: .folder, others)
                return Dictionary(found) { first, _ in first }
            }
            let found = some.map { identifier in
                let answer = batch.item {
                    if let asset = try assets.get().found[identifier] {
                        return try cloudIdentifier(of: asset, named: assets.get().names[identifier])
                    }
                    guard let collection = try collections.get()[identifier] else {
                        throw PhotoLibraryError.noObject(withLocalIdentifier: identifier)
                    }
                    return collection
                }
                return (identifier, answer)
            }
            mappings.withLock { $0.merge(found) { first, _ in first } }
        }
        return mappings.withLock { $0 }
    }

    /// - Parameter stableID: The name that the library stores; `nil` to make it of the original's bytes.
    private func cloudIdentifier(of asset: Asset, named stableID: [UInt8]?) throws -> CloudIdentifier {
        if let deletedDate = asset.deletedDate {
            throw RecentlyDeleted(localIdentifier: asset.localIdentifier, deletedDate: deletedDate).error
        }
        guard let original = asset.original else {
            throw PhotoLibraryError.noObject(withLocalIdentifier: asset.localIdentifier)
        }
        // A damaged picture proves nothing by what it shows.
        let signature =
            asset.condition == .damaged
            ? nil : try catalog.signedAsset(withLocalIdentifier: asset.localIdentifier)?.signature
        let evidence = try CloudIdentifier.Evidence(
            original: original, signature: signature, metadata: asset.metadata)
        return try stableID.map { CloudIdentifier(stableID: $0, subject: .asset(evidence)) } ?? .minted(for: evidence)
    }

    /// The local and cloud identifiers of albums or of folders, oldest first.
    ///
    /// - Parameter localIdentifiers: The local identifiers; `nil` for all albums or folders.
    func collectionIdentifiers(
        of kind: CollectionMembers.Kind, _ localIdentifiers: [String]? = nil
    ) throws -> [(localIdentifier: String, identifier: CloudIdentifier)] {
        try catalog.members(of: kind, localIdentifiers).map {
            ($0.localIdentifier, try .minted(for: $0))
        }
    }
}
