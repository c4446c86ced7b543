import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MessageTransport

/// Times of requests, printed; the limits are far from them, because other programs use the machine too.
@Suite(.timeLimit(.minutes(5))) struct SpeedTests {
    @Test func anEmptyRequestIsQuick() throws {
        let server = try TestServer()
        let times = try times(of: server.client(), count: LongTests.count(2_000, all: 20_000))
        print("empty request: p50 \(times.p50 * 1e3) ms, p95 \(times.p95 * 1e3) ms")
        #expect(times.p95 < 0.005)
    }

    /// Bytes in answers of 1 MiB and of 40 MB.
    @Test(arguments: [1 << 20, 40_000_000]) func bytesAreQuick(_ size: Int) throws {
        let bytes = Data(repeating: 0x5A, count: size)
        let server = try TestServer { _ in Message(bytes: bytes) }
        for threads in [1, 2] {
            let client = try server.client()
            let total = LongTests.count(400, all: 4_000) << 20
            let wrong = Counter()
            let start = ContinuousClock.now
            onThreads(threads) { _ in
                for _ in 0..<max(1, total / size / threads) {
                    if (try? client.send(Message()))?.bytes.count != size { wrong.add() }
                }
            }
            let rate = Double(total) / ((ContinuousClock.now - start) / .seconds(1)) / 1e6
            print("answers of \(size) bytes, \(threads) at a time: \(Int(rate)) MB/s")
            #expect(wrong.value == 0 && rate > 50)
        }
    }

    /// Other apps are served while a process sends as many requests as it can, over all connections of one app.
    @Test func aFloodOfOneAppDelaysOthersLittle() throws {
        let (mine, flooded) = (try TestServer(), try TestServer())
        let client = try mine.client()
        let count = LongTests.count(2_000, all: 10_000)
        let quiet = try times(of: client, count: count)
        let flood = try PythonClient(Self.flood, flooded.path)
        #expect(eventually { flooded.handlers.count == 8 })
        usleep(300_000)
        let loud = try times(of: client, count: count)
        let connections = flooded.listener.connectionCount
        flood.kill()
        print(
            "p50 \(quiet.p50 * 1e3), p95 \(quiet.p95 * 1e3) ms quiet;",
            "p50 \(loud.p50 * 1e3), p95 \(loud.p95 * 1e3) ms in a flood")
        #expect(connections == 8, "The flood ended early.")
        #expect(loud.p95 < 0.02)
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

    /// The median and the 95th percentile of the times of empty requests in seconds.
    private func times(of client: MessageClient, count: Int) throws -> (p50: Double, p95: Double) {
        let times = try (0..<count).map { _ in
            let start = ContinuousClock.now
            _ = try client.send(Message())
            return (ContinuousClock.now - start) / .seconds(1)
        }.sorted()
        return (times[count / 2], times[count * 95 / 100])
    }
}
