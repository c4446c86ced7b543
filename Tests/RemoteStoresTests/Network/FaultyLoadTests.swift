#if Network
    import Foundation
    import PhotoModel
    import SystemPackage
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// Loads from services with the faults of ``FaultTests`` at random positions, and with more faults.
    @Suite struct FaultyLoadTests {
        @Test(arguments: TestedStore.installed)
        func everyLoadIsWholeOrANamedError(_ store: TestedStore) async throws {
            let services = try (0..<2).map { _ in try FaultyService(store) }
            let fixture = try DownloadFixture(services.map { try $0.client() }, encrypted: [1])
            var loads = try FaultyLoads(fixture, seed: 12)
            let certificates: [SecureServer] =
                SecureServer.isInstalled
                ? try [SecureServer.Certificate.ofAnotherHost, .expired, .selfSigned].map { try SecureServer($0) } : []
            let disk = SmallDisk.isPossible ? try SmallDisk(at: TemporaryFolder(), size: "100k") : nil

            let faults = faults(of: services, fixture, certificates, disk)
            let kill = kill(services, fixture, loads.files)
            for number in 1...FaultyLoads.count {
                try await loads.load(number.isMultiple(of: 25) ? [kill] : faults)
            }
            loads.printCounts(of: store.rawValue)
        }

        private func faults(
            of services: [FaultyService], _ fixture: DownloadFixture, _ certificates: [SecureServer],
            _ disk: SmallDisk?
        ) -> [FaultyLoads.Fault] {
            var all = FaultTests.faults.map { fault, codes in
                FaultyLoads.Fault(name: fault.name, codes: codes.union(fault.codesInHeaders)) { store, random in
                    let fault = fault.anywhere(&random)
                    services[store].proxy.fault = fault
                    fixture.clients[store].client = try services[store].client(for: fault)
                } end: { store in
                    services[store].proxy.fault = .none
                    fixture.clients[store].client = try services[store].client()
                }
            }
            all += certificates.map { server in
                FaultyLoads.Fault(name: "wrong certificate", codes: [.networkError]) { store, _ in
                    fixture.clients[store].client = try services[store].client(of: server)
                } end: { store in
                    fixture.clients[store].client = try services[store].client()
                }
            }
            if let disk {
                all.append(FaultyLoads.Fault(name: "full disk here", codes: [.notEnoughSpace], folder: disk.folder))
            }
            return all
        }

        /// Kills the server after a while.
        ///
        /// Afterwards another server has the files.
        private func kill(
            _ services: [FaultyService], _ fixture: DownloadFixture, _ files: [TestFile]
        ) -> FaultyLoads.Fault {
            FaultyLoads.Fault(name: "killed server", codes: [.networkError]) { store, random in
                services[store].proxy.fault = .slow(bytesPerSecond: 500_000)
                fixture.clients[store].client = try services[store].client()
                services[store].kill(afterMicroseconds: .random(in: 0..<100_000, using: &random))
            } end: { store in
                try services[store].begin()
                fixture.clients[store].client = try services[store].client()
                for file in files { try file.put(in: fixture.stores[store]) }
            }
        }
    }

    /// A server that is killed and begun again, behind a proxy.
    private final class FaultyService {
        private let kind: TestedStore
        private(set) var server: StoreServer
        private(set) var proxy: FaultProxy
        private let killing = DispatchGroup()

        init(_ kind: TestedStore) throws {
            self.kind = kind
            server = try StoreServer(kind.server)
            proxy = try FaultProxy(to: server.port)
        }

        func kill(afterMicroseconds time: UInt32) {
            let server = server
            DispatchQueue.global().async(group: killing) {
                usleep(time)
                server.stop()
            }
        }

        /// Starts a server without objects.
        func begin() throws {
            killing.wait()
            server = try StoreServer(kind.server)
            proxy = try FaultProxy(to: server.port)
        }

        /// A client without connections, which waits shortly if the fault is a wait.
        func client(for fault: FaultProxy.Fault = .none) throws -> any StoreClient {
            try kind.client(of: server, through: proxy.port) { settings in
                guard fault != .none else { return }
                settings.stallTime = fault.name == "stall" ? .milliseconds(150) : .seconds(3)
                settings.answerTime = settings.stallTime
            }
        }

        /// A client that reaches another server instead.
        func client(of secure: SecureServer) throws -> any StoreClient {
            try kind.client(of: server, through: secure.port, scheme: "https") { $0.authorities = secure.authority }
        }
    }

    extension FaultProxy.Fault {
        /// Without numbers.
        fileprivate var name: String {
            if case .answer(let text) = self { return "answer \(text.prefix { !$0.isNewline })" }
            return String("\(self)".prefix { $0 != "(" })
        }

        /// The same fault at another position of an answer, or with another rate.
        fileprivate func anywhere(_ random: inout Seeded) -> Self {
            let end = [1000, 60_000, 300_000].randomElement(using: &random) ?? 1
            let position = Int.random(in: 0..<end, using: &random)
            return switch self {
            case .cut: .cut(after: position)
            case .reset: .reset(after: position)
            case .stall: .stall(after: position)
            case .slow: .slow(bytesPerSecond: 1_000_000 + 10 * position)
            case .wrongByte: .wrongByte(at: position)
            default: self
            }
        }

        /// The errors if a byte of a header is wrong, of HTTP or of an encrypted object.
        fileprivate var codesInHeaders: Set<PhotoLibraryError.Code> {
            guard case .wrongByte = self else { return [] }
            return [.networkError, .sourceChanged, .ioFailure, .unsupportedFile, .limitExceeded, .accessUserDenied]
        }
    }
#endif
