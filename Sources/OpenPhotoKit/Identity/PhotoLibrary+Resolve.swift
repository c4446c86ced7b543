public import AssetLoading
internal import Foundation
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Finds the assets and albums that cloud identifiers mean, by content where nothing stronger is known.
    ///
    /// An album is found by its title and members; folders are not found: this library has none.
    ///
    /// - Returns: One answer for each identifier, in order. Blocks; expensive: ask for all at once.
    public func resolve(_ identifiers: [CloudIdentifier]) -> [Result<Resolution, any Error>] {
        let resolver = Resolver(self)
        let hasAlbums = identifiers.contains { $0.kind == .album }
        let albums = hasAlbums ? Result { try AlbumResolver(self) } : nil
        return identifiers.map { identifier in
            Result {
                switch identifier.subject {
                case .asset(let evidence): try resolver.resolve(evidence)
                case .album(let evidence): try albums?.get().resolve(identifier, evidence) ?? .notFound()
                case .folder: .notFound()
                }
            }
        }
    }

    /// The local identifiers of assets, one entry for each distinct cloud identifier.
    ///
    /// - Returns: For each, the local identifier; or `identifierNotFound`, or `multipleIdentifiersFound` with
    ///   ``PhotoLibraryError/localIdentifiers``. Blocks; expensive: ask for all at once.
    public func localIdentifierMappings(
        for cloudIdentifiers: [CloudIdentifier]
    ) -> [CloudIdentifier: Result<String, any Error>] {
        mappings(cloudIdentifiers, resolve(cloudIdentifiers))
    }

    /// The local identifiers that are known without comparing contents, one entry for each distinct cloud identifier.
    ///
    /// These are the albums that this library itself gave an identifier: as long as libraries do not tell each other what
    /// they have, all else is `identifierNotFound`.
    public func localIdentifierMappings(
        forSynced cloudIdentifiers: [CloudIdentifier]
    ) -> [CloudIdentifier: Result<String, any Error>] {
        // Nothing is known of photos, and to ask for their contents would be expensive.
        let albums = cloudIdentifiers.filter { $0.kind == .album }
        let answers = zip(albums, resolve(albums)).map { identifier, answer in
            (identifier, answer.map { $0.evidence == .syncState ? $0 : .notFound() })
        }
        let known = Dictionary(answers, uniquingKeysWith: { first, _ in first })
        return mappings(cloudIdentifiers, cloudIdentifiers.map { known[$0] ?? .success(.notFound()) })
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
                    let answer = try resolver.resolve(
                        CloudIdentifier.Evidence(analysis), isDamaged: analysis.condition == .damaged)
                    // Bytes of no known kind may have been imported under a photo's name.
                    guard analysis.format != .unknown || answer.status != .notFound else {
                        throw PhotoLibraryError(.notAPhoto, "Not a photo or video.", path: path.string)
                    }
                    return answer
                })
        }
    }

    /// The asset that has exactly the bytes of an analysed file.
    ///
    /// - Throws: `identifierNotFound`.
    public func localIdentifier(ofBytesIn analysis: PhotoAnalysis) throws -> String {
        guard let asset = try catalog.asset(withSHA256: analysis.sha256) else {
            throw PhotoLibraryError(
                .identifierNotFound, "The library has no photo with exactly these bytes. Import it first.",
                path: analysis.path.string)
        }
        return asset
    }
}
