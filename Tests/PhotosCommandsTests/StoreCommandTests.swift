import Foundation
import TestSupport
import Testing

/// `photos stores`, `mirror`, `offload`, `load --here`, `status` and `restore`, as a person types them.
@Suite("Stores on the command line", .enabled(if: SmallDisk.isPossible, "this process may not mount a disk"))
struct StoreCommandTests {
    private let folder: TemporaryFolder
    private let disks: [SmallDisk]
    private let identifiers: [String]
    private var library: String { folder.path("library") }

    init() throws {
        folder = try TemporaryFolder()
        disks = try (0..<2).map { _ in try SmallDisk(at: TemporaryFolder(), size: "64m") }
        let source = folder.url.appendingPathComponent("source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        for seed: UInt64 in 1...2 {
            try Data(Scenes.jpeg(seed, width: 320, height: 240)).write(to: source.appendingPathComponent("\(seed).jpg"))
        }
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("library"), source.path])
        identifiers = imported.items.sorted { "\($0["path"] ?? "")" < "\($1["path"] ?? "")" }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(identifiers.count == 2)
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: arguments + ["--library", library],
            environment: ["XDG_STATE_HOME": folder.path("state"), "XDG_CACHE_HOME": folder.path("cache")])
    }

    private func addStores() throws {
        for (name, disk) in zip(["one", "two"], disks) {
            let added = try run("stores", "add", name, disk.folder.url.path)
            try #require(added.exitCode == 0, "\(added.standardError)")
            #expect(added.standardOutput.hasPrefix("A new store was made and added.\n"))
        }
    }

    @Test("An original leaves, is loaded, and comes back; the library is made again of one store")
    func wholeWay() throws {
        let empty = try run("stores")
        #expect(empty.standardOutput == "The library has no store. “photos stores add NAME DIR” adds one.\n")
        try addStores()
        let mirrored = try run("mirror", "--json")
        #expect(mirrored.exitCode == 0 && mirrored.summary["copied"] as? Int == 4)
        #expect(try run("mirror").standardOutput.hasPrefix("0 copies written and read back"))

        let rehearsed = try run("offload", "-n", "--json")
        #expect(rehearsed.items.compactMap { $0["status"] as? String } == ["wouldOffload", "wouldOffload"])
        let offloaded = try run("offload", identifiers[0])
        #expect(offloaded.exitCode == 0 && offloaded.standardOutput.hasPrefix("1 photo removed from this computer"))
        #expect(try run("verify").exitCode == 0)
        let status = try run("status", "--json")
        #expect((status.summary["elsewhere"] as? [String: Any])?["count"] as? Int == 1)

        let local = try run("load", "--no-network", identifiers[0], "--to", folder.url.path)
        #expect(local.exitCode == 2)
        let loaded = try run("load", identifiers[0], "--to", folder.url.path)
        #expect(loaded.exitCode == 0, "\(loaded.standardError)")
        #expect(
            try Data(contentsOf: folder.url.appendingPathComponent("1.jpg"))
                == Data(contentsOf: folder.url.appendingPathComponent("source/1.jpg")))
        #expect(try run("load", "--here", identifiers[0]).standardOutput == "1.jpg: is on this computer again\n")

        let known = try run("identify", "--all").standardOutput
        try FileManager.default.moveItem(atPath: library, toPath: folder.path("lost"))
        let restored = try run("restore", "--from", disks[1].folder.url.path)
        #expect(restored.exitCode == 0 && restored.standardOutput.hasPrefix("2 photos restored to "))
        #expect(try run("identify", "--all").standardOutput == known)
        #expect(try run("restore", "--from", disks[1].folder.url.path).exitCode == 1, "There is a library.")
    }

    @Test("What cannot be done is refused with the reason")
    func refusals() throws {
        #expect(try run("mirror").exitCode == 1)
        try addStores()
        let missing = try run("stores", "add", "three", folder.path("other"))
        #expect(missing.exitCode == 1 && missing.standardError.contains("There is no such folder. Mount its disk"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
        #expect(try run("restore", "--from", folder.path("other")).standardError.contains("There is no such folder."))
        try FileManager.default.createDirectory(atPath: folder.path("other"), withIntermediateDirectories: false)
        #expect(try run("stores", "add", "one", folder.path("other")).exitCode == 1, "The name is taken.")
        #expect(try run("stores", "add", "-x", folder.path("other")).exitCode != 0)
        #expect(try run("stores", "add", "web", "webdav:http://example.org/x").exitCode == 1, "Without encryption.")
        let secret = try run("stores", "add", "web", "webdav:https://user:secret@example.org/x")
        #expect(secret.exitCode == 1 && !secret.standardError.contains("secret@"))
        let plain = try run("stores", "add", "web", "https://user:secret@example.org/x")
        #expect(plain.exitCode == 1 && !plain.standardError.contains("secret"))
        #expect(try run("offload").exitCode == 64, "What to remove must be said.")
        #expect(try run("offload", "--until-free", "lots").exitCode == 64)
        let kept = try run("offload", "--until-free", "1000T")
        #expect(kept.standardOutput.contains("2 photos stay: Its copies are at 0 sites, and 2 are needed"))
        #expect(try run("stores", "key", "one", "--export", "-").exitCode == 1, "It is not encrypted.")
    }

    @Test("A store whose disk is not mounted is named once, with what helps")
    func notMounted() throws {
        try addStores()
        #expect(try run("mirror").exitCode == 0 && run("offload", identifiers[0]).exitCode == 0)
        try disks[0].unmount()
        let sentence =
            "The store “one” failed: The folder has no store; perhaps its disk is not mounted. Mount it, and try again."
        #expect(try run("mirror").standardError == sentence + "\n")
        #expect(try run("status").standardOutput.hasSuffix("\n" + sentence + "\n"))
        try disks[1].unmount()
        let loaded = try run("load", identifiers[0], "--to", folder.url.path)
        // Either store is named.
        let message = loaded.standardError.replacing("“two”", with: "“one”")
        #expect(loaded.exitCode == 2 && message.hasSuffix(": \(sentence)\n"), "\(message)")
        // Another store is mounted at its place.
        let other = try SmallDisk(at: disks[0].folder, size: "4m")
        #expect(try run("stores", "add", "three", other.folder.url.path).exitCode == 0)
        let exchanged = try run("mirror", "--to", "one").standardError
        #expect(exchanged.hasPrefix("The address of the store “one” has another store ("), "\(exchanged)")
        #expect(exchanged.components(separatedBy: "one”").count == 2)
    }

    @Test("One copy is enough only for a person who says so")
    func oneCopy() throws {
        try addStores()
        _ = try run("mirror", "--to", "one")
        #expect(try run("offload", "--until-free", "1000T", "--copies", "1").exitCode != 0, "There is no terminal.")
        let offloaded = try run("offload", "--until-free", "1000T", "--copies", "1", "--yes", "--json")
        #expect(offloaded.summary["offloaded"] as? Int == 2)
    }

    @Test("The exported key is a file that only its owner reads, and shows that the person has it")
    func keys() throws {
        _ = try run("stores", "add", "sealed", disks[0].folder.url.path, "--encrypt")
        let path = folder.path("key.txt")
        #expect(try run("stores", "key", "sealed", "--export", path).exitCode == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try run("stores", "key", "sealed", "--export", path).exitCode == 1, "The file exists.")
        #expect(try run("status").standardOutput.contains("Nobody has shown the exported key of the store “sealed”."))
        #expect(try run("stores", "key", "sealed", "--check", path).exitCode == 0)
        #expect(
            try run("status", "--json").summary["problems"] as? [String] == ["2 files are in no store: photos mirror."])
    }
}
