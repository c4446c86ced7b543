public import AssetLoading
internal import LibraryRPC
internal import LibraryStorage
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Copies originals to new files in `folder`, with their file names at import.
    ///
    /// A number is added to a name that is taken. Returns at once; the load reports progress and can be cancelled.
    ///
    /// - Parameters:
    ///   - includingAttached: Whether to copy the other files of the photos too: raw files, videos, edits and sidecars,
    ///     after each original in the order of ``Asset/resources``.
    ///   - options: Whether the bytes may be fetched over the network.
    /// - Throws: `identifierNotFound` with the first identifier that has no asset; nothing is loaded then.
    public func loadOriginals(
        of localIdentifiers: [String], to folder: FilePath, ioJobs: Int = 2, includingAttached: Bool = false,
        options: ResourceRequestOptions = ResourceRequestOptions()
    ) throws -> AssetLoad {
        let assets = try reader.assets(localIdentifiers)
        var taken: Set<FilePath> = []
        let requests = try localIdentifiers.flatMap { identifier in
            guard let asset = assets[identifier] else {
                throw PhotoLibraryError(
                    .identifierNotFound, "No photo of this library has this identifier.", identifier: identifier)
            }
            return asset.files(includingAttached: includingAttached).map { file in
                let destination = OriginalName.free(for: file.originalFilename, in: folder, taken: taken)
                taken.insert(destination)
                return LoadRequest(handle(file, options), destination: destination)
            }
        }
        return AssetLoader(ioJobs: ioJobs).load(requests)
    }
}
