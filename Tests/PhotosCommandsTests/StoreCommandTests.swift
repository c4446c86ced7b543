import Foundation
import PhotoModel
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

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome { try run(arguments) }

    private func run(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: arguments + ["--library", library],
            environment: ["XDG_STATE_HOME": folder.path("state"), "XDG_CACHE_HOME": folder.path("cache")])
    }

    private func addStores() throws { try addStores(disks.map { [$0.folder.url.path] }) }

    /// Two places of a kind, with stores that are not encrypted.
    private func addStores(_ kind: StorePlace.Kind) throws -> [StorePlace] {
        let places = try (0..<2).map { _ in try StorePlace(kind) }
        try addStores(places.map { $0.address + ["--no-encrypt"] })
        return places
    }

    private func addStores(_ addresses: [[String]]) throws {
        for (name, address) in zip(["one", "two"], addresses) {
            let added = try run(["stores", "add", name] + address)
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
        #expect((status.summary["offloadable"] as? [String: Any])?["count"] as? Int == 1)
        let unreached = try run("offload", "--until-free", "900T")
        #expect(unreached.standardOutput.contains("The disk still lacks "), "\(unreached.standardOutput)")
        #expect(try run("load", "--pin", identifiers[0]).standardOutput == "1 photo pinned.\n")
        #expect(try run("load", "--unpin", identifiers[0]).standardOutput == "1 photo unpinned.\n")
        #expect(try run("load", "--here", identifiers[1]).exitCode == 0)

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

    /// The name of a photo's original in a store that is not encrypted.
    private func key(of number: Int) throws -> String {
        try key([UInt8](Data(contentsOf: folder.url.appendingPathComponent("source/\(number).jpg"))))
    }

    private func key(_ bytes: [UInt8]) throws -> String {
        let hex = try bytes.sha256.hex
        return "originals/\(hex.prefix(2))/\(hex)"
    }

    @Test("verify --stores wants stores, and a part of the form 1/N")
    func refusalsOfVerify() throws {
        #expect(try run("verify", "--stores", "1/1").exitCode == 1, "There is no store.")
        for wrong in [["2/90"], ["90"], ["1/0"], ["1/90", "--quick"], ["1/90", "--heal-from", "/tmp"]] {
            let refused = try PhotosProcess.run(arguments: ["verify", "--library", library, "--stores"] + wrong)
            #expect(refused.exitCode == 64, "\(wrong)")
        }
    }

    @Test(
        "verify --stores reads a part of each store, and says what is lost and what helps",
        arguments: LongTests.every(2, of: StorePlace.Kind.installed))
    func verifiesStores(_ kind: StorePlace.Kind) throws {
        let places = try addStores(kind)
        _ = try run("mirror")
        let part = try run("verify", "--stores", "1/2", "--json")
        #expect(part.exitCode == 0 && part.items.count == 2 && part.summary["sound"] as? Int == 2)
        #expect(part.items.allSatisfy { $0["status"] as? String == "sound" })
        try places[0].remove(key(of: 1))
        let found = try run("verify", "--stores", "1/1")
        #expect(
            found.exitCode == 2 && found.standardOutput.hasPrefix("1.jpg: The store “one” does not have the file."),
            "\(found)")
        #expect(found.standardOutput.contains("3 copies read back: every byte is right.\n1 copy is lost or changed."))
        #expect(
            try run("status", "--json").summary["problems"] as? [String]
                == ["The store “one” lost or changed 1 copy: photos mirror."])
        try places[1].end()
        let away = try run("verify", "--stores", "1/1", "--json")
        #expect(away.exitCode == 2 && away.summary["unavailableStores"] as? Int == 1)
        _ = try run("mirror", "--to", "one")
        let sound = try run("verify", "--stores", "1/1")
        #expect(sound.exitCode == 1 && sound.standardError.contains("The store “two” failed: "))
        #expect(sound.standardError.ranges(of: "The store “two”").count == 1, "\(sound.standardError)")
        #expect(try run("stores", "check", "one").exitCode == 0)
    }

    @Test(
        "An original that no store has any more is missing, and the remedy is no mirror",
        arguments: LongTests.every(2, of: StorePlace.Kind.installed))
    func lostOriginal(_ kind: StorePlace.Kind) throws {
        let places = try addStores(kind)
        _ = try run("mirror")
        #expect(try run("offload", identifiers[0]).exitCode == 0)
        for place in places { try place.remove(key(of: 1)) }
        #expect(try run("verify", "--stores", "1/1").exitCode == 2)
        let verified = try run("verify")
        #expect(
            verified.exitCode == 2 && verified.standardOutput.contains("missing. The original is not on this computer"))
        let problems = try #require(try run("status", "--json").summary["problems"] as? [String])
        #expect(problems.count == 3 && problems.allSatisfy { !$0.contains("photos mirror") }, "\(problems)")
        #expect(problems.contains { $0.hasPrefix("1 file is neither on this computer nor in a store.") })
        let source = folder.path("source/1.jpg")
        #expect(try run("import", source).exitCode == 0)
        #expect(try run("verify").exitCode == 0)
    }

    @Test(
        "Originals that no catalogue names are listed and imported, also after a restore",
        arguments: LongTests.every(2, of: StorePlace.Kind.installed))
    func importsOriginals(_ kind: StorePlace.Kind) throws {
        let places = try addStores(kind)
        _ = try run("mirror")
        try FileManager.default.moveItem(atPath: library, toPath: folder.path("lost"))
        try places[0].remove("catalogs")
        let restored = try run(["restore", "--from"] + places[0].address)
        #expect(restored.exitCode == 0, "\(restored)")
        #expect(restored.standardOutput.hasPrefix("The store has no catalogue. A new library was made at "))
        #expect(restored.standardOutput.contains("2 originals that no catalogue named were imported."))
        #expect(try run("verify").exitCode == 0)

        // The new library uses the other store too, which the lost library used.
        _ = try run(["stores", "add", "two"] + places[1].address)
        let listed = try run("stores", "import", "-n", "two", "--json")
        #expect(listed.exitCode == 0 && listed.summary["planned"] as? Int == 0)
        let bytes = [UInt8](Scenes.jpeg(7, width: 320, height: 240))
        let hex = try bytes.sha256.hex
        try places[1].write(bytes, to: key(bytes))
        let planned = try run("stores", "import", "-n", "two")
        #expect(planned.standardOutput.hasPrefix("\(hex): "), "\(planned)")
        let imported = try run("stores", "import", "two", "--json")
        #expect(imported.exitCode == 0 && imported.summary["imported"] as? Int == 1)
        #expect(imported.items.compactMap { $0["name"] as? String } == [hex + ".jpg"])
        #expect(try run("stores", "import", "none").exitCode == 1)
    }
}
