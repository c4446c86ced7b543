package import AssetLoading
public import Foundation
internal import LibraryInterface
public import PhotoModel
internal import SystemSupport

extension PhotoLibraryProtocol {
    /// Finds the assets, albums and folders that cloud identifiers refer to.
    ///
    /// They are found by content if there is no stronger evidence.
    ///
    /// Albums and folders are found by title and members. The members of a folder are those of all albums in it.
    ///
    /// - Parameters:
    ///   - identifiers: The cloud identifiers.
    ///   - progress: Shows the progress and can cancel the work from any thread. Its total becomes the number of
    ///     identifiers.
    /// - Returns: One answer for each identifier, in order; `cancelled` for those after a cancellation of the task or
    ///   the progress. One call for many identifiers is much faster than one call for each.
    public func resolve(
        _ identifiers: [CloudIdentifier], progress: Progress? = nil
    ) async -> [Result<Resolution, any Error>] {
        let batch = BatchProgress(progress, count: identifiers.count)
        return await withTaskCancellationHandler {
            await blocking { [service] in service.resolve(identifiers, onlySynced: false, batch) }
        } onCancel: {
            batch.cancel()
        }
    }

    /// Resolves identifiers, and counts each as a file of `loading`.
    ///
    /// Blocks.
    package func resolveAndWait(
        _ identifiers: [CloudIdentifier], loading: LoadProgress = LoadProgress()
    ) -> [Result<Resolution, any Error>] {
        service.resolve(identifiers, onlySynced: false, loading as any BatchFollower)
    }

    /// The local identifiers of assets, albums and folders, one entry for each distinct cloud identifier.
    ///
    /// - Parameters:
    ///   - cloudIdentifiers: The cloud identifiers.
    ///   - progress: As for ``resolve(_:progress:)``. This thread writes it until this method returns.
    /// - Returns: For each, the local identifier; `identifierNotFound`, for all of them if this app sees no photos;
    ///   `multipleIdentifiersFound` with `PhotoLibraryError.localIdentifiers`; or `cancelled` for those after a
    ///   cancellation. Blocks. One call for many identifiers is much faster than one call for each.
    public func localIdentifierMappings(
        for cloudIdentifiers: [CloudIdentifier], progress: Progress? = nil
    ) -> [CloudIdentifier: Result<String, any Error>] {
        mappings(
            cloudIdentifiers,
            service.resolve(
                cloudIdentifiers, onlySynced: false, BatchProgress(progress, count: cloudIdentifiers.count)))
    }

    /// The local identifiers that are known without comparing contents, one entry for each distinct cloud identifier.
    ///
    /// A library that joined a registry knows the photos, albums and folders of all its devices. Another library knows
    /// only the albums and folders that it gave an identifier itself. All other identifiers are `identifierNotFound`.
    ///
    /// - Parameters:
    ///   - cloudIdentifiers: The cloud identifiers.
    ///   - progress: As for ``resolve(_:progress:)``.
    public func localIdentifierMappings(
        forSynced cloudIdentifiers: [CloudIdentifier], progress: Progress? = nil
    ) -> [CloudIdentifier: Result<String, any Error>] {
        mappings(
            cloudIdentifiers,
            service.resolve(
                cloudIdentifiers, onlySynced: true, BatchProgress(progress, count: cloudIdentifiers.count)))
    }

    /// The answers that need no comparison of contents, with the progress of a command, in which each identifier counts
    /// as a file.
    package func resolveSyncedAndWait(
        _ identifiers: [CloudIdentifier], loading: LoadProgress
    ) -> [Result<Resolution, any Error>] {
        service.resolve(identifiers, onlySynced: true, loading as any BatchFollower)
    }

    private func mappings(
        _ identifiers: [CloudIdentifier], _ answers: [Result<Resolution, any Error>]
    ) -> [CloudIdentifier: Result<String, any Error>] {
        // Two identifiers of the same photo may carry different evidence.
        Dictionary(
            zip(identifiers, answers).map { identifier, answer in
                (identifier, answer.flatMap { $0.result.mapError { $0 as any Error } }.asMapping())
            },
            uniquingKeysWith: { first, second in
                if case .success = first { first } else { second }
            })
    }
}
