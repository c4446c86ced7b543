internal import Foundation
internal import LibraryRPC
internal import MessageTransport
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

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
    private static let maximumWait = Duration.seconds(5)

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
        let end = ContinuousClock.now + Self.maximumWait
        while true {
            let client: MessageClient
            do {
                client = try isRepeatable ? self.client() : currentClient()
            } catch {
                guard isRepeatable, error.code == .libraryUnavailable, ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: 0.05)
                continue
            }
            do { return try client.send(request) } catch {
                if error.isConnectionLost { forget(client) }
                guard isRepeatable, error.code == .libraryUnavailable, ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: 0.05)
            }
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
