import Foundation
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import RemoteStores

/// Loads from folders whose disks fail, or from full disks.
@Suite struct FolderFaultyLoadTests {
    @Test func everyLoadIsWholeOrANamedError() async throws {
        let folders = try (0..<2).map { _ in try TemporaryFolder() }
        let fixture = try DownloadFixture(folders.map { FolderClient($0.filePath) }, encrypted: [1], in: folders)
        var loads = try FaultyLoads(fixture, seed: 11)
        let disk = SmallDisk.isPossible ? try SmallDisk(at: TemporaryFolder(), size: "100k") : nil
        let faults = faults(of: folders.map { $0.url.path }, fixture, loads.files, disk)
        for _ in 0..<FaultyLoads.count { try await loads.load(faults) }
        loads.printCounts(of: "folder")
    }

    private func faults(
        of folders: [String], _ fixture: DownloadFixture, _ files: [TestFile], _ disk: SmallDisk?
    ) -> [FaultyLoads.Fault] {
        /// Does something with the object of each file, and puts the files back afterwards.
        func damage(
            _ name: String, _ codes: Set<PhotoLibraryError.Code>,
            _ change: @escaping (String, inout Seeded) throws -> Void
        ) -> FaultyLoads.Fault {
            let paths = { (store: Int) in
                try files.map { "\(folders[store])/\(try fixture.stores[store].names.key(.originals, $0.sha256))" }
            }
            return FaultyLoads.Fault(name: name, codes: codes) { store, random in
                for path in try paths(store) { try change(path, &random) }
            } end: { store in
                for (file, path) in zip(files, try paths(store)) {
                    try? FileManager.default.removeItem(atPath: path)
                    try file.put(in: fixture.stores[store])
                }
            }
        }
        /// Fails in the client.
        func failure(
            _ name: String, _ codes: Set<PhotoLibraryError.Code>,
            _ change: @escaping (inout UnreliableClient.Faults, inout Seeded) -> Void
        ) -> FaultyLoads.Fault {
            FaultyLoads.Fault(name: name, codes: codes) { store, random in
                fixture.clients[store].faults.withLock { change(&$0, &random) }
            } end: { store in
                fixture.clients[store].faults.withLock { $0 = UnreliableClient.Faults() }
            }
        }
        var all = [
            FaultyLoads.Fault(name: "none", codes: []),
            damage("cut file", [.networkError, .invalidResource]) { path, random in
                truncate(path, Int.random(in: 0..<50_000, using: &random))
            },
            damage("changed byte", [.invalidResource, .unsupportedFile, .limitExceeded, .accessUserDenied]) {
                path, random in
                var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
                try bytes.write(to: URL(fileURLWithPath: path))
            },
            damage("removed file", [.missingResource]) { path, _ in
                try FileManager.default.removeItem(atPath: path)
            },
            damage("unreadable file", [.ioFailure]) { path, _ in
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
            },
            failure("failing disk", [.ioFailure]) { faults, _ in
                faults.failures = (.max, PhotoLibraryError(.ioFailure, "The disk failed."))
            },
            failure("cut reading", [.networkError, .invalidResource]) { faults, random in
                faults.cuts = (.max, Int.random(in: 0..<300_000, using: &random), Bool.random(using: &random))
            },
            failure("slow disk", []) { faults, _ in faults.pace = (0.001, 30_000) },
            FaultyLoads.Fault(name: "unmounted disk", codes: [.networkError]) { store, _ in
                try FileManager.default.moveItem(atPath: folders[store], toPath: folders[store] + ".away")
                try FileManager.default.createDirectory(atPath: folders[store], withIntermediateDirectories: false)
            } end: { store in
                try FileManager.default.removeItem(atPath: folders[store])
                try FileManager.default.moveItem(atPath: folders[store] + ".away", toPath: folders[store])
            },
        ]
        if let disk {
            all.append(FaultyLoads.Fault(name: "full disk here", codes: [.notEnoughSpace], folder: disk.folder))
        }
        return all
    }
}
