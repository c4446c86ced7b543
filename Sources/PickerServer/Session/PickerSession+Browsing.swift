internal import OpenPhotoKit

/// A change of the selected photos by the owner who looks through the library.
enum BrowseAction: String {
    case favorite, unfavorite, hide, delete
    /// Takes photos out of the recently deleted, and shows hidden ones that are not deleted.
    case restore
}

extension PickerSession {
    /// Changes the selected photos, and deselects them.
    ///
    /// - Returns: The number of changed photos.
    func perform(_ action: BrowseAction) throws -> Int {
        let selected = try results()
        let assets = try library.assets(withLocalIdentifiers: selected)
        let deleted = selected.filter { assets[$0]?.deletedDate != nil }
        let hidden = selected.filter { assets[$0]?.deletedDate == nil && assets[$0]?.isHidden == true }
        let identifiers = action == .restore ? deleted + hidden : selected
        try library.performChangesAndWait { changes in
            switch action {
            case .favorite: try changes.set(.favorite(true), ofAssets: identifiers)
            case .unfavorite: try changes.set(.favorite(false), ofAssets: identifiers)
            case .hide: try changes.set(.hidden(true), ofAssets: identifiers)
            case .delete: try changes.deleteAssets(identifiers)
            case .restore:
                try changes.restoreAssets(deleted)
                try changes.set(.hidden(false), ofAssets: hidden)
            }
        }
        deselectAll()
        libraryHasChanged()
        return identifiers.count
    }
}
