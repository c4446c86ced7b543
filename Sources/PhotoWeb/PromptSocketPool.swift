internal import FlyingSocks
internal import Glibc

/// Sockets that send what is written at once.
///
/// The server writes the header and the body of an answer separately. By default, Linux holds the body until the
/// browser has acknowledged the header, which takes up to 40 ms (Nagle's algorithm, RFC 896).
struct PromptSocketPool<Base: AsyncSocketPool>: AsyncSocketPool {
    private let base: Base

    init(_ base: Base) { self.base = base }

    func prepare() async throws { try await base.prepare() }

    func run() async throws { try await base.run() }

    /// Sets the option each time the server waits for the socket, because it creates sockets without calling this
    /// object.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
