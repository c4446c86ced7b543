public import AssetLoading
public import Foundation
internal import LibraryRPC
internal import LibraryStorage
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Copies originals to new files in `folder`, with their file names at import.
    ///
    /// A number is added to a name that exists already. If one file fails, the others are still copied. Cancelling the
    /// task, or the progress, stops the load within 200 ms. Complete files stay, and incomplete files are removed.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The assets whose originals are copied.
    ///   - folder: An existing folder for the new files.
    ///   - ioJobs: How many files are read at a time.
    ///   - includingAttached: Whether to copy the other files of the photos too: raw files, videos, edits and sidecars,
    ///     after each original in the order of ``Asset/resources``.
    ///   - options: Whether the bytes may be fetched over the network.
    ///   - progress: Counts bytes, and can cancel the load.
    /// - Returns: The result of each file, in the order of the identifiers and of their files.
    /// - Throws: `identifierNotFound` with the first identifier that has no asset; nothing is loaded then.
    public func loadOriginals(
        of localIdentifiers: [String], to folder: FilePath, ioJobs: Int = 2, includingAttached: Bool = false,
        options: ResourceRequestOptions = ResourceRequestOptions(), progress: Progress? = nil
    ) async throws -> [Result<StoredFile, any Error>] {
        try await loadOriginals(
            of: localIdentifiers, to: folder, ioJobs: ioJobs, includingAttached: includingAttached, options: options,
            loading: LoadProgress(childOf: progress))
    }

    /// Does the same, and shows the progress in `loading`.
    package func loadOriginals(
        of localIdentifiers: [String], to folder: FilePath, ioJobs: Int, includingAttached: Bool,
        options: ResourceRequestOptions, loading: LoadProgress
    ) async throws -> [Result<StoredFile, any Error>] {
        let requests: [LoadRequest]
        do {
            requests = try loadRequests(
                for: localIdentifiers, to: folder, includingAttached: includingAttached, options: options)
        } catch { return try loading.ending(with: .failure(error)) }
        return await AssetLoader(ioJobs: ioJobs).load(requests, loading: loading)
    }

    private func loadRequests(
        for localIdentifiers: [String], to folder: FilePath, includingAttached: Bool, options: ResourceRequestOptions
    ) throws -> [LoadRequest] {
        let assets = try reader.assets(localIdentifiers)
        var taken: Set<FilePath> = []
        return try localIdentifiers.flatMap { identifier in
            guard let asset = assets[identifier] else {
                throw PhotoLibraryError.noAsset(withLocalIdentifier: identifier)
            }
            return asset.files(includingAttached: includingAttached).map { file in
                let destination = OriginalName.free(for: file.originalFilename, in: folder, taken: taken)
                taken.insert(destination)
                return LoadRequest(handle(file, options), destination: destination)
            }
        }
    }
}
