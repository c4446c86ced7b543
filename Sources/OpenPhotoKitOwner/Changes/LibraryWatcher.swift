@preconcurrency internal import Dispatch
internal import Foundation
internal import LibraryInterface
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Watches with inotify(7) for commits to the catalogue by any process, and for the removal of the library.
///
/// A process touches the catalogue's write-ahead log after each commit that changes anything. If it is killed before
/// that, the kernel closes the log, which is also an event. The folder is watched, because the log is created and
/// removed repeatedly.
final class LibraryWatcher: LibraryWatch {
    private let folder: LibraryFolder
    private let source: any DispatchSourceRead
    private let signals = ChangeSignals()

    private static let database = PhotoCatalog.databaseName
    /// The files whose events are signals: the catalogue's log, and the lock, which a waiting repair touches.
    private static let signalled = [PhotoCatalog.databaseName + PhotoCatalog.logSuffix, LibraryLock.name]

    /// - Throws: `libraryUnavailable` if the library no longer exists; `ioFailure` if the system's limits are reached.
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
        // The library may have been removed before the watch began.
        guard access(folder.path.appending(Self.database).platform, F_OK) == 0 else { throw folder.gone() }
    }

    deinit { source.cancel() }

    var unavailability: PhotoLibraryError? { signals.unavailability }

    func changeSignal() -> AsyncStream<Void> { signals.stream(for: self) }

    // MARK: Events

    private func readEvents(from number: Int32) {
        var isChanged = false
        var reason: PhotoLibraryError.Code?
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while case let count = read(number, buffer.baseAddress, buffer.count), count > 0 {
                Self.forEachEvent(in: UnsafeRawBufferPointer(rebasing: buffer.prefix(count))) { mask, name in
                    // An overflow of the queue means that events were lost.
                    isChanged = isChanged || Self.signalled.contains(name) || mask & UInt32(IN_Q_OVERFLOW) != 0
                    reason = reason ?? Self.reasonOfEnd(mask, name)
                }
            }
        }
        if let reason { signals.finish(folder.gone(reason)) } else if isChanged { signals.yield() }
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

    /// The reason why the library cannot be used after an event of its folder, or of the file of this name in it; `nil`
    /// if it can be used.
    static func reasonOfEnd(_ mask: UInt32, _ name: String) -> PhotoLibraryError.Code? {
        // The kernel sends IN_IGNORED after it.
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

/// The watcher of a library, which is shared by all listeners and released with the last one.
final class SharedWatcher: Sendable {
    private struct WeakWatcher { weak var watcher: LibraryWatcher? }
    private let current = Mutex(WeakWatcher())

    func shared(for folder: LibraryFolder) throws -> LibraryWatcher {
        try current.withLock { current in
            if let watcher = current.watcher, watcher.unavailability == nil { return watcher }
            let watcher = try LibraryWatcher(folder)
            current.watcher = watcher
            return watcher
        }
    }
}
