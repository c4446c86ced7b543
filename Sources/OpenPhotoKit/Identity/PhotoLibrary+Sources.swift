package import PhotoCatalog
internal import PhotoModel
package import SystemPackage

extension PhotoLibrary {
    /// The files that were imported from these paths; of a path used several times, the last one.
    package func files(importedFrom paths: [FilePath]) throws -> [FilePath: PhotoCatalog.FileOfAsset] {
        try catalog.files(importedFrom: paths)
    }

    /// The originals that had these names when they were imported: a name may mean several.
    package func files(named names: [FilePath]) throws -> [FilePath: [PhotoCatalog.FileOfAsset]] {
        try catalog.files(named: names)
    }

    /// The file of an asset that has exactly the bytes of another file, else its original; `nil` without one.
    package func file(of localIdentifier: String, withBytesOf path: FilePath) throws -> FilePath? {
        guard let asset = try catalog.assets([localIdentifier])[localIdentifier] else { return nil }
        // Films, raw files and sidecars are files of their photo: only the bytes tell which one is meant.
        guard asset.resources.count > 1 else { return asset.original.flatMap(localPath) }
        let digest = try ReadBack.sha256(of: path)
        return (asset.resources.first { $0.sha256 == digest } ?? asset.original).flatMap(localPath)
    }
}
