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
// for it keeps the library open until there is something to tell. A library that cannot be watched is tried again each second:
// because it does not exist yet, was removed, or the system's limits are reached, see `unavailabilityReason`. Once it can be
// watched, observers of changes are told that anything may have changed.
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
                var found = try? photoLibrary
                while found == nil {
                    guard await observation.waitsFurther(for: .availability) else { return }
                    found = try? photoLibrary
                }
                guard let library = found else { return }
                for await _ in library.availability {
                    await observation.tell(.availability, in: self) { [self] observer in
                        (observer as? any PHPhotoLibraryAvailabilityObserver)?.photoLibraryDidBecomeUnavailable(self)
                    }
                }
                if !Task.isCancelled { observation.ended(.availability) }
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
        observation.add(observer, to: kind) {
            // What is committed after this is told.
            let first = try? photoLibrary.changes()
            return Task { [self] in
                var following = first
                while true {
                    if let changes = following {
                        do {
                            for try await change in changes { await tell(self, change) }
                            return
                        } catch {}
                    }
                    guard await observation.waitsFurther(for: kind) else { return }
                    following = try? photoLibrary.changes()
                    // What was not read may be anything.
                    if following != nil { await tell(self, nil) }
                }
            }
        }
    }
}
