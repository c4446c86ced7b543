package import Foundation
internal import Glibc
package import PhotoModel
internal import Synchronization
package import SystemPackage

/// The app's end of a connection to the broker.
///
/// A thread of the connection reads answers and events, so a caller never waits for the threads of Swift's tasks.
package final class MessageClient: Sendable {
    /// The answer to the connection's hello.
    private final class Greeting: Sendable {
        let result = Mutex<Result<Data, PhotoLibraryError>?>(nil)
        let isDone = DispatchSemaphore(value: 0)

        func finish(_ result: Result<Data, PhotoLibraryError>) {
            let isFirst = self.result.withLock { stored in
                defer { stored = stored ?? result }
                return stored == nil
            }
            if isFirst { isDone.signal() }
        }
    }

    /// The time within which the broker must welcome a client, long enough to start it and open the library.
    private static let maxWelcomeTime = DispatchTimeInterval.seconds(60)

    /// The bytes that the broker sent when it accepted the connection.
    package let welcome: Data
    private let connection: ClientConnection

    /// Connects and waits until the broker accepts or refuses the connection.
    ///
    /// - Parameters:
    ///   - hello: The bytes for the broker, at most 1 MiB less 4 bytes.
    ///   - onEvent: Called on the connection's thread, in order, also before this initialiser returns. No answer is
    ///       read before it returns, so it must neither block nor send.
    ///   - onEnd: Called once on the connection's thread, when the connection has ended, unless this initialiser
    ///       throws.
    /// - Throws: The broker's reason if it refuses the connection; otherwise `libraryUnavailable`.
    package init(
        to path: FilePath, hello: Data, onEvent: @escaping @Sendable (Data) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) {
        let connection = ClientConnection(try connectedSocket(path))
        self.connection = connection
        let greeting = Greeting()
        let thread = Thread {
            connection.receiveFrames { frame in
                switch MessageFrameKind(rawValue: frame.kind) {
                case .welcome: greeting.finish(.success(frame.payload))
                case .refusal:
                    greeting.finish(.failure(Self.refusal(frame, path)))
                    return false
                case .event: onEvent(frame.payload)
                default: return false
                }
                return true
            }
            greeting.finish(.failure(.noBroker(at: path, ConnectionLost())))
            if case .success = greeting.result.withLock({ $0 }) { onEnd() }
        }
        thread.name = "photos.broker"
        thread.start()
        if !connection.send(Hello.frame(hello))
            || greeting.isDone.wait(timeout: .now() + Self.maxWelcomeTime) != .success
        {
            connection.close()
            greeting.isDone.wait()
        }
        welcome = try (greeting.result.withLock { $0 } ?? .failure(.connectionLost)).get()
    }

    deinit { connection.close() }

    /// Sends a request and waits for its answer.
    ///
    /// It blocks, and may be called on many threads at once.
    ///
    /// - Throws: `limitExceeded` for a request of more than 4 MiB, for which the broker would end the connection;
    ///   `libraryUnavailable` if the connection ends first (``PhotoModel/PhotoLibraryError/isConnectionLost``).
    package func send(_ request: Message) throws(PhotoLibraryError) -> Message {
        guard request.content.count + request.bytes.count <= TransportLimits().requestBytes else {
            throw PhotoLibraryError(.limitExceeded, "A request to the broker has at most 4 MiB.")
        }
        return try connection.send(request)
    }

    /// Ends the connection; requests that wait throw.
    package func close() { connection.close() }

    /// The error that the broker sent.
    private static func refusal(_ frame: Frame, _ path: FilePath) -> PhotoLibraryError {
        (try? JSONDecoder().decode(PhotoLibraryError.self, from: frame.payload))
            ?? PhotoLibraryError(
                .libraryUnavailable, "The broker refused the connection. Its version may be another one.",
                path: path.string)
    }
}
