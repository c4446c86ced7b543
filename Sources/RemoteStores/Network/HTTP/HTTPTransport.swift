#if Network
    internal import CLibCurl
    internal import Originals
    internal import PhotoModel
    internal import Synchronization
    package import SystemPackage
    internal import SystemSupport

    /// Sends requests to one service, and keeps connections for the next requests.
    ///
    /// Certificates are always verified, and redirects are never followed. Thread-safe: as many transfers may run as
    /// there are callers.
    package final class HTTPTransport: Sendable {
        /// What all requests to a service have in common.
        package struct Settings: Sendable {
            /// The user and the password of Basic authentication (RFC 7617).
            package var user: (name: String, password: String)?
            /// A file of the certificates (PEM) of the authorities to trust; `nil` for those of the system.
            package var authorities: FilePath?
            /// How long a connection may take, with TLS.
            package var connectTime: Duration = .seconds(10)
            /// How long no byte may arrive or leave.
            package var stallTime: Duration = .seconds(20)
            /// How long a service may work on what it received before it answers.
            package var answerTime: Duration = .seconds(120)

            package init() {}
        }

        let settings: Settings
        private let idle = Mutex<[HTTPConnection]>([])
        /// The connections that are kept while no transfer runs.
        private static let idleLimit = 16
        /// The bytes of an answer that is not streamed.
        private static let answerLimit = 1 << 20

        package init(_ settings: Settings) { self.settings = settings }

        /// Starts a request.
        ///
        /// Reading the transfer sends it.
        ///
        /// - Throws: `internalError` if libcurl refuses an option.
        func start(_ request: HTTPRequest, _ cancellation: Cancellation) throws -> HTTPTransfer {
            let connection = try idle.withLock { $0.popLast() } ?? HTTPConnection()
            return try HTTPTransfer(request, on: connection, of: self, cancellation)
        }

        /// Sends a request, and reads the whole answer.
        ///
        /// - Returns: The answer, and its body, at most the first MiB of it.
        /// - Throws: As ``HTTPTransfer``, and not because of the status.
        func send(_ request: HTTPRequest, _ cancellation: Cancellation) throws -> (answer: HTTPAnswer, body: [UInt8]) {
            let transfer = try start(request, cancellation)
            let answer = try transfer.answer()
            var body: [UInt8] = []
            try transfer.readBody {
                body += $0
                return body.count < Self.answerLimit
            }
            return (answer, body)
        }

        /// Takes back a connection whose transfer ended well.
        func keep(_ connection: HTTPConnection) {
            idle.withLock { if $0.count < Self.idleLimit { $0.append(connection) } }
        }
    }
#endif
