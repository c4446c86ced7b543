public import AssetLoading
internal import PhotoCatalog
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Brings originals to files of their own, in `folder`, under the names they were imported with.
    ///
    /// A name that is taken gets a number. Returns at once; the load reports progress and can be cancelled.
    ///
    /// - Parameters:
    ///   - includingAttached: Whether to bring what belongs to the photos too: raw files, films, edits, sidecars, after each
    ///     original in the order of ``Asset/resources``.
    ///   - options: Whether the bytes may come over the network.
    /// - Throws: `identifierNotFound` naming the first identifier that has no asset; nothing is then loaded.
    public func loadOriginals(
        of localIdentifiers: [String], to folder: FilePath, ioJobs: Int = 2, includingAttached: Bool = false,
        options: ResourceRequestOptions = ResourceRequestOptions()
    ) throws -> AssetLoad {
        let assets = try catalog.assets(localIdentifiers)
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
