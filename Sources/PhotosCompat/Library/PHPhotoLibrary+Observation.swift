public import Foundation
internal import OpenPhotoKit

/// Is told of every change, whoever makes it: this process or another.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// The library has changed; called on an arbitrary serial queue, for which it is the shared library.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Is told when the library cannot be used any more.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// The library was removed or renamed, or its disk unmounted; called on an arbitrary serial queue.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}

/// Is told when there is something new in the history.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// There are changes to fetch since your token; called on an arbitrary serial queue.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

// Observers are held weakly. One is told of what is committed after it is registered. Unregister it nevertheless: what listens
// for it keeps the library open until there is something to tell. If the library cannot be watched,
// because it is gone or the system's limits are reached, nothing is told: see `unavailabilityReason`.
extension PHPhotoLibrary {
    /// Tells the observer of changes from now on.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) {
        follow(observer, .changes) { library, changes in
            let change = PHChange(changes)
            await library.observation.tell(.changes, in: library) { observer in
                (observer as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
            }
        }
    }

    /// Tells the observer of nothing any more.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observation.remove(observer, from: .changes)
    }

    /// Tells the observer from now on that there is something new in the history.
    public func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        follow(observer, .persistentChanges) { library, _ in
            await library.observation.tell(.persistentChanges, in: library) { observer in
                (observer as? any PHPhotoLibraryPersistentChangesObserver)?
                    .photoLibraryPersistentChangesDidUpdate(library)
            }
        }
    }

    /// Tells the observer of nothing any more.
    public func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observation.remove(observer, from: .persistentChanges)
    }

    /// Tells the observer when the library cannot be used any more.
    public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observation.add(observer, to: .availability) {
            Task { [self] in
                guard let library = try? photoLibrary else { return }
                for await _ in library.availability {
                    await observation.tell(.availability, in: self) { [self] observer in
                        (observer as? any PHPhotoLibraryAvailabilityObserver)?.photoLibraryDidBecomeUnavailable(self)
                    }
                }
            }
        }
    }

    /// Tells the observer of nothing any more.
    public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observation.remove(observer, from: .availability)
    }

    private func follow(
        _ observer: AnyObject, _ kind: Observation.Kind,
        _ tell: @escaping @Sendable (PHPhotoLibrary, PersistentChanges?) async -> Void
    ) {
        try? observation.add(observer, to: kind) {
            // What is committed after this is told.
            let first = try photoLibrary.changes()
            return Task { [self] in
                var following: LibraryChanges? = first
                while let changes = following, !Task.isCancelled {
                    do {
                        for try await change in changes { await tell(self, change) }
                        return
                    } catch {
                        // What could not be read may be anything. A moment later it may be readable again.
                        try? await Task.sleep(for: .seconds(1))
                        following = try? photoLibrary.changes()
                        if following != nil, !Task.isCancelled { await tell(self, nil) }
                    }
                }
                if !Task.isCancelled { observation.ended(kind) }
            }
        }
    }
}
