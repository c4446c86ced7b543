internal import LibraryRPC
internal import PhotoCatalog
internal import PhotoModel

/// Asks the owner whether an app may change photos that it did not add.
///
/// Blocks until the owner answers.
///
/// - Returns: The answer; `nil` if the owner cannot be asked.
package typealias ChangeConfirmation = @Sendable (ForeignChange) -> Bool?

/// The photos in a block of changes that the app did not add itself.
package struct ForeignChange: Sendable, Hashable, Codable {
    package var deleted: [String] = []
    package var changed: [String] = []
}

extension LocalLibrary {
    /// Lets the owner confirm what a block of changes does to photos that the app did not add.
    ///
    /// - Returns: The photos whose change the owner has confirmed.
    /// - Throws: `userCancelled` if the owner does not allow the change; the errors of reading the library.
    func confirm(_ steps: [ChangeStep]) throws(PhotoLibraryError) -> Set<String> {
        let access = catalog.access
        guard let confirmation, let app = access.app, access.mayRead, !access.options.contains(.mayChange) else {
            return []
        }
        let named = steps.compactMap(\.changedAsset)
        let seen = try catalog.assets(named)
        let own = try owners.catalog.ownAssets(of: app, among: named)
        func isForeign(_ asset: String) -> Bool { seen[asset] != nil && !own.contains(asset) }
        // A photo that is changed and deleted is deleted.
        let deleted = Set(steps.compactMap(\.deletedAsset).filter(isForeign))
        let changed = Set(named.filter(isForeign)).subtracting(deleted)
        let change = ForeignChange(deleted: deleted.sorted(), changed: changed.sorted())
        guard !(deleted.isEmpty && changed.isEmpty), let isAllowed = confirmation(change) else { return [] }
        guard isAllowed else {
            throw PhotoLibraryError(
                .userCancelled, "The owner of the library did not allow the change. Nothing was changed.")
        }
        return deleted.union(changed)
    }
}

extension ChangeStep {
    fileprivate var deletedAsset: String? { if case .change(.delete(let asset, _)) = self { asset } else { nil } }

    /// The asset that the step deletes or changes; `nil` for a step that adds, or changes a collection.
    fileprivate var changedAsset: String? {
        switch self {
        case .change(.delete(let asset, _)), .change(.set(_, let asset)), .change(.revert(let asset)),
            .edit(_, let asset):
            asset
        default: nil
        }
    }
}
