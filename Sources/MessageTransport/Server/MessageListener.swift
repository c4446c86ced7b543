internal import CLinux
package import Foundation
internal import Glibc
package import PhotoModel
internal import Synchronization
package import SystemPackage

typealias ConnectionNumber = UInt64

/// Accepts the connections of one listening socket, and answers their requests.
///
/// Each app has its own listener, so the limits hold for one app. Idle connections need no thread. A client that breaks
/// the protocol or a limit of time loses its connection, and no other client notices.
package final class MessageListener: Sendable {
    /// Checks a client and returns the handler of its requests.
    ///
    /// - Parameters:
    ///   - hello: The bytes that the client sent.
    ///   - sender: Sends events to the client, until the connection ends.
    /// - Throws: The reason why the client is refused, which the client then throws.
    package typealias Welcome =
        @Sendable (_ hello: Data, Peer, _ sender: EventSender) throws(PhotoLibraryError) -> (
            any MessageHandler, welcome: Data
        )

    private struct State {
        var connections: [ConnectionNumber: ServerConnection] = [:]
        var lastNumber: ConnectionNumber = 0
        /// All connections; the one that got a thread last is the last.
        var turns: [ConnectionNumber] = []
        /// The queues that run nothing.
        var idleQueues: [DispatchQueue]
        /// `nil` after ``MessageListener/stop()``.
        var registration: EventLoop.Registration?
    }

    private struct RunningRequest: Sendable {
        let connection: ConnectionNumber
        let request: Request
        let handler: any MessageHandler
    }

    private let socket: FileDescriptor
    private let limits: TransportLimits
    private let welcome: Welcome
    private let onIdle: @Sendable () -> Void
    private let loop: EventLoop
    private let state: Mutex<State>
    /// Welcomes clients also while all requests are long.
    private let welcomes = DispatchQueue(label: "photos.connections.welcomes")
    /// Calls the handlers of ended connections.
    private let endings = DispatchQueue(label: "photos.connections.endings")
    private static let timers = DispatchQueue(label: "photos.connections.timers")

    /// Starts to accept connections.
    ///
    /// - Parameters:
    ///   - socket: A listening stream socket of the family AF_UNIX. The listener closes it.
    ///   - onIdle: Called when the last connection has ended, also if another one was accepted meanwhile.
    ///   - welcome: Called for one client at a time. It may block.
    /// - Throws: `ioFailure` if the socket cannot be watched.
    package init(
        socket: FileDescriptor, limits: TransportLimits = TransportLimits(),
        onIdle: @escaping @Sendable () -> Void = {}, welcome: @escaping Welcome
    ) throws(PhotoLibraryError) {
        (self.socket, self.limits, self.onIdle, self.welcome) = (socket, limits, onIdle, welcome)
        // A serial queue always gets a thread, unlike the work of a concurrent queue.
        let queues = (0..<max(1, limits.runningRequests)).map { DispatchQueue(label: "photos.requests.\($0)") }
        state = Mutex(State(idleQueues: queues))
        do throws(Errno) {
            loop = try EventLoop.shared()
            let flags = fcntl(socket.rawValue, F_GETFL)
            guard flags >= 0, fcntl(socket.rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else {
                throw Errno(rawValue: errno)
            }
            let registration = try loop.add(socket.rawValue, .readable) { [self] _ in accept() }
            state.withLock { $0.registration = registration }
        } catch { throw PhotoLibraryError(.ioFailure, "The socket cannot be watched: \(error).", cause: error) }
    }

    /// The number of connections whose handler has not ended.
    package var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Closes all connections.
    ///
    /// It returns before their handlers have ended.
    package func closeConnections() {
        state.withLock { state in
            for number in Array(state.connections.keys) { end(number, &state) }
        }
    }

    /// Closes the listening socket and all connections.
    package func stop() {
        state.withLock { state in
            guard let registration = state.registration else { return }
            state.registration = nil
            loop.remove(registration)
            try? socket.close()
        }
        closeConnections()
    }

    // MARK: Accepting

    private func accept() {
        state.withLock { state in
            guard let registration = state.registration else { return }
            let descriptor = accept4(socket.rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            guard descriptor >= 0 else {
                // Without a free descriptor the client stays in the queue of the socket.
                if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { acceptLater(registration) }
                return
            }
            let connected = Socket(descriptor: descriptor, flags: Int32(MSG_DONTWAIT))
            guard state.connections.count < limits.connections else {
                refuseConnection(connected)
                // Connections that are refused again and again must not keep the thread of all sockets busy.
                acceptLater(registration)
                return
            }
            state.lastNumber += 1
            let number = state.lastNumber
            let added = try? loop.add(descriptor, .readable) { [weak self] in self?.handle($0, of: number) }
            guard let added else {
                Glibc.close(descriptor)
                return
            }
            state.connections[number] = ServerConnection(connected, added, limits)
            state.turns.append(number)
            update(number, &state)
        }
    }

    private func acceptLater(_ registration: EventLoop.Registration) {
        loop.change(registration, [])
        Self.timers.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
            self?.state.withLock { state in
                if state.registration != nil { self?.loop.change(registration, .readable) }
            }
        }
    }

    private func refuseConnection(_ socket: Socket) {
        let error = PhotoLibraryError(
            .limitExceeded, "This app has \(limits.connections) connections. Close one of them and try again.")
        _ = (try? JSONEncoder().encode(error)).map {
            socket.send(Frame(kind: MessageFrameKind.refusal.rawValue, payload: $0))
        }
        Glibc.close(socket.descriptor)
    }

    // MARK: Connections

    private func handle(_ events: EventLoop.Events, of number: ConnectionNumber) {
        state.withLock { state in
            guard state.connections[number]?.hasEnded == false else { return }
            // A client that is gone takes no answers.
            var continues = events.isDisjoint(with: .ended)
            if continues, events.contains(.readable) { continues = state.connections[number]?.receive() == true }
            if continues { update(number, &state) } else { end(number, &state) }
        }
    }

    /// Takes received frames, sends, and starts requests, after any change of a connection.
    private func update(_ number: ConnectionNumber, _ state: inout State) {
        guard var connection = state.connections[number], !connection.hasEnded else { return }
        // With one reference, its arrays are changed in place.
        state.connections[number] = nil
        let continues = connection.sendAndTakeFrames()
        if continues {
            connection.updateEvents(in: loop)
            planCheck(number, &connection)
            if let (hello, peer) = connection.takeHello() { startWelcome(number, hello, peer) }
        }
        state.connections[number] = connection
        if !continues { end(number, &state) }
        startRequests(&state)
    }

    private func end(_ number: ConnectionNumber, _ state: inout State) {
        guard state.connections[number]?.hasEnded == false else { return }
        if let handler = state.connections[number]?.end(in: loop) { endings.async { handler.cancelRequests() } }
        removeEnded(number, &state)
    }

    /// Removes an ended connection when no thread works for it.
    private func removeEnded(_ number: ConnectionNumber, _ state: inout State) {
        guard let (isRemoved, handler) = state.connections[number]?.remove(), isRemoved else { return }
        endings.async { [self] in
            handler?.connectionDidEnd()
            let isIdle = self.state.withLock { state in
                state.connections[number] = nil
                state.turns.removeAll { $0 == number }
                return state.connections.isEmpty
            }
            if isIdle { onIdle() }
        }
    }

    /// Ends the connection at its deadline.
    private func planCheck(_ number: ConnectionNumber, _ connection: inout ServerConnection) {
        guard let time = connection.planCheck() else { return }
        Self.timers.asyncAfter(deadline: .now() + max(0, time / .seconds(1))) { [weak self] in
            self?.state.withLock { state in
                guard state.connections[number]?.isLate() == true else {
                    self?.update(number, &state)
                    return
                }
                self?.end(number, &state)
            }
        }
    }

    // MARK: Work of threads

    private func startWelcome(_ number: ConnectionNumber, _ hello: Data, _ peer: Peer) {
        welcomes.async { [self] in
            let result = Result { () throws(PhotoLibraryError) in
                try welcome(hello, peer, EventSender(self, number))
            }
            peer.close()
            state.withLock { state in
                state.connections[number]?.finish(result)
                if case .success(let (handler, _)) = result, state.connections[number]?.hasEnded == true {
                    endings.async { handler.cancelRequests() }
                }
                update(number, &state)
                removeEnded(number, &state)
            }
        }
    }

    private func startRequests(_ state: inout State) {
        while let queue = state.idleQueues.last, let next = nextRequest(&state) {
            state.idleQueues.removeLast()
            queue.async { [self] in run(next, on: queue) }
        }
    }

    /// The next request of the connections in turn.
    private func nextRequest(_ state: inout State) -> RunningRequest? {
        for (index, number) in state.turns.enumerated() {
            guard let (request, handler) = state.connections[number]?.takeRequest() else { continue }
            state.turns.append(state.turns.remove(at: index))
            return RunningRequest(connection: number, request: request, handler: handler)
        }
        return nil
    }

    /// Answers requests until none waits.
    private func run(_ first: RunningRequest, on queue: DispatchQueue) {
        var next: RunningRequest? = first
        while let running = next {
            let answer = running.handler.answer(running.request.message)
            next = state.withLock { state in
                let number = running.connection
                state.connections[number]?.finish(running.request, answer)
                update(number, &state)
                removeEnded(number, &state)
                let next = nextRequest(&state)
                if next == nil { state.idleQueues.append(queue) }
                return next
            }
        }
    }

    // MARK: Events

    func send(_ event: Data, kind: UInt8, to number: ConnectionNumber) {
        state.withLock { state in
            guard state.connections[number]?.hasEnded == false else { return }
            state.connections[number]?.outbox.add(event, kind: kind)
            update(number, &state)
        }
    }

    func close(_ number: ConnectionNumber) { state.withLock { end(number, &$0) } }
}
