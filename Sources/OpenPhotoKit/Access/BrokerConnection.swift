internal import Foundation
internal import LibraryRPC
internal import MessageTransport
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// An app's connection to the broker, which is made again when it ends.
final class BrokerConnection: Sendable {
    private struct State {
        var client: MessageClient?
        /// The number of connections so far.
        var count = 0
        var welcome: BrokerWelcome?
        /// Receives events; not referenced, because it sends requests through this object.
        weak var library: LibraryClient?
    }

    private let path: FilePath
    private let hello: BrokerHello
    private let state = Mutex(State())
    /// Locked while a connection is made, so that several threads do not each make one.
    private let connecting = Mutex(())

    /// How long a request that can be repeated waits for a broker that is started again.
    fileprivate static let maximumWait = Duration.seconds(5)
    /// How long it waits between two attempts.
    fileprivate static let pause = Duration.milliseconds(50)

    /// The request that a task makes; `nil` for a request whose thread waits for the broker itself.
    @TaskLocal fileprivate static var attempt: Attempt?

    /// A request that fails at once if no broker answers.
    fileprivate final class Attempt: Sendable {
        private let state = Mutex(false)

        /// Whether the request failed because no broker answers, and may be made again.
        var mayBeRepeated: Bool { state.withLock { $0 } }

        func noteThatItMayBeRepeated() { state.withLock { $0 = true } }
    }

    /// Connects.
    ///
    /// - Throws: `libraryUnavailable` if no broker answers; the broker's reason if it refuses the app.
    init(to path: FilePath, as app: String?) throws(PhotoLibraryError) {
        self.path = path
        hello = BrokerHello(app: app)
        _ = try client()
    }

    /// The broker's answer when the connection was made.
    var welcome: BrokerWelcome? { state.withLock { $0.welcome } }

    /// Passes events to this client from now on.
    func follow(_ library: LibraryClient) { state.withLock { $0.library = library } }

    /// Sends a request and waits for the answer.
    func send(_ request: Message, isRepeatable: Bool) throws(PhotoLibraryError) -> Message {
        guard isRepeatable else { return try send(request, over: currentClient()) }
        let end = ContinuousClock.now + Self.maximumWait
        while true {
            do { return try send(request, over: client()) } catch {
                guard error.code == .libraryUnavailable else { throw error }
                if let attempt = Self.attempt {
                    attempt.noteThatItMayBeRepeated()
                    throw error
                }
                guard ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
            }
        }
    }

    private func send(_ request: Message, over client: MessageClient) throws(PhotoLibraryError) -> Message {
        do { return try client.send(request) } catch {
            if error.isConnectionLost { forget(client) }
            throw error
        }
    }

    /// The present connection, for requests that belong to it.
    private func currentClient() throws(PhotoLibraryError) -> MessageClient {
        guard let client = state.withLock({ $0.client }) else { throw PhotoLibraryError.connectionLost }
        return client
    }

    /// The present connection, or a new one if it has ended.
    private func client() throws(PhotoLibraryError) -> MessageClient {
        try connecting.withLock { _ throws(PhotoLibraryError) in
            if let client = state.withLock({ $0.client }) { return client }
            let number = state.withLock { state in
                state.count += 1
                return state.count
            }
            let client = try MessageClient(
                to: path, hello: hello.bytes,
                onEvent: { [weak self] event in self?.state.withLock { $0.library }?.receive(event) },
                onEnd: { [weak self] in self?.connectionDidEnd(number) })
            let library = state.withLock { state in
                state.client = client
                state.welcome = try? MessageCoding.decode(BrokerWelcome.self, from: client.welcome)
                return state.library
            }
            // Events of the meantime are lost.
            library?.forget()
            return client
        }
    }

    private func forget(_ client: MessageClient) {
        state.withLock { if $0.client === client { $0.client = nil } }
    }

    private func connectionDidEnd(_ number: Int) {
        let library = state.withLock { state in
            // Another connection may have been made meanwhile.
            if state.count == number { state.client = nil }
            return state.library
        }
        // Calls that wait for changes read the library again, which makes a new connection.
        library?.forget()
    }
}

extension PhotoLibraryProtocol {
    /// Runs work that makes one request, on a thread for work that waits.
    ///
    /// While no broker answers, the task waits, at most 5 seconds, and no thread.
    func requesting<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard photoLibrary.brokerConnection != nil else { return try await blocking(work) }
        let end = ContinuousClock.now + BrokerConnection.maximumWait
        while true {
            let attempt = BrokerConnection.Attempt()
            do {
                return try await blocking { try BrokerConnection.$attempt.withValue(attempt, operation: work) }
            } catch {
                guard attempt.mayBeRepeated, ContinuousClock.now < end, !Task.isCancelled else { throw error }
                try? await Task.sleep(for: BrokerConnection.pause)
            }
        }
    }
}
