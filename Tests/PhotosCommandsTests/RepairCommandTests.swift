import Foundation
import Glibc
import TestSupport
import Testing

@Suite("photos repair")
struct RepairCommandTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("Photos.library") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: try SampleLibrary.shared.get().home, toPath: folder.path("Photos.library"))
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", path])
    }

    private func identifiers() throws -> Set<String> {
        Set(try run("identify", "--all", "--json").items.compactMap { $0["cloudIdentifier"] as? String })
    }

    private func localIdentifiers() throws -> Set<String> {
        Set(try run("list", "--json").items.compactMap { $0["localIdentifier"] as? String })
    }

    private func loseCatalog() throws {
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + "/catalog.sqlite" + ending)
        }
    }

    @Test("A lost catalogue is named with its remedy, and made again with the same identifiers")
    func repair() throws {
        let (cloud, local) = (try identifiers(), try localIdentifiers())
        #expect(!local.isEmpty)
        try loseCatalog()
        let refused = try run("list")
        #expect(refused.exitCode == 1)
        #expect(refused.standardError.contains("photos repair"))
        let repaired = try run("repair", "--json")
        #expect(repaired.exitCode == 0)
        #expect(repaired.items.allSatisfy { $0["status"] as? String == "rebuilt" })
        #expect(repaired.summary["assets"] as? Int == local.count)
        #expect(try localIdentifiers() == local)
        #expect(try identifiers() == cloud)
        #expect(try run("verify").exitCode == 0)
        let again = try run("repair")
        #expect(again.exitCode == 0)
        #expect(again.standardOutput.contains("The catalogue is sound."))
    }

    @Test("Killed at any file, it is repaired by running it again")
    func killed() throws {
        let local = try localIdentifiers()
        try loseCatalog()
        for count in [0, 1, 30] {
            let outcome = try PhotosProcess.run(
                arguments: ["repair", "--json", "--library", path], sending: SIGKILL
            ) { $0 >= count }
            #expect(outcome.exitCode == 128 + SIGKILL)
        }
        #expect(try run("repair").exitCode == 0)
        #expect(try localIdentifiers() == local)
        #expect(try run("verify").exitCode == 0)
    }

    @Test("While somebody has the library open it is not repaired, and while it is repaired nobody opens it")
    func busy() throws {
        let lock = open(path + "/lock", O_RDONLY | O_CLOEXEC)
        #expect(flock(lock, LOCK_SH) == 0)
        #expect(try run("repair").exitCode == 75)
        #expect(try run("list").exitCode == 0)
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(try run("list").exitCode == 75)
        close(lock)
        #expect(try run("repair").exitCode == 0)
    }
}
