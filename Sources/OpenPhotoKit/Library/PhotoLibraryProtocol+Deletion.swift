internal import Foundation
internal import LibraryInterface
public import PhotoModel

extension PhotoLibraryProtocol {
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
}
