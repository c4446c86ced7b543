import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import MessageTransport

/// The limits of a listener.
@Suite(.timeLimit(.minutes(3))) struct LimitTests {
    @Test func aConnectionBeyondTheLimitIsRefused() throws {
        let server = try TestServer()
        var clients = try (0..<8).map { _ in try server.client() }
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) { try server.client() }
        #expect(server.listener.connectionCount == 8)
        clients.removeLast()
        #expect(eventually { server.listener.connectionCount == 7 })
        clients.append(try server.client())
        #expect(try clients.allSatisfy { try $0.send(Message(content: Data([1]))).content == Data([1]) })
    }

    @Test func aClientThatDoesNotGreetIsClosed() throws {
        var limits = TransportLimits()
        limits.helloTime = .milliseconds(200)
        let server = try TestServer(limits: limits)
        let (silent, slow) = (try RawClient(server.path), try RawClient(server.path))
        slow.send([5, 0, 0, 0])
        let good = try server.client()
        #expect(silent.isClosed(within: 2) && slow.isClosed(within: 2))
        usleep(300_000)
        #expect(try good.send(Message()) == Message(), "The limit ends with the hello.")
    }

    @Test func halfOpenRequestsAreClosed() throws {
        var limits = TransportLimits()
        limits.connections = 64
        limits.frameTime = .milliseconds(500)
        let server = try TestServer(limits: limits)
        let clients = try (0..<63).map { _ in try RawClient.welcomed(server.path) }
        for (index, client) in clients.enumerated() {
            switch index % 3 {
            case 0: client.send([0, 0])
            case 1: client.send([0, 0, 16, 0, 5, 1, 0, 0, 0, 1, 2, 3])
            default: client.send(.content, 1, Data([1]))
            }
        }
        let good = try server.client()
        #expect(clients.allSatisfy { $0.isClosed(within: 5) })
        #expect(try good.send(Message()) == Message())
        #expect(eventually { server.listener.connectionCount == 1 })
    }

    /// A request that arrives slowly byte by byte has the same limit.
    @Test func aRequestMustBeCompleteInTime() throws {
        var limits = TransportLimits()
        limits.frameTime = .milliseconds(400)
        let server = try TestServer(limits: limits)
        let client = try RawClient.welcomed(server.path)
        let count = (0..<100).prefix { _ in
            usleep(50_000)
            return client.send(.content, 1, Data([1]))
        }.count
        #expect((4...40).contains(count), "\(count)")
    }

    /// Many requests over a connection have no common limit of time.
    @Test func aBusyConnectionStaysOpen() throws {
        var limits = TransportLimits()
        limits.frameTime = .milliseconds(300)
        let server = try TestServer(limits: limits)
        let client = try server.client()
        let end = ContinuousClock.now + .seconds(1)
        let failures = Counter()
        onThreads(4) { _ in
            while ContinuousClock.now < end {
                let request = Message(content: Data([1]), bytes: Data(count: 2 << 20))
                if (try? client.send(request)) != request { failures.add() }
            }
        }
        #expect(failures.value == 0)
    }

    /// Requests run four at a time for all connections, which take turns.
    @Test func requestsTakeTurns() throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let all = Counter()
        let server = try TestServer { request in
            all.add()
            defer { all.add(-1) }
            if !request.content.isEmpty { mayEnd.wait() }
            return request
        }
        let busy = try RawClient.welcomed(server.path)
        for number in 1...30 { busy.send(.lastContent, UInt32(number), Data([1])) }
        #expect(eventually { all.value == 4 })
        let other = try TestQueue(client: server.client())
        other.send(Message())
        let ended = (0..<26).prefix { _ in
            mayEnd.signal()
            usleep(100_000)
            return other.answers.value == 0
        }.count
        // The other connection has four waiting requests and more in the socket.
        #expect(ended < 3, "\(ended)")
        for _ in 0..<40 { mayEnd.signal() }
        #expect(eventually { all.value == 0 })
        #expect(all.maximum == 4)
    }

    /// The server stops reading from a client that reads no answers; other connections go on.
    @Test func aFloodWithoutReadingIsHeldBack() throws {
        var limits = TransportLimits()
        limits.frameTime = .seconds(2)
        let started = Counter()
        let server = try TestServer(limits: limits) { request in
            started.add()
            return Message(content: request.content, bytes: Data(count: request.content.isEmpty ? 256 << 10 : 0))
        }
        let good = try server.client()
        let flood = try RawClient.welcomed(server.path)
        let before = ProcessFigures.residentMemory
        var sent = 0
        for number in 0..<100_000 as Range<UInt32> {
            var frame = [UInt8](repeating: 0, count: 9)
            frame[4] = MessageFrameKind.lastContent.rawValue
            frame.replaceSubrange(5..<9, with: number.littleEndianBytes)
            guard Glibc.send(flood.descriptor, frame, 9, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == 9 else { break }
            sent += 1
        }
        #expect(sent < 100_000, "The server reads on.")
        usleep(200_000)
        #expect(started.value <= 12, "Answers pile up.")
        #expect(ProcessFigures.residentMemory - before < 12)
        for _ in 0..<20 { #expect(try good.send(Message(content: Data([1]))).content == Data([1])) }
        #expect(eventually { server.listener.connectionCount == 1 }, "Nobody takes the answers.")
    }

    /// Requests that were received together, and whose answers are read late, are all answered.
    @Test func requestsThatWereHeldBackAreAnswered() throws {
        let server = try TestServer { Message(content: $0.content, bytes: Data(count: 3 << 20)) }
        let client = try RawClient.welcomed(server.path)
        let request = MessageFrameKind.lastContent.rawValue
        client.send((1...40).flatMap { [0, 0, 0, 0, request, UInt8($0), 0, 0, 0] as [UInt8] })
        usleep(200_000)
        let frames = (1...3 * 40).compactMap { _ in client.nextFrame() }
        #expect(Set(frames.filter { $0.kind == MessageFrameKind.lastBytes.rawValue }.map(\.number)) == Set(1...40))
    }

    /// Clients that fill all limits of a listener use little memory, and none when they are gone.
    @Test func memoryIsBounded() throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let server = try TestServer { request in
            mayEnd.wait()
            return request
        }
        let before = ProcessFigures.residentMemory
        let used: Int
        do {
            let clients = try (0..<8).map { _ in try RawClient.welcomed(server.path) }
            let part = Frame(kind: MessageFrameKind.bytes.rawValue, number: 1, payload: Data(count: 1 << 20))
            onThreads(8) { index in
                for number in 1...20 as ClosedRange<UInt32> {
                    for count in 0..<4 {
                        var frame = part
                        frame.number = number
                        if count == 3 { frame.kind = MessageFrameKind.lastBytes.rawValue }
                        var timeout = timeval(tv_sec: 0, tv_usec: 300_000)
                        setsockopt(
                            clients[index].descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout,
                            socklen_t(MemoryLayout<timeval>.size))
                        guard clients[index].send(frame) else { return }
                    }
                }
            }
            used = ProcessFigures.residentMemory - before
            // Four requests run, each connection has one waiting request and the next frame.
            #expect(used < 4 * 4 + 8 * 5 + 10, "\(used) MiB")
            #expect(server.handlers.map(\.running.value).reduce(0, +) == 4)
        }
        for _ in 0..<100 { mayEnd.signal() }
        #expect(eventually { server.listener.connectionCount == 0 })
        _ = eventually { ProcessFigures.residentMemory - before < 12 }
        let left = ProcessFigures.residentMemory - before
        print("memory: \(used) MiB in use by 8 hostile connections, \(left) MiB after their end")
        #expect(left < 12, "\(left) MiB")
    }

    @Test func withoutDescriptorsConnectionsWait() throws {
        let server = try TestServer()
        let client = try RawClient(server.path)
        #expect(eventually { server.listener.connectionCount == 1 })
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var taken: [Int32] = []
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
        var lower = rlimit(rlim_cur: min(limit.rlim_cur, 256), rlim_max: limit.rlim_max)
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &lower)
        while case let copy = dup(0), copy >= 0 { taken.append(copy) }
        #expect(withAddress(server.path) { connect(socket, $0, $1) } == 0)
        usleep(300_000)
        let accepted = server.listener.connectionCount
        for copy in taken { close(copy) }
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
        #expect(!taken.isEmpty && accepted == 1)
        #expect(eventually { server.listener.connectionCount == 2 })
        _ = client
    }
}

/// Sends requests on threads of their own.
private final class TestQueue: Sendable {
    let answers = Counter()
    private let client: MessageClient

    init(client: MessageClient) { self.client = client }

    func send(_ request: Message) {
        Thread { [client, answers] in if (try? client.send(request)) != nil { answers.add() } }.start()
    }
}
