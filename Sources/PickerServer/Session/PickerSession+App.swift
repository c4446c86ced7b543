package import LibraryInterface
internal import OpenPhotoKitOwner
internal import PhotoModel

// What the app that asked for photos does while its page is open.
extension PickerSession {
    /// Changes the page as the app asked.
    package func apply(_ change: PickChange) throws {
        switch change {
        case .limit(let limit):
            setLimit(limit)
            events.tell(.appChanged)
        case .deselect(let identifiers):
            let numbers = try identifiers.compactMap(number)
            if self.change({ $0.deselect(numbers) }) { events.tell(.selection) }
        case .move(let identifier, let other):
            let (moved, target) = (try number(of: identifier), try other.flatMap(number))
            guard let moved, other == nil || target != nil else { return }
            if self.change({ $0.move(moved, after: target) }) { events.tell(.selection) }
        }
    }

    /// Ends the session, because the app has closed the page or has ended.
    package func appIsGone() {
        if !hasEnded { events.tell(.appGone) }
        end(.cancelled)
    }
}
