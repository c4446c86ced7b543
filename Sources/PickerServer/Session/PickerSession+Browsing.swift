internal import OpenPhotoKitOwner

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
        // Deleted photos too, which are in no app's results, because they are restored here.
        let photos = try photos(of: "selection")
        let assets = try assets(photos)
        let selected = photos.compactMap { assets[$0] }
        let deleted = selected.filter { $0.deletedDate != nil }.map(\.localIdentifier)
        let hidden = selected.filter { $0.deletedDate == nil && $0.isHidden }.map(\.localIdentifier)
        let identifiers = action == .restore ? deleted + hidden : selected.map(\.localIdentifier)
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
        change { $0.removeAll() }
        libraryHasChanged()
        return identifiers.count
    }
}
