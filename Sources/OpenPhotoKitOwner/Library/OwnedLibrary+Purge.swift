internal import AssetLoading
public import Foundation
internal import PhotoCatalog
internal import PhotoIngest
public import PhotoModel

extension OwnedLibrary {
    /// Removes recently deleted assets and their files from the library permanently.
    ///
    /// Referenced files stay where they are. The catalogue keeps the digests of the photos, so that they are not
    /// imported again unless the import requests it.
    ///
    /// All assets are purged in one transaction. Cancelling the task before it leaves all of them.
    ///
    /// - Parameter localIdentifiers: The assets. Only those that are recently deleted are purged.
    /// - Returns: The assets that were purged, whose files are removed from the disk.
    public func purgeDeletedAssets(_ localIdentifiers: [String]) async throws -> [String] {
        let library = local
        let loading = LoadProgress()
        return try await loading.run {
            try loading.checkIsNotCancelled()
            return try library.purge(localIdentifiers)
        }
    }

    /// The recently deleted assets that were deleted before `date`, the oldest first.
    public func deletedAssets(before date: Date = .distantFuture) throws(PhotoLibraryError) -> [String] {
        try catalog.deletedAssets(before: date)
    }
}

extension LocalLibrary {
    fileprivate func purge(_ localIdentifiers: [String]) throws -> [String] {
        try catalog.permission.check()
        // The files are removed like those of an interrupted run. If this process ends first, the next run removes
        // them.
        let run = try RunFolder(in: store)
        let purged = try folder.withExclusiveLock {
            try catalog.perform(localIdentifiers.map { CatalogChange.purge(asset: $0) }, run: run.name).assets
        }
        try run.close()
        return purged
    }
}
