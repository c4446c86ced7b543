import Foundation
import MessageTransport
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Requests, answers and events between a client and a listener.
@Suite(.timeLimit(.minutes(10))) struct ExchangeTests {
    @Test func aRequestIsAnswered() throws {
        let server = try TestServer { Message(content: $0.content + Data("!".utf8), bytes: $0.bytes + [7]) }
        let client = try server.client()
        #expect(client.welcome == Data("welcome test".utf8))
        let answer = try client.send(Message(content: Data("hello".utf8), bytes: Data([1, 2])))
        #expect(answer == Message(content: Data("hello!".utf8), bytes: Data([1, 2, 7])))
        #expect(try client.send(Message()) == Message(content: Data("!".utf8), bytes: Data([7])))
    }

    /// Answers come in another order than the requests, and requests of all sizes get their own answer.
    @Test func concurrentRequestsGetTheirAnswers() throws {
        let server = try TestServer { request in
            usleep(UInt32(request.content.first ?? 0) * 10)
            return Message(content: request.content, bytes: Data(request.bytes.reversed()))
        }
        let client = try server.client()
        let wrong = Counter()
        onThreads(32) { thread in
            var random = Seeded(UInt64(thread))
            for _ in 0..<25 {
                let content = Data(random.bytes(Int.random(in: 0...300, using: &random)))
                let bytes = Data(random.bytes([0, 1, 100, 70_000].randomElement(using: &random) ?? 0))
                let answer = try? client.send(Message(content: content, bytes: bytes))
                if answer != Message(content: content, bytes: Data(bytes.reversed())) { wrong.add() }
            }
        }
        #expect(wrong.value == 0)
        #expect(server.handlers.count == 1 && server.handlers[0].running.maximum <= 4)
    }

    @Test(arguments: [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 40 << 20])
    func answersOfAllSizesArrive(_ size: Int) throws {
        let bytes = Data((0..<size).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) })
        let server = try TestServer { _ in Message(content: bytes, bytes: bytes) }
        let answer = try server.client().send(Message())
        #expect(answer.content == bytes && answer.bytes == bytes)
    }

    @Test func theLargestRequestArrives() throws {
        let server = try TestServer { Message(content: Data("\($0.content.count) \($0.bytes.count)".utf8)) }
        let client = try server.client()
        let answer = try client.send(Message(content: Data(count: 3 << 20), bytes: Data(count: 1 << 20)))
        #expect(answer.content == Data("\(3 << 20) \(1 << 20)".utf8))
    }

    @Test func theServerKnowsThePeer() throws {
        let server = try TestServer()
        let client = try server.client()
        let peer = try #require(server.handlers.first?.peer)
        #expect(peer.processID == getpid() && peer.userID == getuid() && peer.groupID == getgid())
        client.close()
    }

    // MARK: Events

    @Test func anEventReplacesAnUnsentOneOfItsKind() throws {
        let received = Mutex<[String]>([])
        let mayContinue = DispatchSemaphore(value: 0)
        let server = try TestServer()
        let client = try server.client { event in
            if event == Data("first".utf8) { mayContinue.wait() }
            received.withLock { $0.append(String(decoding: event.prefix(10), as: UTF8.self)) }
        }
        let sender = server.handlers[0].sender
        sender.send(Data("first".utf8), kind: 1)
        // The client reads no more, so later events do not fit into the socket.
        let padding = Data(count: 900_000)
        for number in 0..<1_000 {
            sender.send(Data("a \(number)".utf8) + padding, kind: 1)
            sender.send(Data("b \(number)".utf8) + padding, kind: 2)
        }
        mayContinue.signal()
        #expect(eventually { received.withLock { $0.contains { $0.hasPrefix("b 999") } } })
        let events = received.withLock { $0 }
        #expect(events.count <= 6 && events.contains { $0.hasPrefix("a 999") }, "\(events)")
        _ = client
    }

    @Test func eventsArriveWhileRequestsRun() throws {
        let events = Counter()
        let server = try TestServer { request in
            usleep(1_000)
            return request
        }
        let client = try server.client(onEvent: { _ in events.add() })
        server.handlers[0].sender.send(Data([1]), kind: 0)
        #expect(try client.send(Message(content: Data([2]))).content == Data([2]))
        #expect(eventually { events.value == 1 })
    }

    // MARK: Ends

    @Test func withoutABrokerTheErrorSaysWhatIsMissing() throws {
        let folder = try TemporaryFolder()
        for path in [folder.filePath.appending("none"), try folder.write([], to: "file")] {
            do {
                _ = try MessageClient(to: path, hello: Data(), onEvent: { _ in }, onEnd: {})
                Issue.record("It must throw.")
            } catch {
                #expect(error.code == .libraryUnavailable && error.path == path.string)
                #expect(error.message == "No broker answers at this socket. The owner of the library starts it.")
            }
        }
        let long = folder.filePath.appending(String(repeating: "a", count: 100))
        #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) {
            try MessageClient(to: long, hello: Data(), onEvent: { _ in }, onEnd: {})
        }
    }

    @Test func aRefusalReachesTheClient() throws {
        let server = try TestServer()
        let ends = Counter()
        do {
            _ = try MessageClient(to: server.path, hello: Data("refused".utf8), onEvent: { _ in }) { ends.add() }
            Issue.record("It must throw.")
        } catch { #expect(error.code == .accessUserDenied && error.message == "The owner refused.") }
        #expect(eventually { server.listener.connectionCount == 0 })
        #expect(ends.value == 0)
    }

    @Test func whenTheServerClosesRequestsFail() throws {
        let isRunning = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let server = try TestServer { request in
            isRunning.signal()
            mayEnd.wait()
            return request
        }
        let ends = Counter()
        let client = try server.client(onEnd: { ends.add() })
        let failures = Counter()
        let closer = Thread {
            for _ in 0..<4 { isRunning.wait() }
            server.listener.closeConnections()
        }
        closer.start()
        onThreads(10) { _ in
            do throws(PhotoLibraryError) { _ = try client.send(Message()) } catch {
                if error.code == .libraryUnavailable && error.isConnectionLost { failures.add() }
            }
        }
        #expect(failures.value == 10)
        #expect(eventually { ends.value == 1 })
        let handler = server.handlers[0]
        #expect(eventually { handler.cancellations.value == 1 })
        #expect(handler.ends.value == 0 && server.listener.connectionCount == 1, "Four answers still run.")
        for _ in 0..<4 { mayEnd.signal() }
        #expect(eventually { handler.ends.value == 1 && server.idleCount.value == 1 })
        #expect(server.listener.connectionCount == 0 && ends.value == 1 && handler.cancellations.value == 1)
        #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) { try client.send(Message()) }
    }

    /// Callers that wait because the server reads no more requests return too.
    @Test func aCloseWakesAllCallers() throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let server = try TestServer { request in
            mayEnd.wait()
            return request
        }
        let client = try server.client()
        let failures = Counter()
        let callers = Thread {
            onThreads(20) { _ in
                do throws(PhotoLibraryError) { _ = try client.send(Message(bytes: Data(count: 2 << 20))) } catch {
                    if error.isConnectionLost { failures.add() }
                }
            }
        }
        callers.start()
        #expect(eventually { server.handlers[0].running.value == 4 })
        usleep(100_000)
        #expect(failures.value == 0)
        client.close()
        #expect(eventually { failures.value == 20 })
        for _ in 0..<4 { mayEnd.signal() }
        #expect(eventually { server.listener.connectionCount == 0 })
    }

    @Test func aRequestThatIsTooLargeIsNotSent() throws {
        let server = try TestServer()
        let client = try server.client()
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) {
            try client.send(Message(content: Data([1]), bytes: Data(count: 4 << 20)))
        }
        #expect(try client.send(Message()) == Message())
    }

    @Test func whenTheClientClosesTheHandlerEnds() throws {
        let server = try TestServer()
        let ends = Counter()
        let client = try server.client(onEnd: { ends.add() })
        client.close()
        client.close()
        #expect(eventually { ends.value == 1 && server.handlers[0].ends.value == 1 })
        #expect(server.handlers[0].cancellations.value == 1 && server.idleCount.value == 1)
        // A client that is released closes its connection too.
        do { _ = try server.client() }
        #expect(eventually { server.handlers.count == 2 && server.handlers[1].ends.value == 1 })
    }

    @Test func anEventThatPrecedesTheCloseArrives() throws {
        let server = try TestServer()
        let events = Counter()
        let ends = Counter()
        let client = try server.client(onEvent: { _ in events.add() }, onEnd: { ends.add() })
        server.handlers[0].sender.send(Data([1]), kind: 1)
        server.handlers[0].sender.close()
        #expect(eventually { ends.value == 1 })
        #expect(events.value == 1)
        server.handlers[0].sender.send(Data([1]), kind: 1)
        _ = client
    }

    @Test func aStoppedListenerAcceptsNobody() throws {
        let server = try TestServer()
        let client = try server.client()
        server.listener.stop()
        server.listener.stop()
        #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) { try client.send(Message()) }
        #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) { try server.client() }
    }
}
