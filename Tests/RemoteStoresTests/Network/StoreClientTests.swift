#if Network
    import Foundation
    import Originals
    import PhotoModel
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// What each kind of service does for a store, on real servers of this machine.
    @Suite struct StoreClientTests {
        private static let missing = StoreServer.Kind.allCases.filter { !StoreServer.isInstalled($0) }
        private static let areRequired = ProcessInfo.processInfo.environment["OPENPHOTOKIT_REQUIRE_SANDBOXES"] != nil

        @Test(
            .enabled(
                if: areRequired || missing.isEmpty,
                "\(missing) are not installed: .ci/prepare --tests installs them"))
        func allServersAreInstalled() { #expect(Self.missing == []) }

        @Test(arguments: TestedStore.installed)
        func writesReadsListsAndRemoves(_ store: TestedStore) throws {
            let client = try store.client()
            let (key, bytes) = (try freshKey(), someBytes(1_300_000))
            #expect(try client.object(of: key, Cancellation()) == nil)
            #expect(code { _ = try client.bytes(key, 0..<10) } == .missingResource)
            #expect(try client.keys(key) == [:])

            #expect(try client.write(key, bytes))
            let object = try #require(try client.object(of: key, Cancellation()))
            #expect(object.size == 1_300_000)
            #expect(object.version != .unknown)
            #expect(try client.bytes(key, 0..<1_300_000) == bytes)
            #expect(
                try client.bytes(key, 7..<1_000_007, version: object.version, bufferSize: 333)
                    == Array(bytes[7..<1_000_007]))
            #expect(try client.open(key, 0..<1, version: nil).version() == object.version)
            #expect(try client.keys(key) == [key.text: 1_300_000])
            // The version in a list is that of the object.
            try client.list(key, Cancellation()) { listed in
                let first = try client.bytes(key, 0..<10, version: listed.version)
                #expect(first == Array(bytes[..<10]))
            }

            try client.remove(key, Cancellation())
            try client.remove(key, Cancellation())
            #expect(try client.object(of: key, Cancellation()) == nil)
        }

        @Test(arguments: TestedStore.installed)
        func anObjectIsKeptOrReplaced(_ store: TestedStore) throws {
            let client = try store.client()
            let (key, first, second) = (try freshKey(), someBytes(100_000), someBytes(100_000, seed: 2))
            #expect(try client.write(key, first))
            let version = try #require(try client.object(of: key, Cancellation())).version
            #expect(try !client.write(key, second))
            #expect(try client.bytes(key, 0..<100_000) == first)

            // The versions of some servers have the time of the change, in seconds.
            usleep(1_100_000)
            #expect(try client.write(key, second, existing: .replaced))
            #expect(try client.bytes(key, 0..<100_000) == second)
            #expect(code { _ = try client.bytes(key, 50_000..<60_000, version: version) } == .sourceChanged)
            let folder = try #require(StoreKey(String(key.text.dropLast("object".count))))
            #expect(try client.keys(folder) == [key.text: 100_000])
        }

        /// The bytes come from another store, which does not answer.
        @Test(.timeLimit(.minutes(1)), arguments: TestedStore.installed)
        func anUploadEndsSoonWhenItIsCancelled(_ store: TestedStore) async throws {
            let client = try store.client()
            let key = try freshKey()
            for length in [1 << 20, 65 << 20] as [Int64] {
                let upload = Upload(length: length) { SlowSource(length: length, pause: 20) }
                let cancellation = Cancellation()
                async let result = blocking {
                    Result { try client.write(key, upload, existing: .kept, cancellation) }
                }
                try await Task.sleep(for: .milliseconds(500))
                let start = ContinuousClock.now
                cancellation.cancel()
                let outcome = await result
                #expect(throws: PhotoLibraryError(.cancelled, "")) { try outcome.get() }
                #expect(ContinuousClock.now - start < .seconds(2))
            }
        }

        @Test(arguments: TestedStore.installed)
        func anEmptyObject(_ store: TestedStore) throws {
            let client = try store.client()
            let key = try freshKey()
            #expect(try client.write(key, []))
            #expect(try client.object(of: key, Cancellation())?.size == 0)
        }

        @Test(arguments: TestedStore.installed)
        func severalWritersMakeOneFolder(_ store: TestedStore) async throws {
            let client = try store.client()
            for _ in 0..<25 {
                let folder = try freshKey().text
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<8 {
                        let key = try #require(StoreKey("\(folder)/\(number)"))
                        group.addTask { try await blocking { try client.write(key, [1, 2, 3]) } }
                    }
                    for try await wasWritten in group { #expect(wasWritten) }
                }
                #expect(try client.keys(try #require(StoreKey(folder))).count == 8)
            }
        }

        @Test(arguments: TestedStore.installed)
        func aListHasThePrefixOnly(_ store: TestedStore) throws {
            let client = try store.client()
            let name = try freshKey().text
            for suffix in ["-a/x", "-a/y", "-b/deep/er/z", "-b/deeper"] {
                #expect(try client.write(try #require(StoreKey(name + suffix)), [1, 2, 3]))
            }
            let all = try #require(StoreKey(name))
            #expect(try client.keys(all).count == 4)
            #expect(try client.keys(try #require(StoreKey(name + "-b/deep"))).count == 2)
            #expect(try client.keys(try #require(StoreKey(name + "-b/deep/"))) == [name + "-b/deep/er/z": 3])
            #expect(try client.keys(try #require(StoreKey(name + "-c/"))) == [:])
        }

        @Test(arguments: TestedStore.installed)
        func theProbeFindsAllCapabilities(_ store: TestedStore) throws {
            #expect(try store.client().probe(Cancellation()) == Set(StoreCapability.allCases))
        }

        @Test(arguments: TestedStore.checking)
        func aWrongPasswordIsRefused(_ store: TestedStore) throws {
            let client = try store.client(password: "wrong-password")
            let key = try freshKey()
            for failing in [
                { _ = try client.object(of: key, Cancellation()) }, { _ = try client.bytes(key, 0..<10) },
                { _ = try client.write(key, [1]) }, { _ = try client.keys(key) },
            ] as [() throws -> Void] {
                do {
                    try failing()
                    Issue.record("The server accepts a wrong password.")
                } catch let error as PhotoLibraryError {
                    #expect(error.code == .accessUserDenied, "\(error)")
                    #expect(!"\(error) \(String(describing: error.cause))".contains("wrong-password"))
                }
            }
        }

        /// The parts of S3 are of 16 MiB.
        @Test(arguments: Set(TestedStore.installed + TestedStore.checking).sorted { $0.rawValue < $1.rawValue })
        func aLargeObject(_ store: TestedStore) throws {
            let client = try store.client()
            let (key, bytes) = (try freshKey(), someBytes(store.isS3 ? 65 << 20 : 5 << 20))
            #expect(try client.write(key, bytes))
            #expect(try client.object(of: key, Cancellation())?.size == Int64(bytes.count))
            #expect(try client.bytes(key, 0..<Int64(bytes.count), bufferSize: 1 << 20) == bytes)
            #expect(try !client.write(key, bytes))
            try client.remove(key, Cancellation())
        }

        @Test(arguments: TestedStore.installed)
        func aSourceThatChangesItsSizeIsNotWritten(_ store: TestedStore) throws {
            let client = try store.client()
            let bytes = someBytes(300_000)
            for length in [200_000, 400_000] as [Int64] {
                let key = try freshKey()
                let upload = Upload(length: length, open: Upload(bytes).open)
                #expect(code { _ = try client.write(key, upload, existing: .kept, Cancellation()) } == .sourceChanged)
                #expect(try client.object(of: key, Cancellation()) == nil)
            }
        }

        @Test(arguments: TestedStore.installed)
        func aStoppedServerIsANetworkError(_ store: TestedStore) throws {
            let server = try StoreServer(store.server)
            let proxy = try FaultProxy(to: server.port)
            server.stop()
            let client = try store.client(through: proxy.port)
            let key = try freshKey()
            #expect(code { _ = try client.object(of: key, Cancellation()) } == .networkError)
            #expect(code { _ = try client.bytes(key, 0..<10) } == .networkError)
            #expect(code { _ = try client.write(key, [1]) } == .networkError)
            #expect(code { _ = try client.keys(key) } == .networkError)
            #expect(code { try client.remove(key, Cancellation()) } == .networkError)
        }
    }
#endif
