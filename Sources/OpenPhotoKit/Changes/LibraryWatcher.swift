@preconcurrency internal import Dispatch
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Hears of commits to the catalogue, whatever process makes them, and of the library's end, by inotify(7).
///
/// A process touches the catalogue's log after each commit that changes anything. One that is killed in between closes the
/// log thereby, which is heard too. The folder is watched and not the log, which comes and goes.
final class LibraryWatcher: Sendable {
    private let folder: LibraryFolder
    private let source: any DispatchSourceRead
    private let state = Mutex(State())

    private struct State {
        var bells: [Int: AsyncStream<Void>.Continuation] = [:]
        var bellCount = 0
        var unavailability: PhotoLibraryError?
    }

    private static let database = PhotoCatalog.databaseName
    private static let log = PhotoCatalog.databaseName + PhotoCatalog.logSuffix

    /// - Throws: `libraryUnavailable` if the library is gone already, `ioFailure` if the system's limits are reached.
    init(_ folder: LibraryFolder) throws {
        self.folder = folder
        let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard number >= 0 else { throw Self.failure(folder) }
        source = DispatchSource.makeReadSource(fileDescriptor: number, queue: DispatchQueue(label: "photos.watcher"))
        source.setCancelHandler { close(number) }
        let events = IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        let isWatching = inotify_add_watch(number, folder.path.string, UInt32(events)) >= 0
        let failure = isWatching ? nil : Self.failure(folder)
        source.setEventHandler { [weak self] in self?.readEvents(from: number) }
        source.activate()
        if let failure { throw failure }
        // Removed before it was watched.
        guard access(folder.path.appending(Self.database).platform, F_OK) == 0 else { throw folder.gone() }
    }

    deinit { source.cancel() }

    /// Why the library cannot be used any more; `nil` if it can.
    var unavailability: PhotoLibraryError? { state.withLock { $0.unavailability } }

    /// Rings after commits, once for several that follow each other closely; ends when the library is gone.
    ///
    /// Whoever listens reads what is new before the first ring too.
    func bell() -> AsyncStream<Void> {
        let (bell, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.bellCount += 1
            if state.unavailability == nil { state.bells[state.bellCount] = continuation }
            return state.unavailability == nil ? state.bellCount : nil
        }
        guard let number else {
            continuation.finish()
            return bell
        }
        // Listening keeps the watcher.
        continuation.onTermination = { [self] _ in
            state.withLock { _ = $0.bells.removeValue(forKey: number) }
        }
        return bell
    }

    // MARK: Events

    private func readEvents(from number: Int32) {
        var isChanged = false
        var reason: PhotoLibraryError.Code?
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while case let count = read(number, buffer.baseAddress, buffer.count), count > 0 {
                Self.forEachEvent(in: UnsafeRawBufferPointer(rebasing: buffer.prefix(count))) { mask, name in
                    // An overflow says that something is lost.
                    isChanged = isChanged || name == Self.log || mask & UInt32(IN_Q_OVERFLOW) != 0
                    reason = reason ?? Self.reasonOfEnd(mask, name)
                }
            }
        }
        let bells = state.withLock { state in
            if let reason, state.unavailability == nil { state.unavailability = folder.gone(reason) }
            return state.bells.values
        }
        for bell in bells { if reason != nil { bell.finish() } else if isChanged { bell.yield() } }
    }

    /// Calls `body` with the mask and the name of each event; the name is empty for the folder itself.
    private static func forEachEvent(in buffer: UnsafeRawBufferPointer, _ body: (UInt32, String) -> Void) {
        let headerSize = MemoryLayout<inotify_event>.size
        var rest = buffer[...]
        while rest.count >= headerSize {
            let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
            let name = rest.dropFirst(headerSize).prefix(Int(event.len))
            body(event.mask, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
            rest = rest.dropFirst(headerSize + Int(event.len))
        }
    }

    /// Why the library cannot be used after an event of its folder, or of the file of this name in it; `nil` if it can.
    static func reasonOfEnd(_ mask: UInt32, _ name: String) -> PhotoLibraryError.Code? {
        // An end of the watch follows it.
        if mask & UInt32(IN_UNMOUNT) != 0 { return .libraryVolumeOffline }
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { return .libraryUnavailable }
        return mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 && name == database ? .libraryUnavailable : nil
    }

    private static func failure(_ folder: LibraryFolder) -> PhotoLibraryError {
        let failure = Errno(rawValue: errno)
        guard failure != .noSuchFileOrDirectory else { return folder.gone() }
        return PhotoLibraryError(
            .ioFailure,
            "The library cannot be watched: \(failure). fs.inotify.max_user_instances or max_user_watches may be too low.",
            path: folder.path.string, cause: failure)
    }
}
