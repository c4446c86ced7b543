internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Finds the assets that cloud identifiers mean, by content where nothing stronger is known.
    ///
    /// - Returns: One answer for each identifier, in order. Blocks; expensive: ask for all at once.
    public func resolve(_ identifiers: [CloudIdentifier]) -> [Result<Resolution, any Error>] {
        let resolver = Resolver(catalog)
        return identifiers.map { identifier in
            Result {
                guard identifier.kind == .asset else {
                    throw PhotoLibraryError(
                        .identifierNotFound, "This identifier names an album or folder; only photos can be resolved.")
                }
                return try resolver.resolve(identifier.evidence)
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
        Dictionary(
            zip(cloudIdentifiers, resolve(cloudIdentifiers)).map { identifier, answer in
                (identifier, answer.flatMap { $0.result.mapError { $0 as any Error } })
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Finds the assets that analysed files show. The pictures themselves are the evidence; nothing is added.
    ///
    /// - Returns: One answer for each, in order. Blocks.
    public func match(_ analyses: [PhotoAnalysis]) -> [Result<Resolution, any Error>] {
        let resolver = Resolver(catalog)
        return analyses.map { analysis in
            Result {
                try resolver.resolve(CloudIdentifier.Evidence(analysis), isDamaged: analysis.condition == .damaged)
            }
        }
    }
}
