package import AssetLoading
internal import Foundation
package import LibraryInterface
package import LibraryStorage
internal import PhotoCatalog
package import PhotoModel

/// Finds the assets, albums and folders of one library that identifiers and files mean.
///
/// It reads with the access of its catalogue.
package struct PhotoMatcher: Sendable {
    let catalog: PhotoCatalog
    let index: SignatureIndex

    package init(_ library: LibraryContext, _ index: SignatureIndex) {
        catalog = library.catalog
        self.index = index
    }

    /// Finds the assets that show a picture.
    package var resolver: Resolver { Resolver(catalog, index) }

    /// The objects that cloud identifiers refer to, in the order of the identifiers.
    ///
    /// The photos are found first, because an album or folder is found by its photos.
    ///
    /// - Parameter onlySynced: Whether only objects are found that the library knows by their identifiers: nothing is
    ///   compared.
    package func resolve(
        _ identifiers: [CloudIdentifier], onlySynced: Bool = false, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        let answers = resolveAll(identifiers, onlySynced: onlySynced, batch)
        guard onlySynced else { return answers }
        return zip(identifiers, answers).map { identifier, answer in
            answer.map { $0.evidence == .syncState || $0.mayComeLater ? $0 : .notFound(identifier.kind) }
        }
    }

    private func resolveAll(
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        let resolver = resolver
        let synced = Result { try SyncedPhotos(identifiers, in: catalog) }
        let photos = identifiers.map { identifier in
            identifier.evidence.map { evidence in
                batch.item {
                    try synced.get().answer(for: identifier) {
                        onlySynced ? .notFound() : try resolver.resolve(evidence)
                    }
                }
            }
        }
        // Read lazily, and once.
        lazy var known = Result {
            try knownPhotos(
                zip(identifiers, photos).compactMap { identifier, photo in
                    (try? photo?.get()).map { (identifier, $0) }
                })
        }
        func collections(_ kind: CollectionMembers.Kind) -> Result<CollectionResolver, any Error> {
            known.flatMap { known in Result { try CollectionResolver(self, kind, known) } }
        }
        lazy var albums = collections(.album)
        lazy var folders = collections(.folder)
        return zip(identifiers, photos).map { identifier, photo in
            if let photo { return photo }
            return batch.item {
                var answer = try (identifier.kind == .album ? albums : folders).get().resolve(identifier)
                answer.kind = identifier.kind
                return answer
            }
        }
    }

    /// Compares the pictures that were not compared yet, and resolves the stored references that are pending.
    ///
    /// An import calls this after its photos are stored. A failure is not reported: the next import, or the next search
    /// for duplicates, does the work.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of pictures that are compared.
    ///   - loading: The work that stops this when it is cancelled, and that counts the compared pictures.
    /// - Returns: The number of references that were resolved.
    package func compareNewPhotos(atMost limit: Int = .max, _ loading: LoadProgress = LoadProgress()) -> Int {
        // Finer cells are left to the next search for duplicates, because they would make an import slow.
        try? compareUncomparedPictures(atMost: limit, nil, loading)
        return (try? resolveRememberedReferences(loading)) ?? 0
    }

    /// Compares the pictures that were not compared yet; a later search for duplicates uses the results.
    ///
    /// - Parameter fine: Compares likely pairs again in finer cells, at most 2,000; `nil` if they are not compared.
    package func compareUncomparedPictures(
        atMost limit: Int = .max, _ fine: FineComparison?, _ loading: LoadProgress
    ) throws {
        let count = min(limit, try catalog.uncomparedSignatureCount())
        if count > 0 { loading.beginComparing(count) }
        try SimilarPictureFinder(catalog, index).run(atMost: limit, onCompared: loading.addCompared) {
            loading.isCancelled
        }
        if let fine { try SimilarPairRefinement(catalog, fine).run(atMost: 2000) { loading.isCancelled } }
    }

    /// Resolves again the identifiers that are pending, and those that were found only by comparing pictures.
    ///
    /// After a cancellation the remaining identifiers keep their answers.
    ///
    /// - Returns: The number of pending identifiers that were found now.
    package func resolveRememberedReferences(_ loading: LoadProgress) throws -> Int {
        let waiting = Set(try catalog.rememberedReferences(resolved: false).map(\.identifier))
        // An identifier text of another version stays pending until a program that can read it resolves it.
        let asked = try catalog.referencesToAsk().compactMap { try? CloudIdentifier(stringValue: $0) }
        let resolved = zip(asked, resolve(asked, UncountedBatch { loading.isCancelled }))
        let answers = resolved.filter { !$1.isCancelled }.map { identifier, answer in
            let found = try? answer.get()
            return (
                identifier: identifier.stringValue, localIdentifier: found?.localIdentifier,
                isProven: [.syncState, .bytes, .imageData].contains(found?.evidence)
            )
        }
        try catalog.record(.answers(answers))
        return answers.count { $0.localIdentifier != nil && waiting.contains($0.identifier) }
    }
}

extension Result {
    /// Whether the item was cancelled before it was processed.
    fileprivate var isCancelled: Bool {
        if case .failure(let error as PhotoLibraryError) = self { error.code == .cancelled } else { false }
    }
}
