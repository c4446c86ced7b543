import LibraryRPC
import MessageTransport
import Synchronization
import SystemPackage

@testable import LibraryBroker

/// An app's connection that a test ends, and that is then made again.
final class CutConnection: Sendable {
    private let client: Mutex<MessageClient>
    private let path: FilePath

    init(to path: FilePath) throws {
        self.path = path
        client = Mutex(try Self.connect(path))
    }

    /// The library over this connection.
    var library: LibraryClient { LibraryClient { [self] in try send($0, isRepeatable: $1) } }

    func cut() { client.withLock { $0.close() } }

    private func send(_ request: Message, isRepeatable: Bool) throws -> Message {
        let used = client.withLock { $0 }
        do { return try used.send(request) } catch {
            guard error.isConnectionLost else { throw error }
            let new = try Self.connect(path)
            client.withLock { if $0 === used { $0 = new } }
            guard isRepeatable else { throw error }
        }
        return try send(request, isRepeatable: true)
    }

    private static func connect(_ path: FilePath) throws -> MessageClient {
        try MessageClient(to: path, hello: BrokerHello(app: nil).bytes, onEvent: { _ in }, onEnd: {})
    }
}
