import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import MessageTransport

/// Requests as fast as they can be sent.
///
/// `Benchmarks/access` measures their times.
@Suite(.timeLimit(.minutes(5))) struct LoadTests {
    /// Bytes in answers of 1 MiB and of 40 MB.
    @Test(arguments: [1 << 20, 40_000_000]) func answersOfAllThreadsAreWhole(_ size: Int) throws {
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
        let server = try TestServer { _ in Message(bytes: bytes) }
        let client = try server.client()
        let wrong = Counter()
        onThreads(2) { _ in
            for _ in 0..<max(1, LongTests.count(200 << 20, all: 800 << 20) / size / 2) {
                if (try? client.send(Message()))?.bytes != bytes { wrong.add() }
            }
        }
        #expect(wrong.value == 0)
    }

    /// Other apps are served while a process sends as many requests as it can, over all connections of one app.
    @Test func aFloodOfOneAppStopsNoOther() throws {
        let (mine, flooded) = (try TestServer(), try TestServer())
        let client = try mine.client()
        let flood = try PythonClient(Self.flood, flooded.path)
        #expect(eventually { flooded.handlers.count == 8 })
        for _ in 0..<LongTests.count(1_000, all: 5_000) { _ = try client.send(Message()) }
        let connections = flooded.listener.connectionCount
        flood.kill()
        #expect(connections == 8, "The flood ended early.")
    }

    /// Keeps eight connections full of requests, and reads the answers.
    private static let flood = """
        import select
        connections = {}
        for _ in range(8):
            s = connected()
            s.setblocking(False)
            connections[s] = [0, b'']
        while True:
            readable, writable, _ = select.select(connections, connections, [])
            for s in readable: s.recv(1 << 16)
            for s in writable:
                state = connections[s]
                if not state[1]:
                    state[1] = b''.join(frame(6, (state[0] + n) % 2**32) for n in range(64))
                    state[0] += 64
                state[1] = state[1][s.send(state[1]):]
        """
}
