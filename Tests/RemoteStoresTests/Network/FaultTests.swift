#if Network
    import ContentDigests
    import Foundation
    import Originals
    import PhotoModel
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// Each fault of the network or a service gives the whole object or a named error, and never wrong bytes.
    @Suite struct FaultTests {
        private static let size = 300_000

        /// The faults, and the codes that a load may end with; none if it must give the whole object.
        static let faults: [(FaultProxy.Fault, Set<PhotoLibraryError.Code>)] = [
            (.none, []),
            (.slow(bytesPerSecond: 400_000), []),
            (.cut(after: 0), [.networkError]),
            (.cut(after: 60), [.networkError]),
            (.cut(after: 200_000), [.networkError]),
            (.reset(after: 10), [.networkError]),
            (.reset(after: 150_000), [.networkError]),
            (.stall(after: 0), [.networkError]),
            (.stall(after: 100_000), [.networkError]),
            (.refuses, [.networkError]),
            (.wrongByte(at: 100_000), [.invalidResource]),
            (.wrongLength(by: 10), []),
            (.wrongLength(by: -10), [.networkError]),
            (.withoutRange, [.sourceChanged]),
            (.answer("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"), [.networkError]),
            (.answer("HTTP/1.1 429 Wait\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"), [.networkError]),
            (.answer("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"), [.networkError]),
            (.answer("HTTP/1.1 507 Full\r\nContent-Length: 0\r\n\r\n"), [.notEnoughSpace]),
            (.answer("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"), [.accessUserDenied]),
            (.answer("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"), [.ioFailure]),
            (.answer("HTTP/1.1 200 Fine\r\nContent-Length: 5\r\n\r\nhello"), [.sourceChanged]),
            (
                .answer("HTTP/1.1 206 Part\r\nContent-Range: bytes 0-4/5\r\nContent-Length: 5\r\n\r\nhello"),
                [.sourceChanged]
            ),
            (
                .answer("HTTP/1.1 206 Part\r\n\(String(repeating: "X: yyyyyyyy\r\n", count: 50_000))\r\n"),
                [.networkError]
            ),
            (.answer("SSH-2.0-OpenSSH_9.2\r\n"), [.networkError]),
        ]

        private func impatient(_ settings: inout HTTPTransport.Settings) {
            (settings.connectTime, settings.stallTime, settings.answerTime) = (.seconds(2), .seconds(1), .seconds(1))
        }

        /// Loads bytes from the second on, as after an interruption, and compares their digest.
        private func load(_ client: any StoreClient, _ key: StoreKey, _ expected: [UInt8]) throws -> [UInt8] {
            let digest = try expected.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
            let wrong = PhotoLibraryError(.invalidResource, "The bytes are wrong.")
            let source = client.open(key, 1..<Int64(Self.size), version: nil)
            return try DigestingByteSource(source, expecting: .init(sha256: digest, failure: wrong)).allBytes()
        }

        @Test(arguments: TestedStore.installed)
        func aLoadIsWholeOrANamedError(_ store: TestedStore) throws {
            let (key, bytes) = (try freshKey(), someBytes(Self.size))
            #expect(try store.client().write(key, bytes))
            let proxy = try FaultProxy(to: try store.start().port)
            let expected = Array(bytes[1...])
            for (fault, codes) in Self.faults {
                proxy.fault = fault
                let client = try store.client(through: proxy.port, impatient)
                do {
                    #expect(try load(client, key, expected) == expected, "\(fault)")
                    #expect(codes.isEmpty, "\(fault)")
                } catch let error as PhotoLibraryError {
                    #expect(codes.contains(error.code), "\(fault): \(error)")
                    #expect(!"\(error)".contains(StoreServer.user.password))
                    let failure = error.cause as? HTTPFailure
                    if case .answer(let text) = fault, text.contains("Retry-After") {
                        #expect(failure?.retryAfter == .seconds(7))
                    }
                    if error.code == .networkError, failure == nil {
                        #expect("\(fault)".contains("yyy"), "\(fault): \(error)")
                    }
                }
            }
            // The service was not harmed.
            proxy.fault = .none
            #expect(try load(try store.client(through: proxy.port), key, expected) == expected)
        }

        @Test(arguments: TestedStore.installed)
        func aWriteIsWholeOrNotThere(_ store: TestedStore) throws {
            let proxy = try FaultProxy(to: try store.start().port)
            let (direct, bytes) = (try store.client(), someBytes(Self.size))
            let faults: [FaultProxy.Fault] = [
                .none, .cutRequest(after: 100), .cutRequest(after: 150_000), .cut(after: 40), .reset(after: 20),
                .cut(after: 1000), .stall(after: 0), .refuses, .slow(bytesPerSecond: 400_000), .wrongByte(at: 100_000),
                .answer("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"),
                .answer("HTTP/1.1 507 Full\r\nContent-Length: 0\r\n\r\n"),
            ]
            for fault in faults {
                proxy.fault = fault
                let key = try freshKey()
                let client = try store.client(through: proxy.port, impatient)
                let failure = code { _ = try client.write(key, bytes) }
                let isThere = try direct.object(of: key, Cancellation()) != nil
                // moto keeps the part of a request that came.
                if failure == nil || isThere && store != .moto {
                    #expect(try direct.bytes(key, 0..<Int64(Self.size)) == bytes, "\(fault)")
                }
                if failure != nil {
                    #expect(
                        [.networkError, .notEnoughSpace].contains(failure), "\(fault) \(String(describing: failure))")
                }
            }
        }

        /// Cancels at random moments: before the connection, while bytes come, and while the service is silent.
        @Test(
            arguments: TestedStore.installed, [FaultProxy.Fault.slow(bytesPerSecond: 2_000_000), .stall(after: 90_000)])
        func cancelsWithin200Milliseconds(_ store: TestedStore, _ fault: FaultProxy.Fault) async throws {
            let (key, bytes) = (try freshKey(), someBytes(Self.size))
            #expect(try store.client().write(key, bytes))
            let proxy = try FaultProxy(to: try store.start().port)
            proxy.fault = fault
            let client = try store.client(through: proxy.port)
            for round in 0..<LongTests.count(10, all: 50) {
                let source = client.open(key, 0..<Int64(Self.size), version: nil)
                let (cancel, cancellation) = (source.cancel, Cancellation())
                let moment = DispatchTime.now() + .microseconds(Int.random(in: 0..<200_000))
                let cancelled = Locked<ContinuousClock.Instant?>(nil)
                let thread = Thread {
                    usleep(
                        UInt32(
                            (moment.uptimeNanoseconds
                                - min(moment.uptimeNanoseconds, DispatchTime.now().uptimeNanoseconds)) / 1000))
                    cancelled.value = ContinuousClock.now
                    cancel()
                    cancellation.cancel()
                }
                thread.start()
                do {
                    if round.isMultiple(of: 2) {
                        _ = try source.allBytes()
                    } else {
                        _ = try client.write(try freshKey(), Upload(bytes), existing: .kept, cancellation)
                    }
                } catch let error as PhotoLibraryError {
                    #expect(error.code == .cancelled)
                }
                if let start = cancelled.value { #expect(ContinuousClock.now - start < .milliseconds(200)) }
                while cancelled.value == nil { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
    }

    /// A value that threads share.
    final class Locked<Value: Sendable>: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: Value

        init(_ value: Value) { stored = value }

        var value: Value {
            get { lock.withLock { stored } }
            set { lock.withLock { stored = newValue } }
        }
    }
#endif
