import Foundation
import Synchronization
import SystemPackage

@testable import MessageTransport

/// A client that sends any bytes.
final class RawClient: Sendable {
    let descriptor: Int32
    private let reader = Mutex(FrameReader())
    private var socket: Socket { Socket(descriptor: descriptor, flags: 0) }

    init(_ path: FilePath) throws { descriptor = try connectedSocket(path) }

    deinit { close(descriptor) }

    /// A client that was welcomed.
    static func welcomed(_ path: FilePath) throws -> RawClient {
        let client = try RawClient(path)
        client.send(Hello.frame(Data()))
        guard client.nextFrame()?.kind == MessageFrameKind.welcome.rawValue else { throw Errno.connectionRefused }
        return client
    }

    /// Sends a frame; `false` if the server has closed the connection.
    @discardableResult
    func send(_ frame: Frame) -> Bool { socket.send(frame) }

    @discardableResult
    func send(_ kind: MessageFrameKind, _ number: UInt32 = 0, _ payload: Data = Data()) -> Bool {
        send(Frame(kind: kind.rawValue, number: number, payload: payload))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// The next frame; `nil` at the end of the connection and after 10 seconds without one.
    func nextFrame() -> Frame? {
        reader.withLock { reader in
            while true {
                if let frame = try? reader.next() { return frame }
                guard isReadable(within: 10), socket.receive(&reader) > 0 else { return nil }
            }
        }
    }

    /// Whether the server closes the connection within this time; what it sends meanwhile is discarded.
    func isClosed(within seconds: Int32 = 10) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while isReadable(within: seconds) {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count <= 0 { return true }
        }
        return false
    }

    private func isReadable(within seconds: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count: Int32
        // A signal, such as that of a process that ended, interrupts the wait.
        repeat { count = poll(&waiting, 1, seconds * 1_000) } while count < 0 && errno == EINTR
        return count > 0
    }
}
