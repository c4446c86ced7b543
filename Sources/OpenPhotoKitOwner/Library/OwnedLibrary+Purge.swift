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
        let proven = try filesProvenElsewhere(withBytesOfDeleted: localIdentifiers, until: cancellation)
        // The files are removed like those of an interrupted run. If this process ends first, the next run removes
        // them.
        let run = try RunFolder(in: context)
        let purged = try folder.withExclusiveLock {
            // Another process may have deleted a photo, or moved an original to a store, since the stores were asked.
            let files = try catalog.filesElsewhere(withBytesOfDeleted: localIdentifiers)
            guard files.allSatisfy({ proven.contains($0.row) }) else {
                throw PhotoLibraryError(
                    .libraryBusy,
                    "Another program changed photos with the same bytes at this moment: nothing was removed. Try again."
                )
            }
            return try catalog.perform(localIdentifiers.map { CatalogChange.purge(asset: $0) }, run: run.name).assets
        }
        try run.close()
        return purged
    }

    /// The rows of files that have the bytes of files to remove in a remote store, and that a store shows now.
    ///
    /// - Throws: `networkAccessRequired` if no store shows one of them; `cancelled`.
    private func filesProvenElsewhere(
        withBytesOfDeleted localIdentifiers: [String], until cancellation: Cancellation
    ) throws -> Set<Int64> {
        let files = try catalog.filesElsewhere(withBytesOfDeleted: localIdentifiers)
        for other in files where try !context.originals.areSafeElsewhere(other.content, until: cancellation) {
            throw PhotoLibraryError(
                .networkAccessRequired,
                "Another photo has the same bytes in a remote store, and no store shows them now, so nothing was removed. "
                    + "Connect the store that has them.", identifier: other.asset)
        }
        return Set(files.map(\.row))
    }
}
