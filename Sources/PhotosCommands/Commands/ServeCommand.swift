internal import ArgumentParser
internal import Foundation
internal import LibraryBroker
internal import OpenPhotoKitOwner
internal import Synchronization

struct ServeCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library to apps, each of which sees what “photos access” allows it.",
        discussion: """
            photos serve                       serves until it is interrupted
            photos access socket APP --for …   prints how to give an app its socket

            The sockets are in the folder openphotokit in $XDG_RUNTIME_DIR: one for each app in the record, and one for apps \
            that only claim their names. A service manager can pass the sockets (systemd.socket(5)); then the command ends \
            when no app has been connected for a minute. The command says on standard error what apps ask for and which apps it \
            refuses. While “photos repair” runs, it closes the library and refuses apps.
            Exit codes: 0 done, 1 failed, 75 another broker serves these sockets.
            """)

    @OptionGroup var options: PlainOptions

    @Flag(help: "Refuse apps that could read the library's files themselves.")
    var containedOnly = false

    @Option(
        help: ArgumentHelp("The folder of the sockets; $XDG_RUNTIME_DIR/openphotokit by default.", valueName: "dir"),
        completion: .directory)
    var sockets: String?

    @Option(
        help: ArgumentHelp("End after this time without a connected app; 0 for never.", valueName: "seconds"))
    var idleExit: Int?

    func validate() throws {
        guard 0...86_400 ~= idleExit ?? 0 else { throw ValidationError("--idle-exit must be from 0 to 86400.") }
    }

    func execute() async throws -> Exit {
        Self.raiseFileLimit()
        let sockets = try AppSockets(in: socketFolder())
        let idleTime = idleExit ?? (sockets.isActivated ? 60 : 0)
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let interrupt = InterruptHandler { continuation.finish() }
        defer { withExtendedLifetime(interrupt) {} }
        let idle = IdleTimer(seconds: idleTime) { continuation.finish() }
        let failure = Mutex<PhotoLibraryError?>(nil)
        let path = options.libraryPath.absolute
        let broker = try Broker(
            at: path, on: sockets, servingContainedOnly: containedOnly, opening: opening(path),
            onNotice: { [options] in options.print($0) },
            onIdle: { idle.start() },
            onEnd: { reason in
                failure.withLock { $0 = reason }
                continuation.finish()
            })
        idle.condition = { [weak broker] in broker?.connectionCount == 0 }
        idle.start()
        if !options.quiet {
            options.terminal.write(
                "Serving \(Terminal.safe(path.string)) in \(Terminal.safe(sockets.folder.string))\n")
        }
        for await _ in ends {}
        broker.stop()
        if let library = broker.servedLibrary { OpenedLibraries.add(library) }
        if let reason = failure.withLock({ $0 }) { throw reason }
        return .done
    }

    private func opening(_ path: FilePath) -> @Sendable () throws(PhotoLibraryError) -> OwnedLibrary {
        let (isReadOnly, allowsSyncedFolder) = (options.readOnly, options.allowsSyncedFolder)
        return { () throws(PhotoLibraryError) in
            try OwnedLibrary(
                at: path, opening: isReadOnly ? .readOnly : .existing, allowingSyncedFolder: allowsSyncedFolder)
        }
    }

    /// Permits as many open files as the system allows, because apps keep files and connections open.
    private static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func socketFolder() throws -> FilePath {
        if let sockets { return FilePath(sockets).absolute }
        return try AppSockets.defaultFolder()
    }
}

extension CommandOptions {
    /// Prints what an app asks for, or why it was refused.
    fileprivate func print(_ notice: BrokerNotice) {
        guard !quiet else { return }
        switch notice {
        case .request(let request, let app): terminal.write("\(app) \(request.sentence(to: app))\n")
        case .refusal(let error, let app): terminal.write("\(app ?? "An app") was refused: \(error.message)\n")
        }
    }
}

/// Calls a function after a time without work.
private final class IdleTimer: Sendable {
    private let seconds: Int
    private let onEnd: @Sendable () -> Void
    private let state = Mutex<(run: Int, condition: @Sendable () -> Bool)>((0, { true }))

    init(seconds: Int, onEnd: @escaping @Sendable () -> Void) {
        self.seconds = seconds
        self.onEnd = onEnd
    }

    /// Whether there is no work.
    var condition: @Sendable () -> Bool {
        get { state.withLock { $0.condition } }
        set { state.withLock { $0.condition = newValue } }
    }

    /// Starts the time again.
    func start() {
        guard seconds > 0 else { return }
        let run = state.withLock { state in
            state.run += 1
            return state.run
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [self] in
            guard state.withLock({ $0.run }) == run, condition() else { return }
            onEnd()
        }
    }
}
