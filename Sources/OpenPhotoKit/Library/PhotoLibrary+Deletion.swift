internal import AssetLoading
public import Foundation
internal import LibraryInterface
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel

extension PhotoLibrary {
    /// Moves assets to the recently deleted assets.
    ///
    /// Fetches do not find these assets, but their files stay and the assets can be restored.
    ///
    /// Deleted photos are not imported again unless the import requests it.
    ///
    /// - Returns: The assets that were moved. Missing assets and those deleted before are skipped.
    public func deleteAssets(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String] {
        try commit(localIdentifiers.map { .delete(asset: $0, mayBeMissing: true) })
    }

    /// Restores recently deleted assets.
    ///
    /// - Returns: The assets that were restored.
    public func restoreDeletedAssets(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String] {
        try commit(localIdentifiers.map { .restore(asset: $0, mayBeMissing: true) })
    }

    /// - Returns: The assets that were deleted or restored.
    private func commit(_ changes: [LibraryChange]) throws(PhotoLibraryError) -> [String] {
        try service.beginChanges(UUID()).commit(changes.map { .change($0) })
    }

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
        let library = try local
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
