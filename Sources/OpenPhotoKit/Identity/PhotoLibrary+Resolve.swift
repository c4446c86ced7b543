public import AssetLoading
public import Foundation
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Finds the assets, albums and folders that cloud identifiers mean, by content where nothing stronger is known.
    ///
    /// An album is found by its title and members, and so is a folder, whose members are those of all albums in it.
    ///
    /// - Parameters:
    ///   - identifiers: Which.
    ///   - progress: Follows the work and can cancel it from any thread: it becomes the number of identifiers, and is
    ///     written by this thread until this returns.
    /// - Returns: One answer for each identifier, in order; `cancelled` for those that it did not come to. Blocks;
    ///   expensive: ask for all at once.
    public func resolve(
        _ identifiers: [CloudIdentifier], progress: Progress? = nil
    ) -> [Result<Resolution, any Error>] {
        resolve(identifiers, BatchProgress(progress, count: identifiers.count))
    }

    /// The same, as a part of what a command does: each identifier counts as a file.
    package func resolve(
        _ identifiers: [CloudIdentifier], loading: LoadProgress
    ) -> [Result<Resolution, any Error>] {
        resolve(identifiers, loading as any BatchFollower)
    }

    private func resolve(
        _ identifiers: [CloudIdentifier], _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        let resolver = Resolver(self)
        func collections(_ kind: CollectionMembers.Kind) -> Result<CollectionResolver, any Error> {
            Result { try CollectionResolver(self, kind) }
        }
        // Read once, and only if asked for.
        lazy var albums = collections(.album)
        lazy var folders = collections(.folder)
        return identifiers.map { identifier in
            batch.item {
                var answer =
                    switch identifier.subject {
                    case .asset(let evidence): try resolver.resolve(evidence)
                    case .album(let evidence): try albums.get().resolve(identifier, evidence)
                    case .folder(let evidence): try folders.get().resolve(identifier, evidence)
                    }
                answer.kind = identifier.kind
                return answer
            }
        }
    }

    /// The local identifiers of assets, albums and folders, one entry for each distinct cloud identifier.
    ///
    /// - Parameters:
    ///   - cloudIdentifiers: Which.
    ///   - progress: As for ``resolve(_:progress:)``.
    /// - Returns: For each, the local identifier; or `identifierNotFound`, or `multipleIdentifiersFound` with
    ///   ``PhotoLibraryError/localIdentifiers``, or `cancelled` if that came first. Blocks; expensive: ask for all at once.
    public func localIdentifierMappings(
        for cloudIdentifiers: [CloudIdentifier], progress: Progress? = nil
    ) -> [CloudIdentifier: Result<String, any Error>] {
        mappings(cloudIdentifiers, resolve(cloudIdentifiers, progress: progress))
    }

    /// The local identifiers that are known without comparing contents, one entry for each distinct cloud identifier.
    ///
    /// These are the albums and folders that this library itself gave an identifier: as long as libraries do not tell each
    /// other what they have, all else is `identifierNotFound`.
    ///
    /// - Parameters:
    ///   - cloudIdentifiers: Which.
    ///   - progress: Becomes the number of those that are of albums and folders; else as for ``resolve(_:progress:)``.
    public func localIdentifierMappings(
        forSynced cloudIdentifiers: [CloudIdentifier], progress: Progress? = nil
    ) -> [CloudIdentifier: Result<String, any Error>] {
        mappings(
            cloudIdentifiers,
            resolveSynced(
                cloudIdentifiers, BatchProgress(progress, count: cloudIdentifiers.count { $0.kind != .asset })))
    }

    /// The answers that are known without comparing contents, as a part of what a command does: each identifier counts as
    /// a file.
    package func resolveSynced(
        _ identifiers: [CloudIdentifier], loading: LoadProgress
    ) -> [Result<Resolution, any Error>] {
        for identifier in identifiers where identifier.kind == .asset { loading.fileSkipped(bytes: 0) }
        return resolveSynced(identifiers, loading as any BatchFollower)
    }

    private func resolveSynced(
        _ identifiers: [CloudIdentifier], _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        // Nothing is known of photos, and to ask for their contents would be expensive.
        var collections = resolve(identifiers.filter { $0.kind != .asset }, batch)[...]
        return identifiers.map { identifier in
            guard identifier.kind != .asset, let answer = collections.popFirst() else { return .success(.notFound()) }
            return answer.map { $0.evidence == .syncState ? $0 : .notFound(identifier.kind) }
        }
    }

    private func mappings(
        _ identifiers: [CloudIdentifier], _ answers: [Result<Resolution, any Error>]
    ) -> [CloudIdentifier: Result<String, any Error>] {
        // The same photo may be named with more and with less evidence.
        Dictionary(
            zip(identifiers, answers).map { identifier, answer in
                (identifier, answer.flatMap { $0.result.mapError { $0 as any Error } })
            },
            uniquingKeysWith: { first, second in
                if case .success = first { first } else { second }
            })
    }

    /// Finds the assets that files show.
    ///
    /// The pictures themselves are the evidence; nothing is added. Blocks.
    ///
    /// - Parameters:
    ///   - paths: Files, and folders whose photos are all asked for.
    ///   - inspector: Reads and decodes them.
    ///   - loading: Follows the work and can cancel it.
    ///   - onAnswer: Called for every file in order, on a private serial queue, with the answer or with the
    ///     ``PhotoLibraryError`` that says why there is none.
    public func match(
        _ paths: [FilePath], inspector: PhotoInspector = PhotoInspector(), loading: LoadProgress = LoadProgress(),
        onAnswer: @escaping @Sendable (FilePath, Result<Resolution, any Error>) -> Void
    ) {
        let resolver = Resolver(self)
        inspector.inspect(paths, loading: loading) { path, analysis in
            onAnswer(
                path,
                Result {
                    let analysis = try analysis.get()
                    var answer = try resolver.resolve(
                        CloudIdentifier.Evidence(analysis), isDamaged: analysis.condition == .damaged)
                    // As an import takes in whatever has a photo's name, also bytes of no known kind.
                    guard
                        analysis.format != .unknown || FileKinds.isNamedLikePhoto(path) || answer.status != .notFound
                    else {
                        throw PhotoLibraryError(.notAPhoto, "Not a photo or video.", path: path.string)
                    }
                    answer.condition = analysis.condition
                    return answer
                })
        }
    }

    /// The asset that has exactly the bytes of an analysed file.
    ///
    /// - Throws: `identifierNotFound`; of a recently deleted asset too, and then with its identifier.
    public func localIdentifier(ofBytesIn analysis: PhotoAnalysis) throws -> String {
        guard let asset = try catalog.asset(withSHA256: analysis.sha256) else {
            if let deleted = try recentlyDeletedAsset(withBytesOf: analysis) { throw deleted.error }
            throw PhotoLibraryError(
                .identifierNotFound, "The library has no photo with exactly these bytes. Import it first.",
                path: analysis.path.string)
        }
        return asset
    }
}
