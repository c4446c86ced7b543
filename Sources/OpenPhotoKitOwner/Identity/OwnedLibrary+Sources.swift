internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
package import PhotoModel
package import SystemPackage

extension OwnedLibrary {
    /// The files that were imported from these paths; for a path used several times, the last imported one.
    package func files(importedFrom paths: [FilePath]) throws -> [FilePath: FileOfAsset] {
        try catalog.files(importedFrom: paths)
    }

    /// The files that a check or an import found missing, unreadable or changed, and that were not restored.
    package func damagedFiles() throws -> Set<FileOfAsset> {
        Set(try catalog.damagedFiles().map { FileOfAsset(asset: $0.asset, path: path.pushing($0.path)) })
    }

    /// The originals that had these file names when they were imported.
    ///
    /// Several originals may have the same name.
    package func files(named names: [FilePath]) throws -> [FilePath: [FileOfAsset]] {
        try catalog.files(named: names)
    }

    /// The file of an asset that has exactly the bytes of another file, otherwise the asset's original.
    ///
    /// `nil` if the asset has neither.
    package func file(of localIdentifier: String, withBytesOf path: FilePath) throws -> FilePath? {
        guard let asset = try catalog.assets([localIdentifier])[localIdentifier] else { return nil }
        // Videos of live photos, raw files and sidecars are files of their photo: only the bytes show which file is
        // meant.
        guard asset.resources.count > 1 else { return asset.original.flatMap(localPath) }
        let digest = try LocalFiles().sha256(of: path)
        return (asset.resources.first { $0.sha256 == digest } ?? asset.original).flatMap(localPath)
    }
}
