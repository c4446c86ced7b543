package import LibraryRPC
internal import OpenPhotoKit
internal import PhotoModel

// What the app that asked for photos does while its page is open.
extension PickerSession {
    /// Changes the page as the app asked.
    package func apply(_ change: PickChange) throws {
        switch change {
        case .limit(let limit):
            setLimit(limit)
            tell(.appChanged)
        case .deselect(let identifiers):
            let photos = try identifiers.compactMap(photo)
            self.change { $0.deselect(photos) }
            tell(.selection)
        case .move(let identifier, let other):
            let (moved, target) = (try photo(identifier), try other.flatMap(photo))
            guard let moved, other == nil || target != nil else { return }
            if self.change({ $0.move(moved, after: target) }) { tell(.selection) }
        }
    }

    private func photo(_ identifier: String) throws -> UInt32? {
        try library.service.reader.row(of: identifier, .asset).flatMap(snapshot.photo)
    }

    /// Ends the session, because the app has closed the page or has ended.
    package func appIsGone() {
        if !hasEnded { tell(.appGone) }
        end(.cancelled)
    }
}
