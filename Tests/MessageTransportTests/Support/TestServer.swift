import Foundation
import MessageTransport
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport

/// A listener at a socket in a temporary folder.
final class TestServer: Sendable {
    typealias Answer = @Sendable (Message) -> Message

    let path: FilePath
    let listener: MessageListener
    let idleCount = Counter()
    private let folder: TemporaryFolder
    private let shared: Handlers

    /// The handlers of all connections, in order.
    var handlers: [TestHandler] { shared.handlers.withLock { $0 } }

    init(limits: TransportLimits = TransportLimits(), _ answer: @escaping Answer = { $0 }) throws {
        folder = try TemporaryFolder()
        path = folder.filePath.appending("socket")
        let (shared, idleCount) = (Handlers(), idleCount)
        self.shared = shared
        listener = try MessageListener(
            socket: try listeningSocket(path), limits: limits, onIdle: { idleCount.add() }
        ) { (hello, peer, sender) throws(PhotoLibraryError) in
            if hello == Data("refused".utf8) { throw PhotoLibraryError(.accessUserDenied, "The owner refused.") }
            let handler = TestHandler(answer, sender, peer)
            shared.handlers.withLock { $0.append(handler) }
            return (handler, welcome: Data("welcome ".utf8) + hello)
        }
    }

    deinit { listener.stop() }

    func client(
        onEvent: @escaping @Sendable (Data) -> Void = { _ in }, onEnd: @escaping @Sendable () -> Void = {}
    ) throws -> MessageClient {
        try MessageClient(to: path, hello: Data("test".utf8), onEvent: onEvent, onEnd: onEnd)
    }
}

private final class Handlers: Sendable {
    let handlers = Mutex<[TestHandler]>([])
}

/// Answers with a closure, and counts the calls of the other methods.
final class TestHandler: MessageHandler {
    let sender: EventSender
    let peer: Peer
    let cancellations = Counter()
    let ends = Counter()
    /// The number of answers that are being made.
    let running = Counter()
    private let closure: TestServer.Answer

    init(_ closure: @escaping TestServer.Answer, _ sender: EventSender, _ peer: Peer) {
        (self.closure, self.sender, self.peer) = (closure, sender, peer)
    }

    func answer(_ request: Message) -> Message {
        running.add()
        defer { running.add(-1) }
        return closure(request)
    }
    func cancelRequests() { cancellations.add() }
    func connectionDidEnd() { ends.add() }
}

final class Counter: Sendable {
    private let count = Mutex((now: 0, max: 0))

    var value: Int { count.withLock { $0.now } }
    /// The greatest value so far.
    var maximum: Int { count.withLock { $0.max } }

    func add(_ number: Int = 1) {
        count.withLock {
            $0.now += number
            $0.max = max($0.max, $0.now)
        }
    }
}

/// Listens at a path.
func listeningSocket(_ path: FilePath) throws -> FileDescriptor {
    try withAddress(path) { address, length in
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0, bind(socket, address, length) == 0, listen(socket, 64) == 0 else {
            throw Errno(rawValue: errno)
        }
        return FileDescriptor(rawValue: socket)
    }
}

func withAddress<Result>(
    _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
) rethrows -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.string.utf8) }
    return try withUnsafePointer(to: address) {
        try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Waits until a condition holds; `false` after 10 seconds.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<2_000 {
        if try condition() { return true }
        usleep(5_000)
    }
    return false
}

/// Runs a closure on this number of threads, and waits for their end.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let done = DispatchSemaphore(value: 0)
    for index in 0..<count {
        Thread {
            body(index)
            done.signal()
        }.start()
    }
    for _ in 0..<count { done.wait() }
}
