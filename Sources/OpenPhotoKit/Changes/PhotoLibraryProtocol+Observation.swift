internal import LibraryInterface
public import PhotoModel
internal import SystemSupport

extension PhotoLibraryProtocol {
    /// The changes of the library as they happen, made by this process or another.
    ///
    /// The sequence begins at the time of this call. Each element contains all changes since the previous element. A
    /// slow reader loses no changes, and changes do not accumulate in memory.
    ///
    /// - Parameter token: The position in the history after which to begin; `nil` for now.
    /// - Returns: A sequence that can be iterated once. It ends when the task is cancelled, and throws
    ///   `libraryUnavailable` or `libraryVolumeOffline` when the library is removed or its disk is unmounted.
    /// - Throws: `PhotoLibraryError`: `persistentChangeTokenExpired`, `libraryUnavailable`, `ioFailure` if the system
    ///   has no inotify instance left.
    public func changes(since token: PersistentChangeToken? = nil) throws(PhotoLibraryError) -> LibraryChanges {
        // The watch begins before the token is read, so that no commit in between is missed.
        let watcher = try service.watch()
        let signal = watcher.changeSignal()
        let start = if let token { token } else { try currentChangeToken }
        _ = try fetchPersistentChanges(since: start)
        return LibraryChanges(library: photoLibrary, watcher: watcher, signal: signal, start: start)
    }

    /// A stream with one error when the library can no longer be used: `libraryUnavailable` if its folder was removed
    /// or renamed, `libraryVolumeOffline` if its disk was unmounted.
    ///
    /// Renaming a folder above the library is not detected. If the library cannot be watched, the stream gives that
    /// error at once.
    public var availability: AsyncStream<PhotoLibraryError> {
        AsyncStream { continuation in
            let task = Task {
                do {
                    let watcher = try service.watch()
                    for await _ in watcher.changeSignal() {}
                    if let reason = watcher.unavailability { continuation.yield(reason) }
                } catch let error as PhotoLibraryError { continuation.yield(error) } catch {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The changes of a library as they happen; see ``PhotoLibrary/changes(since:)``.
public struct LibraryChanges: AsyncSequence, Sendable {
    let library: PhotoLibrary
    let watcher: any LibraryWatch
    let signal: AsyncStream<Void>
    let start: PersistentChangeToken

    /// Starts to follow the changes.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for changes and reads them.
    public struct Iterator: AsyncIteratorProtocol {
        private let changes: LibraryChanges
        private var signal: AsyncStream<Void>.Iterator
        private var last: PersistentChangeToken

        fileprivate init(_ changes: LibraryChanges) {
            self.changes = changes
            signal = changes.signal.makeAsyncIterator()
            last = changes.start
        }

        /// The changes since the previous call, at least one; `nil` when the task is cancelled.
        ///
        /// - Throws: `PhotoLibraryError`: `libraryUnavailable`, `libraryVolumeOffline`,
        ///   `persistentChangeTokenExpired` if changes were removed from the history before they were read.
        public mutating func next() async throws -> PersistentChanges? {
            repeat {
                if let reason = changes.watcher.unavailability { throw reason }
                let new = try await changes.library.requesting { [library = changes.library, last] in
                    try library.fetchPersistentChanges(since: last)
                }
                guard new.changeCount == 0 else {
                    last = new.lastToken
                    return new
                }
            } while await signal.next() != nil
            if let reason = changes.watcher.unavailability { throw reason }
            return nil
        }
    }
}
