public import Foundation
internal import PhotoCatalog
internal import PhotoModel

extension PhotoLibrary {
    /// Moves assets to the recently deleted: they are listed and found no more, but their files stay and they can be
    /// brought back.
    ///
    /// What is deleted is not imported again unless asked for.
    ///
    /// - Returns: The assets that were moved; others are not there or were deleted before.
    public func deleteAssets(_ localIdentifiers: [String]) throws -> [String] {
        try catalog.perform(localIdentifiers.map { .delete(asset: $0, mayBeMissing: true) }).assets
    }

    /// Brings recently deleted assets back.
    ///
    /// - Returns: The assets that came back.
    public func restoreDeletedAssets(_ localIdentifiers: [String]) throws -> [String] {
        try catalog.perform(localIdentifiers.map { .restore(asset: $0, mayBeMissing: true) }).assets
    }

    /// Removes recently deleted assets and their files from the library for good.
    ///
    /// Files that are only referenced stay where they are. The photos are remembered by their digests, so that they are
    /// not imported again unless asked for.
    ///
    /// - Parameter localIdentifiers: Only assets that were deleted before are purged.
    /// - Returns: The assets that were purged, their files gone from the disk.
    public func purgeDeletedAssets(_ localIdentifiers: [String]) throws -> [String] {
        try catalog.permission.check()
        // The files are removed as those of a run that ended: also by the next one, should this process die.
        let run = try RunFolder(in: store)
        let purged = try folder.withExclusiveLock {
            try catalog.perform(localIdentifiers.map { .purge(asset: $0) }, run: run.name).assets
        }
        try run.close()
        return purged
    }

    /// The recently deleted assets that were deleted before `date`, the oldest first.
    public func deletedAssets(before date: Date = .distantFuture) throws -> [String] {
        try catalog.deletedAssets(before: date)
    }
}
