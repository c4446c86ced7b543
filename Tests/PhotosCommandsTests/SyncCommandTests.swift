import Foundation
import TestSupport
import Testing

@Suite("photos sync")
struct SyncCommandTests {
    private let folder: TemporaryFolder
    private var registry: String { folder.path("registry") }
    private var key: String { folder.path("key.txt") }

    init() throws {
        folder = try TemporaryFolder()
        for seed in 1...3 as ClosedRange<UInt64> {
            try folder.write(Scenes.jpeg(seed, width: 160, height: 120), to: "photos/\(seed).jpg")
        }
        for device in ["laptop", "desktop"] { #expect(try run(device, "import", folder.path("photos")).exitCode == 0) }
    }

    private func run(_ device: String, _ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", folder.path(device)])
    }

    private func join() throws {
        let made = try run("laptop", "sync", "init", registry, "--name", "Laptop")
        #expect(made.exitCode == 0)
        let line = made.standardOutput.split(separator: "\n").first { $0.contains("AGE-SECRET-KEY-1") }
        try folder.write(Array(try #require(line).utf8), to: "key.txt")
        #expect(try run("desktop", "sync", "join", registry, "--name", "Desktop", "--key", key).exitCode == 0)
    }

    private func photo(_ name: String, of device: String) throws -> String {
        let found = try run(device, "list", "--json").items.first { ($0["path"] as? String)?.hasSuffix(name) == true }
        return try #require(found?["localIdentifier"] as? String)
    }

    private func title(_ name: String, of device: String) throws -> String? {
        let photo = try photo(name, of: device)
        return try run(device, "show", photo, "--json").items.first?["title"] as? String
    }

    @Test func twoDevicesAgree() throws {
        let photo = try photo("1.jpg", of: "laptop")
        #expect(try run("laptop", "edit", photo, "--title", "Harbour").exitCode == 0)
        try join()
        #expect(try title("1.jpg", of: "desktop") == "Harbour")
        // Each command exchanges at its end.
        let own = try self.photo("1.jpg", of: "desktop")
        #expect(try run("desktop", "edit", own, "--title", "Boats").exitCode == 0)
        let summary = try run("laptop", "sync", "--json").summary
        #expect(summary["conflicts"] as? Int == 0 && (summary["received"] as? Int ?? 0) > 0)
        #expect(try title("1.jpg", of: "laptop") == "Boats")
        let status = try run("laptop", "sync", "status", "--json")
        #expect(status.exitCode == 0)
        let devices = status.summary["devices"] as? [[String: Any]] ?? []
        #expect(devices.compactMap { $0["name"] as? String } == ["Laptop", "Desktop"])
        #expect(try run("laptop", "sync", "key").standardOutput.hasPrefix("AGE-SECRET-KEY-1"))
        #expect(try run("laptop", "sync", "leave").exitCode == 0)
        #expect(try run("laptop", "sync").exitCode == 1)
    }

    @Test func aNewDeviceThatTakesEverythingGetsThePhotosFromAStore() throws {
        try join()
        let store = folder.path("store")
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
        #expect(try run("laptop", "stores", "add", "nas", store).exitCode == 0)
        #expect(try run("laptop", "mirror").exitCode == 0)
        let joined = try run(
            "phone", "sync", "join", registry, "--name", "Phone", "--key", key, "--taking", "everything")
        #expect(joined.exitCode == 0 && joined.standardOutput.contains("This device takes everything"))
        let without = try run("phone", "sync")
        #expect(without.exitCode == 2 && without.standardError.contains("photos stores add"))
        #expect(try run("phone", "stores", "add", "nas", store).exitCode == 0)
        let summary = try run("phone", "sync", "--json").summary
        #expect((summary["photos"] as? [String: Int])?["imported"] == 3)
        #expect(try run("phone", "list", "--json").items.count == 3)
        let status = try run("phone", "sync", "status", "--json").summary
        #expect(status["photosElsewhere"] as? Int == 0 && status["importedPhotos"] as? Int == 3)
        #expect(status["taking"] as? String == "everything")
    }

    @Test func aRehearsalSaysWhatAJoinWouldChange() throws {
        let photo = try photo("1.jpg", of: "laptop")
        #expect(try run("laptop", "edit", photo, "--title", "Harbour").exitCode == 0)
        #expect(try run("laptop", "sync", "init", registry, "--name", "Laptop", "--unencrypted").exitCode == 0)
        let shown = try run("desktop", "sync", "join", registry, "--name", "Desktop", "--dry-run")
        #expect(shown.exitCode == 0)
        #expect(shown.standardOutput.contains("1 photo would get other values"))
        #expect(shown.standardOutput.contains("Nothing was changed."))
        #expect(try title("1.jpg", of: "desktop") == nil)
    }

    @Test func aConflictIsShownAndDecided() throws {
        try join()
        // While the registry is away, no command exchanges.
        try FileManager.default.moveItem(atPath: registry, toPath: folder.path("away"))
        for (device, text) in [("laptop", "First"), ("desktop", "Second")] {
            #expect(try run(device, "edit", photo("1.jpg", of: device), "--title", text).exitCode == 0)
        }
        #expect(try run("laptop", "sync").exitCode == 1)
        #expect(try run("laptop", "sync", "status").exitCode == 2)
        try FileManager.default.moveItem(atPath: folder.path("away"), toPath: registry)
        for device in ["laptop", "desktop", "laptop"] { _ = try run(device, "sync") }
        #expect(try title("1.jpg", of: "laptop") == "Second")
        let conflict = try #require(try run("laptop", "sync", "conflicts", "--json").items.first)
        #expect(conflict["value"] as? String == "Second" && conflict["otherValue"] as? String == "First")
        #expect(try run("laptop", "sync", "conflicts", "--take", "7").exitCode == 64)
        #expect(try run("laptop", "sync", "conflicts", "--take", "1").exitCode == 0)
        _ = try run("desktop", "sync")
        #expect(try title("1.jpg", of: "desktop") == "First")
        #expect(try run("desktop", "sync", "conflicts").standardOutput.contains("There are no conflicts."))
    }

    @Test func deletionsThatWaitAreListedAndDecided() throws {
        for seed in 4...24 as ClosedRange<UInt64> {
            try folder.write(Scenes.jpeg(seed, width: 160, height: 120), to: "photos/\(seed).jpg")
        }
        for device in ["laptop", "desktop"] { #expect(try run(device, "import", folder.path("photos")).exitCode == 0) }
        try join()
        let photos = try (1...12).map { try photo("\($0).jpg", of: "laptop") }
        #expect(
            try PhotosProcess.run(arguments: ["delete"] + photos + ["--library", folder.path("laptop")]).exitCode == 0)
        #expect(try run("desktop", "sync").exitCode == 2)
        let held = try run("desktop", "sync", "review", "--json").items
        #expect(held.count == 12 && held.allSatisfy { $0["device"] as? String == "Laptop" })
        let own = try photo("1.jpg", of: "desktop")
        #expect(try run("desktop", "show", own, "--json").items.first?["syncState"] as? String == "deletedElsewhere")
        #expect(try run("desktop", "sync", "accept", own).standardOutput.hasPrefix("1 photo moved"))
        #expect(try run("desktop", "sync", "accept", own).exitCode == 3, "It was decided.")
        #expect(try run("desktop", "sync", "undo").standardOutput.hasPrefix("11 photos stay"))
        #expect(try run("desktop", "sync", "review").standardOutput == "No photo waits for a decision.\n")
        #expect(try run("desktop", "show", photo("2.jpg", of: "desktop")).standardOutput.contains("devices"))
    }

    @Test func refusalsSayWhy() throws {
        #expect(try run("laptop", "sync").standardError.contains("has joined no registry"))
        try join()
        let missing = try PhotosProcess.run(
            arguments: ["sync", "join", registry, "--name", "Phone", "--key", folder.path("photos/1.jpg")]
                + ["--library", folder.path("phone")])
        #expect(missing.exitCode == 1)
        try folder.write(Array("x".utf8), to: "other/file.txt")
        let other = try run("laptop", "sync", "init", folder.path("other"), "--name", "Laptop")
        #expect(other.standardError.contains("has joined a registry already"))
    }
}
