public import AssetLoading
internal import PhotoCatalog
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Brings originals to files of their own, in `folder`, under the names they were imported with.
    ///
    /// A name that is taken gets a number. Returns at once; the load reports progress and can be cancelled.
    ///
    /// - Throws: `identifierNotFound` naming the first identifier that has no asset; nothing is then loaded.
    public func loadOriginals(
        of localIdentifiers: [String], to folder: FilePath, ioJobs: Int = 2
    ) throws -> AssetLoad {
        let assets = try catalog.assets(localIdentifiers)
        var taken: Set<FilePath> = []
        let requests = try localIdentifiers.map { identifier in
            guard let original = assets[identifier]?.original else {
                throw PhotoLibraryError(
                    .identifierNotFound, "No photo of this library has this identifier.", identifier: identifier)
            }
            let destination = OriginalName.free(for: original.originalFilename, in: folder, taken: taken)
            taken.insert(destination)
            return LoadRequest(source: original.path, destination: destination, sha256: original.sha256)
        }
        return AssetLoader(ioJobs: ioJobs).load(requests)
    }
}
