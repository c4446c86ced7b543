internal import AssetLoading
public import Foundation
internal import Originals
internal import PhotoCatalog
internal import PhotoIngest
public import PhotoModel
internal import SystemSupport

extension OwnedLibrary {
    /// Removes recently deleted assets and their files from the library permanently.
    ///
    /// Referenced files stay where they are. The catalogue keeps the digests of the photos, so that they are not
    /// imported again unless the import requests it.
    ///
    /// All assets are purged in one transaction. Cancelling the task before it leaves all of them. Nothing is purged if
    /// another photo has the bytes of a removed file in a remote store only, and no store shows them now.
    ///
    /// - Parameter localIdentifiers: The assets. Only those that are recently deleted are purged.
    /// - Returns: The assets that were purged, whose files are removed from the disk.
    /// - Throws: `networkAccessRequired` if the bytes of another photo would be lost; `cancelled`; `libraryReadOnly`,
    ///   `ioFailure` and errors of the catalogue.
    public func purgeDeletedAssets(_ localIdentifiers: [String]) async throws -> [String] {
        let library = local
        let loading = LoadProgress()
        return try await loading.run {
            try loading.checkIsNotCancelled()
            return try library.purge(localIdentifiers, until: loading.cancellation)
        }
    }

    /// The recently deleted assets that were deleted before `date`, the oldest first.
    public func deletedAssets(before date: Date = .distantFuture) throws(PhotoLibraryError) -> [String] {
        try catalog.deletedAssets(before: date)
    }
}

extension LocalLibrary {
    fileprivate func purge(_ localIdentifiers: [String], until cancellation: Cancellation) throws -> [String] {
        try catalog.permission.check()
        for other in try catalog.filesElsewhere(withBytesOfDeleted: localIdentifiers)
        where !context.originals.areSafeElsewhere(other.content, until: cancellation) {
            throw PhotoLibraryError(
                .networkAccessRequired,
                "Another photo has the same bytes in a remote store, and no store shows them now, so nothing was removed. "
                    + "Connect the store that has them.", identifier: other.asset)
        }
        // The files are removed like those of an interrupted run. If this process ends first, the next run removes
        // them.
        let run = try RunFolder(in: context)
        let purged = try folder.withExclusiveLock {
            try catalog.perform(localIdentifiers.map { CatalogChange.purge(asset: $0) }, run: run.name).assets
        }
        try run.close()
        return purged
    }
}
