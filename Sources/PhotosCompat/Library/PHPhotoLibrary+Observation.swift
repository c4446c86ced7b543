public import Foundation
internal import OpenPhotoKit
internal import SystemSupport

/// An observer of all changes, made by this process or another.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called after a change, on an arbitrary serial queue, on which the changed library is the shared library.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// An observer of the library's availability.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called when the library was removed or renamed, or its disk was unmounted, on an arbitrary serial queue.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}

/// An observer of new changes in the history.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called when there are new changes to fetch, on an arbitrary serial queue.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

// References to observers are weak. An observer receives the changes that are committed after it is registered.
// Unregister it anyway: the task that waits for changes keeps the library open until the next change. If the library
// cannot be watched, because it does not exist yet, was removed, or the system's limits are reached (see
// `unavailabilityReason`), this is tried again each second. Once the library can be watched, observers of changes
// receive a change without details: anything may have changed.
extension PHPhotoLibrary {
    /// Registers an observer of changes.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) {
        follow(observer, .changes) { library, changes in
            let change = PHChange(changes)
            await library.observation.tell(.changes, in: library) { observer in
                (observer as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
            }
        }
    }

    /// Unregisters the observer.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observation.remove(observer, from: .changes)
    }

    /// Registers an observer of new changes in the history.
    public func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        follow(observer, .persistentChanges) { library, _ in
            await library.observation.tell(.persistentChanges, in: library) { observer in
                (observer as? any PHPhotoLibraryPersistentChangesObserver)?
                    .photoLibraryPersistentChangesDidUpdate(library)
            }
        }
    }

    /// Unregisters the observer.
    public func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observation.remove(observer, from: .persistentChanges)
    }

    /// Registers an observer of the library's availability.
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

    /// Unregisters the observer.
    public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observation.remove(observer, from: .availability)
    }

    private func follow(
        _ observer: AnyObject, _ kind: Observation.Kind,
        _ tell: @escaping @Sendable (PHPhotoLibrary, PersistentChanges?) async -> Void
    ) {
        observation.add(observer, to: kind) {
            // Observers receive the changes committed after this point.
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
                    following = try? await blocking { [self] in try photoLibrary.changes() }
                    // Changes that could not be read are unknown.
                    if following != nil { await tell(self, nil) }
                }
            }
        }
    }
}
