import CSandbox
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import MessageTransport

/// Clients that break the protocol.
@Suite(.timeLimit(.minutes(3))) struct HostileClientTests {
    /// Frames after the welcome, each of which ends the connection.
    @Test(arguments: [
        [Frame(kind: 0)], [Frame(kind: 9)], [Frame(kind: 255)],
        [Hello.frame(Data())], [Frame(kind: MessageFrameKind.welcome.rawValue)],
        [Frame(kind: MessageFrameKind.refusal.rawValue)], [Frame(kind: MessageFrameKind.event.rawValue)],
        [Frame(kind: MessageFrameKind.content.rawValue, number: 1)],
        [Frame(kind: MessageFrameKind.bytes.rawValue, number: 1)],
        [
            Frame(kind: MessageFrameKind.content.rawValue, number: 1, payload: Data([1])),
            Frame(kind: MessageFrameKind.content.rawValue, number: 2, payload: Data([1])),
        ],
        Array(
            repeating: Frame(kind: MessageFrameKind.bytes.rawValue, number: 1, payload: Data(count: 1 << 20)), count: 5),
    ])
    func invalidFramesEndTheConnection(_ frames: [Frame]) throws {
        let server = try TestServer()
        let client = try RawClient.welcomed(server.path)
        for frame in frames { client.send(frame) }
        #expect(client.isClosed())
        #expect(eventually { server.listener.connectionCount == 0 && server.handlers[0].ends.value == 1 })
    }

    @Test(
        arguments: [
            [0, 0, 16, 0, 1], [255, 255, 255, 255, 1], [1, 0, 16, 0, 1], [3, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0],
            [0, 0, 0, 0, 6, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], Array("GET / HTTP/1.1\r\n\r\n".utf8),
        ] as [[UInt8]])
    func bytesThatAreNoHelloEndTheConnection(_ bytes: [UInt8]) throws {
        var limits = TransportLimits()
        limits.helloTime = .milliseconds(300)
        let server = try TestServer(limits: limits)
        let client = try RawClient(server.path)
        client.send(bytes)
        #expect(client.isClosed(within: 2))
        #expect(server.handlers.isEmpty)
    }

    @Test func anotherVersionGetsAClearError() throws {
        let server = try TestServer()
        let client = try RawClient(server.path)
        client.send(Frame(kind: MessageFrameKind.hello.rawValue, payload: Data([2, 1, 0, 0]) + Data("future".utf8)))
        let refusal = try #require(client.nextFrame())
        #expect(refusal.kind == MessageFrameKind.refusal.rawValue)
        let error = try JSONDecoder().decode(PhotoLibraryError.self, from: refusal.payload)
        #expect(error.code == .libraryUnavailable)
        #expect(error.message.contains("speaks version 1 ") && error.message.contains("speaks version 258."))
        #expect(client.isClosed())
    }

    @Test func aNumberInUseEndsTheConnection() throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let server = try TestServer { request in
            mayEnd.wait()
            return request
        }
        let client = try RawClient.welcomed(server.path)
        client.send(.lastContent, 5)
        client.send(.lastContent, 6)
        #expect(eventually { server.handlers[0].running.value == 2 })
        client.send(.lastContent, 5)
        #expect(client.isClosed())
        #expect(server.handlers[0].ends.value == 0)
        mayEnd.signal()
        mayEnd.signal()
        #expect(eventually { server.handlers[0].ends.value == 1 })
    }

    /// A number may be used again after its answer.
    @Test func aNumberIsFreeAfterItsAnswer() throws {
        let server = try TestServer()
        let client = try RawClient.welcomed(server.path)
        for _ in 0..<100 {
            client.send(.lastContent, 5, Data([1]))
            #expect(client.nextFrame()?.payload == Data([1]))
        }
    }

    @Test func requestsInSmallPiecesAreAnswered() throws {
        let server = try TestServer()
        let client = try RawClient.welcomed(server.path)
        let bytes: [UInt8] = [2, 0, 0, 0, 4, 1, 0, 0, 0, 8, 9, 1, 0, 0, 0, 7, 1, 0, 0, 0, 3]
        for byte in bytes {
            client.send([byte])
            usleep(1_000)
        }
        #expect(client.nextFrame() == Frame(kind: MessageFrameKind.content.rawValue, number: 1, payload: Data([8, 9])))
        #expect(client.nextFrame() == Frame(kind: MessageFrameKind.lastBytes.rawValue, number: 1, payload: Data([3])))
    }

    @Test func randomBytesHarmNobody() throws {
        var limits = TransportLimits()
        // More than are waited for below, because the server counts a connection only when it has accepted it.
        limits.connections = 128
        let server = try TestServer(limits: limits)
        let good = try server.client()
        var random = Seeded(1)
        for round in 0..<LongTests.count(100, all: 2_000) {
            let client = round % 2 == 0 ? try RawClient(server.path) : try RawClient.welcomed(server.path)
            var bytes = random.bytes(Int.random(in: 1...4_000, using: &random))
            // Half of the frames have a plausible length and kind.
            if round % 4 < 2, bytes.count > 9 {
                bytes.replaceSubrange(0..<5, with: [UInt8(round % 7), 0, 0, 0, UInt8(round % 9)])
            }
            client.send(bytes)
            #expect(eventually { server.listener.connectionCount < 64 })
            if round % 10 == 0 { #expect(try good.send(Message(content: Data([1]))).content == Data([1])) }
        }
        #expect(eventually { server.listener.connectionCount == 1 })
        #expect(server.handlers.dropFirst().allSatisfy { $0.ends.value == 1 })
    }

    @Test func descriptorsAreNotAccepted() throws {
        let server = try TestServer()
        let before = ProcessFigures.openSockets
        let client = try RawClient.welcomed(server.path)
        let null = try FileDescriptor.open("/dev/null", .readOnly)
        defer { try? null.close() }
        let frame: [UInt8] = [0, 0, 0, 0, 6, 1, 0, 0, 0]
        for _ in 0..<20 {
            #expect(opk_send(client.descriptor, frame, frame.count, nil, 0, null.rawValue, 0) == frame.count)
            #expect(client.nextFrame()?.number == 1)
        }
        // The client's socket, the server's, and /dev/null once. Sockets of earlier tests may close in the meantime.
        #expect(ProcessFigures.openSockets <= before + 3)
    }

    /// Connects once, in one of six ways that end at once.
    private func connect(to server: TestServer, _ round: Int) throws {
        switch round % 6 {
        case 0: _ = try server.client().send(Message())
        case 1: _ = try RawClient(server.path)
        case 2: try RawClient.welcomed(server.path).send([1, 2, 3])
        case 3: try RawClient.welcomed(server.path).send(.lastContent, 1)
        case 4: try RawClient.welcomed(server.path).send([0, 0, 16, 0, 5, 1, 0, 0, 0, 1, 2, 3])
        default: try RawClient(server.path).send(Hello.frame(Data()))
        }
    }

    @Test func descriptorsDoNotLeak() throws {
        let server = try TestServer { Message(content: $0.content, bytes: Data(count: 300_000)) }
        try server.client().close()
        #expect(eventually { server.listener.connectionCount == 0 })
        let before = ProcessFigures.settledSockets
        for round in 0..<LongTests.count(60, all: 600) {
            // The server refuses a connection while it has not noticed the ends of eight earlier ones.
            let isAccepted = eventually { (try? connect(to: server, round)) != nil }
            #expect(isAccepted)
        }
        #expect(eventually { server.listener.connectionCount == 0 })
        #expect(eventually { ProcessFigures.openSockets == before }, "\(ProcessFigures.openSockets) \(before)")
        #expect(server.handlers.allSatisfy { $0.ends.value == 1 })
    }

    /// A process that dies after half a frame, and one that dies while its answers come.
    @Test func aClientThatIsKilledEndsAlone() throws {
        let server = try TestServer { Message(content: $0.content, bytes: Data(count: 3 << 20)) }
        let good = try server.client()
        for bytes in ["frame(5, 1, bytes(1 << 20))[:70000]", "b''.join(frame(6, n) for n in range(30))"] {
            let client = try PythonClient(
                "connected().sendall(\(bytes)); os.kill(os.getpid(), signal.SIGKILL)", server.path)
            client.waitUntilExit()
            #expect(eventually { server.listener.connectionCount == 1 })
        }
        #expect(server.handlers.count == 3 && server.handlers.map(\.ends.value) == [0, 1, 1])
        #expect(try good.send(Message()).bytes.count == 3 << 20)
    }
}
