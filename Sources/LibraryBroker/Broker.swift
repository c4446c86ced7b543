internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import LibraryStorage
internal import MessageTransport
package import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Serves one library to apps: each app sees what the owner allows it.
///
/// The broker never sends the descriptor of a file, because a process of the same user could open the file again for
/// writing through `/proc/self/fd`. It closes the library while the library is repaired, and refuses apps meanwhile.
package final class Broker: Sendable {
    private struct State {
        /// `nil` while the library is repaired.
        var library: OwnedLibrary?
        var apps: [String: BrokeredApp] = [:]
        var listeners: [FilePath: MessageListener] = [:]
        var watching: Task<Void, Never>?
        var refusals = RefusalNotices()
        var isStopped = false
    }

    private let path: FilePath
    private let open: @Sendable () throws(PhotoLibraryError) -> OwnedLibrary
    private let sockets: AppSockets
    /// Whether apps that can reach the library's files themselves are refused.
    private let servesContainedOnly: Bool
    private let probe: ContainmentProbe
    private let onNotice: @Sendable (BrokerNotice) -> Void
    private let onIdle: @Sendable () -> Void
    private let onEnd: @Sendable (PhotoLibraryError) -> Void
    private let state = Mutex(State())
    /// Locked while listeners are made, so that no socket is made twice.
    private let listening = Mutex(())

    /// Starts to serve the library.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - sockets: The sockets on which apps connect.
    ///   - servesContainedOnly: Whether apps that can reach the library's files themselves are refused.
    ///   - open: Opens the library with its owner's access, also after a repair. No other object may keep this library,
    ///     because a repair waits until it is released.
    ///   - onNotice: Called when an app asks for something or is refused, on any thread.
    ///   - onIdle: Called when the last connection has ended.
    ///   - onEnd: Called when the library can no longer be used and the broker has stopped.
    /// - Throws: `ioFailure`, `libraryUnavailable`; `libraryBusy` if another broker serves these sockets.
    package init(
        at path: FilePath, on sockets: AppSockets, servingContainedOnly servesContainedOnly: Bool = false,
        opening open: @escaping @Sendable () throws(PhotoLibraryError) -> OwnedLibrary,
        onNotice: @escaping @Sendable (BrokerNotice) -> Void = { _ in },
        onIdle: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable (PhotoLibraryError) -> Void = { _ in }
    ) throws(PhotoLibraryError) {
        self.onNotice = onNotice
        self.onEnd = onEnd
        self.path = path
        self.open = open
        self.sockets = sockets
        self.servesContainedOnly = servesContainedOnly
        self.onIdle = onIdle
        probe = ContainmentProbe(library: path, sockets: sockets.folder)
        try serve()
    }

    /// The library; `nil` while it is repaired.
    package var servedLibrary: OwnedLibrary? { state.withLock { $0.library } }

    private var library: OwnedLibrary {
        get throws(PhotoLibraryError) {
            guard let library = servedLibrary else { throw Self.isBeingRepaired }
            return library
        }
    }

    private static let isBeingRepaired = PhotoLibraryError(
        .libraryUnavailable, "The library is being repaired. Try again when that is done.")

    /// The number of connections.
    package var connectionCount: Int { state.withLock { $0.listeners.values.reduce(0) { $0 + $1.connectionCount } } }

    /// Closes all connections and sockets.
    package func stop() {
        let listeners = state.withLock { state in
            state.isStopped = true
            state.watching?.cancel()
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        for listener in listeners { listener.stop() }
    }

    // MARK: Listening

    /// Listens for every app of the record that has no listener yet, and on the sockets that were passed to this
    /// process.
    private func listen() throws(PhotoLibraryError) {
        try listening.withLock { _ throws(PhotoLibraryError) in
            guard !state.withLock({ $0.isStopped }) else { return }
            let names = try servedLibrary?.appsInRecord() ?? []
            for socket in try sockets.open(for: names, except: Set(state.withLock { $0.listeners.keys })) {
                let name = socket.app
                let listener = try MessageListener(
                    socket: socket.descriptor, onIdle: { [weak self] in self?.connectionDidEnd() }
                ) { [weak self] hello, peer, sender throws(PhotoLibraryError) in
                    guard let self else { throw PhotoLibraryError(.libraryUnavailable, "The broker is ending.") }
                    do throws(PhotoLibraryError) {
                        return try self.welcome(hello, peer, sender, socketOf: name)
                    } catch {
                        noteRefusal(error, of: name ?? error.identifier)
                        throw error.withoutPath
                    }
                }
                let isStopped = state.withLock { state in
                    if !state.isStopped { state.listeners[socket.path] = listener }
                    return state.isStopped
                }
                if isStopped { listener.stop() }
            }
        }
    }

    private func connectionDidEnd() { if connectionCount == 0 { onIdle() } }

    // MARK: Connections

    private func welcome(
        _ hello: Data, _ peer: Peer, _ sender: EventSender, socketOf owner: String?
    ) throws(PhotoLibraryError) -> (any MessageHandler, welcome: Data) {
        guard let claim = try? MessageCoding.decode(BrokerHello.self, from: hello) else {
            throw PhotoLibraryError(.libraryUnavailable, "The app's version of OpenPhotoKit is another one.")
        }
        let name = try name(claim.app, socketOf: owner)
        let finding = probe.examine(peer, app: name, hasOwnSocket: owner != nil)
        let isRefused = servesContainedOnly && (finding.containment != .contained || finding.identity == .claimed)
        let (known, served) = state.withLock { ($0.apps[name], $0.library) }
        guard let library = served else { throw Self.isBeingRepaired }
        if isRefused { noteRefusal(AppConnection.refusal, of: name) }
        let new =
            if let known { known } else {
                try BrokeredApp(name, library) { [onNotice] in onNotice(.request($0, app: name)) }
            }
        // A library that cannot be written to is served too.
        try? new.record(finding)
        let (app, connection) = try state.withLock { state throws(PhotoLibraryError) in
            // A library that was closed for a repair must not be kept.
            guard state.library === library else { throw Self.isBeingRepaired }
            // Apps that have gone need no memory, and a program can claim any number of names.
            state.apps = state.apps.filter { $0.value.isInUse }
            let app = state.apps[name] ?? new
            state.apps[name] = app
            return (app, app.connect(finding, sender, isRefused: isRefused))
        }
        // The owner may have decided again before the app was in the list.
        app.applyDecision()
        let welcome = BrokerWelcome(
            app: name, identity: finding.identity, containment: finding.containment,
            hasDesktop: ProcessInfo.processInfo.hasDesktop)
        return (connection, welcome.bytes)
    }

    private func noteRefusal(_ error: PhotoLibraryError, of app: String?) {
        guard error.code == .accessUserDenied || error.code == .accessRestricted else { return }
        let name = app.flatMap { (try? AppName.check($0)) == nil ? nil : $0 }
        if state.withLock({ $0.refusals.isNew(error, of: name) }) { onNotice(.refusal(error, app: name)) }
    }

    /// The name of an app: that of its own socket, or the one that it claims on the shared socket.
    private func name(_ claim: String?, socketOf owner: String?) throws(PhotoLibraryError) -> String {
        if let owner {
            guard claim == nil || claim == owner else {
                throw PhotoLibraryError(
                    .accessUserDenied, "This socket belongs to another app: connect to the app's own socket.",
                    identifier: claim)
            }
            return owner
        }
        guard let claim else {
            throw PhotoLibraryError(.accessUserDenied, "An app that connects to the shared socket must give its name.")
        }
        try AppName.check(claim)
        switch try library.entry(of: claim)?.identity {
        case .socket, .user:
            throw PhotoLibraryError(
                .accessUserDenied, "This name belongs to an app that has a socket of its own.", identifier: claim)
        case .claimed, nil: return claim
        }
    }

    // MARK: Changes of the library

    private func refresh() {
        guard !RepairLock.isHeld(LibraryFolder(path: path)) else {
            releaseLibrary()
            return
        }
        try? listen()
        let apps = state.withLock { Array($0.apps.values) }
        for app in apps { app.applyDecision() }
        // The requests of one app must not delay the others.
        DispatchQueue.concurrentPerform(iterations: apps.count) { apps[$0].followChanges() }
    }

    // MARK: Repairs

    /// Opens the library and serves it, after a repair that runs.
    private func serve() throws(PhotoLibraryError) {
        let library: OwnedLibrary
        do { library = try open() } catch {
            guard error.code == .libraryBusy else { throw error }
            try listen()
            serveAfterRepair()
            return
        }
        let watch = try library.service.watch()
        let signal = watch.changeSignal()
        let task = Task { [weak self] in
            for await _ in signal { self?.refresh() }
            if !Task.isCancelled { self?.end(watch.unavailability) }
        }
        state.withLock { state in
            (state.library, state.watching) = (library, task)
            if state.isStopped { task.cancel() }
        }
        try listen()
        // The repair may have begun before the watch.
        refresh()
    }

    /// Closes the library for a repair.
    ///
    /// Requests of apps that run keep it open until they end.
    private func releaseLibrary() {
        let released: (listeners: [MessageListener], library: WeakReference)? = state.withLock { state in
            guard let library = state.library, !state.isStopped else { return nil }
            state.watching?.cancel()
            (state.library, state.watching, state.apps) = (nil, nil, [:])
            return (Array(state.listeners.values), WeakReference(library.service as AnyObject))
        }
        guard let released else { return }
        for listener in released.listeners { listener.closeConnections() }
        serveAfterRepair(release: released.library)
    }

    /// - Parameter library: The library that was served before.
    private func serveAfterRepair(release library: WeakReference? = nil) {
        Thread.detachNewThread { [weak self, path] in
            // A change that still runs belongs to the earlier library, which knows whether it is made.
            while library?.object != nil { Thread.sleep(forTimeInterval: 0.05) }
            RepairLock.waitUntilReleased(LibraryFolder(path: path))
            // Another program may keep the library locked.
            Thread.sleep(forTimeInterval: 0.1)
            guard let self, !state.withLock({ $0.isStopped }) else { return }
            do throws(PhotoLibraryError) { try serve() } catch { end(error) }
        }
    }

    /// Tells the apps that the library can no longer be used.
    private func end(_ reason: PhotoLibraryError?) {
        let reason = reason ?? PhotoLibraryError(.libraryUnavailable, "The library is no longer served.")
        for app in state.withLock({ $0.apps.values }) { app.end(reason) }
        stop()
        onEnd(reason)
    }
}

/// An object that may have been released.
///
/// `@unchecked Sendable`: a weak reference can be read on all threads, and this one is set only by the initialiser.
private final class WeakReference: @unchecked Sendable {
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
}
