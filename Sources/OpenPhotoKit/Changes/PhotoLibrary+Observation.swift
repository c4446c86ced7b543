internal import PhotoCatalog
public import PhotoModel
internal import Synchronization

extension PhotoLibrary {
    /// Follows what changes, whoever changes it: this process or another.
    ///
    /// Begins at the time of this call. Each element is everything new since the one before, however slowly they are taken:
    /// none is lost, and none waits in memory.
    ///
    /// - Parameter token: The point after which to begin; `nil` for now.
    /// - Returns: A sequence to be iterated once. It ends when the task is cancelled, and throws `libraryUnavailable` or
    ///   `libraryVolumeOffline` when the library is gone.
    /// - Throws: ``PhotoLibraryError``: `persistentChangeTokenExpired`, `libraryUnavailable`, `ioFailure` if the system has no
    ///   inotify instance left.
    public func changes(since token: PersistentChangeToken? = nil) throws -> LibraryChanges {
        // Watched first: what is committed from here on rings.
        let watcher = try watchers.shared(for: folder)
        let bell = watcher.bell()
        let start = try token ?? currentChangeToken
        _ = try fetchPersistentChanges(since: start)
        return LibraryChanges(library: self, watcher: watcher, bell: bell, start: start)
    }

    /// Says once why the library cannot be used any more, and ends: `libraryUnavailable` if its folder was removed or renamed,
    /// `libraryVolumeOffline` if its disk was unmounted.
    ///
    /// A folder above it that is renamed is not noticed. What cannot be watched says so at once.
    public var availability: AsyncStream<PhotoLibraryError> {
        AsyncStream { continuation in
            let task = Task {
                do {
                    let watcher = try watchers.shared(for: folder)
                    for await _ in watcher.bell() {}
                    if let reason = watcher.unavailability { continuation.yield(reason) }
                } catch let error as PhotoLibraryError { continuation.yield(error) } catch {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// What changes in a library as it happens; see ``PhotoLibrary/changes(since:)``.
public struct LibraryChanges: AsyncSequence, Sendable {
    let library: PhotoLibrary
    let watcher: LibraryWatcher
    let bell: AsyncStream<Void>
    let start: PersistentChangeToken

    /// Begins to follow.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for changes and reads them.
    public struct Iterator: AsyncIteratorProtocol {
        private let changes: LibraryChanges
        private var bell: AsyncStream<Void>.Iterator
        private var last: PersistentChangeToken

        fileprivate init(_ changes: LibraryChanges) {
            self.changes = changes
            bell = changes.bell.makeAsyncIterator()
            last = changes.start
        }

        /// The changes since those before, one at least; `nil` when the task is cancelled.
        ///
        /// - Throws: ``PhotoLibraryError``: `libraryUnavailable`, `libraryVolumeOffline`, `persistentChangeTokenExpired` if
        ///   changes were forgotten before they were taken.
        public mutating func next() async throws -> PersistentChanges? {
            repeat {
                if let reason = changes.watcher.unavailability { throw reason }
                let new = try changes.library.fetchPersistentChanges(since: last)
                guard new.changeCount == 0 else {
                    last = new.lastToken
                    return new
                }
            } while await bell.next() != nil
            if let reason = changes.watcher.unavailability { throw reason }
            return nil
        }
    }
}

/// The watcher of a library, which lasts as long as somebody listens.
final class SharedWatcher: Sendable {
    private struct Place { weak var watcher: LibraryWatcher? }
    private let place = Mutex(Place())

    func shared(for folder: LibraryFolder) throws -> LibraryWatcher {
        try place.withLock { place in
            if let watcher = place.watcher, watcher.unavailability == nil { return watcher }
            let watcher = try LibraryWatcher(folder)
            place.watcher = watcher
            return watcher
        }
    }
}
