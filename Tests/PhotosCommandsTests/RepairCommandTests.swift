import Foundation
import Glibc
import OpenPhotoKitOwner
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

    /// - Parameter copy: Whether the copy is lost too.
    private func loseCatalog(andCopy copy: Bool = true) throws {
        if copy { try FileManager.default.removeItem(atPath: path + "/catalog-copy") }
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + "/catalog.sqlite" + ending)
        }
    }

    @Test("The error for a lost catalogue names photos repair, which rebuilds it with the same identifiers")
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
        #expect(again.standardOutput.contains("The catalogue is intact."))
    }

    @Test("A lost catalogue is restored from its copy, and later photos are added and named")
    func restore() throws {
        let photos = try originals().map(\.localIdentifier)
        #expect(try run("albums", "create", "Rome", photos[0], photos[1]).exitCode == 0)
        #expect(try run("edit", photos[2], "--favorite", "--caption", "At the sea").exitCode == 0)
        let token = try run("history", "--token").standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try run("copy-catalog", "--json").summary["catalogCopyDate"] is String)
        let (albums, photo) = (try run("albums", "Rome").standardOutput, try run("show", photos[2]).standardOutput)
        let history = try run("history").standardOutput
        // Another picture than those of the library.
        let new = folder.path("new.jpg")
        try Data(Scenes.jpeg(77, width: 320, height: 240)).write(to: URL(fileURLWithPath: new))
        #expect(try run("import", new).exitCode == 0)
        try loseCatalog(andCopy: false)
        #expect(try run("list").exitCode == 1)
        let planned = try run("repair", "-n")
        #expect(planned.standardOutput.contains("This copy would become the catalogue."))
        let repaired = try run("repair", "--json")
        #expect(repaired.exitCode == 0 && repaired.summary["isRebuilt"] as? Bool == false)
        #expect(repaired.summary["restoredCopyDate"] is String)
        #expect(repaired.items.map { $0["status"] as? String } == ["added"])
        #expect(try run("albums", "Rome").standardOutput == albums)
        #expect(try run("show", photos[2]).standardOutput == photo)
        #expect(try run("history").standardOutput.hasPrefix(history))
        #expect(try run("history", "--since", token).lines.count == 1, "The photo that was added again.")
        #expect(try run("list", "--json").items.count == photos.count + 1)
        let checked = try run("verify")
        #expect(checked.exitCode == 0 && checked.standardOutput.contains("The copy of the catalogue is of"))
    }

    @Test("verify names a damaged file, and heals it from a folder with exactly the right bytes")
    func heal() throws {
        let photo = try #require(try originals().first)
        let backup = folder.path("backup")
        try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: photo.path, toPath: backup + "/other name")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: photo.path))
        var bad = bytes
        bad[bad.count / 2] ^= 1
        try bad.write(to: URL(fileURLWithPath: photo.path))
        #expect(try run("verify", "--quick", "--heal-from", backup).exitCode == 64)
        let nothing = try run("verify", "--heal-from", folder.path("Photos.library/index"), "--json")
        #expect(nothing.exitCode == 2 && nothing.summary["healed"] as? Int == 0)
        #expect(nothing.items.last?["status"] as? String == "notHealed")
        let healed = try run("verify", "--heal-from", backup, "--json")
        #expect(healed.exitCode == 0 && healed.summary["changed"] as? Int == 1)
        #expect(healed.summary["healed"] as? Int == 1)
        #expect(healed.items.last?["status"] as? String == "healed")
        #expect(healed.items.last?["source"] as? String == backup + "/other name")
        #expect(healed.items.last?["localIdentifier"] as? String == photo.localIdentifier)
        #expect(try Data(contentsOf: URL(fileURLWithPath: photo.path)) == bytes)
        #expect(try run("verify").exitCode == 0)
        try bad.write(to: URL(fileURLWithPath: photo.path))
        #expect(try run("verify").exitCode == 2)
        let imported = try run("import", "--json", backup)
        #expect(imported.summary["restored"] as? Int == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: photo.path)) == bytes)
    }

    @Test("The maximum age of the copy is set and printed")
    func interval() throws {
        #expect(try run("copy-catalog", "--every").standardOutput.contains("24 hours"))
        #expect(try run("copy-catalog", "--every", "6", "--json").summary["everyHours"] as? Int == 6)
        #expect(try run("copy-catalog", "--every", "never").standardOutput.contains("No copies are made."))
        #expect(try run("copy-catalog", "--every", "0").exitCode == 64)
        try FileManager.default.removeItem(atPath: path + "/catalog-copy")
        #expect(try run("edit", originals()[0].localIdentifier, "--favorite").exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: path + "/catalog-copy"))
        #expect(try run("copy-catalog", "--every", "1").exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: path + "/catalog-copy/catalog.sqlite"), "It was due.")
    }

    @Test("After a kill at any file a second repair completes")
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

    /// The originals in the order of the list, and the identifiers of their photos.
    private func originals() throws -> [(path: String, localIdentifier: String)] {
        try run("list", "--json").items.compactMap { item in
            (item["path"] as? String).flatMap { path in (item["localIdentifier"] as? String).map { (path, $0) } }
        }
    }

    @Test("For an intact catalogue --rebuild prints the losses, and names changed and missing files")
    func rebuild() throws {
        let photos = try originals()
        let (changed, gone) = (try #require(photos.first), try #require(photos.last))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: changed.path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: changed.path))
        try FileManager.default.removeItem(atPath: gone.path)
        let outcome = try run("repair", "--rebuild", "--json")
        #expect(outcome.exitCode == 2)
        #expect(outcome.standardError.contains("The catalogue is intact"))
        #expect(outcome.standardError.contains("\(RepairLoss.history)"))
        #expect(!outcome.standardError.contains("\(RepairLoss.albums)"), "The library has no albums.")
        let faults = outcome.items.filter { $0["status"] as? String != "rebuilt" }
        #expect(faults.map { $0["status"] as? String } == ["changed", "missing"])
        #expect(faults.map { $0["path"] as? String } == [changed.path, gone.path])
        #expect(faults.map { $0["localIdentifier"] as? String } == [changed.localIdentifier, gone.localIdentifier])
        #expect(
            faults.map { ($0["error"] as? [String: Any])?["code"] as? String } == [
                "invalidResource", "missingResource",
            ])
        #expect(outcome.summary["losses"] as? [String] == ["modificationDates", "history"])
        #expect(try Set(originals().map(\.localIdentifier)) == Set(photos.map(\.localIdentifier)))
        let checked = try run("verify", "--json")
        #expect(checked.exitCode == 2)
        #expect(checked.summary["changed"] as? Int == 1 && checked.summary["missing"] as? Int == 1)
        let output = try run("repair", "--rebuild")
        #expect(output.exitCode == 2)
        #expect(
            output.standardOutput.contains(
                "The bytes of 1 file differ from those that the old catalogue lists; see the list above."))
        #expect(output.standardOutput.contains("1 file that the old catalogue lists is missing; see the list above."))
        #expect(output.standardOutput.contains("\(gone.path): The file is gone."))
    }

    @Test("--dry-run prints the losses, and changes nothing")
    func dryRun() throws {
        let catalog = URL(fileURLWithPath: path + "/catalog.sqlite")
        let before = try Data(contentsOf: catalog)
        let sound = try run("repair", "-n")
        #expect(sound.exitCode == 0)
        #expect(sound.standardOutput.contains("It would be kept; --rebuild would make a new one."))
        let rebuilt = try run("repair", "--rebuild", "--dry-run", "--json").summary
        #expect(rebuilt["wouldRebuild"] as? Bool == true && rebuilt["damage"] == nil)
        #expect(rebuilt["losses"] as? [String] == ["modificationDates", "history"])
        #expect(try Data(contentsOf: catalog) == before)
        let photo = try #require(originals().first).localIdentifier
        #expect(try run("albums", "create", "Alps").exitCode == 0)
        #expect(try run("edit", photo, "--favorite", "--title", "Matterhorn").exitCode == 0)
        #expect(
            try run("repair", "--dry-run", "--json").summary["losses"] as? [String]
                == ["modificationDates", "history"], "The log has the rest.")
        try loseCatalog()
        #expect(try run("repair", "-n").exitCode == 2, "A library that needs a repair is not well.")
        let lost = try run("repair", "--dry-run", "--json").summary
        let all = RepairLoss.all(isLogComplete: true)
        #expect(lost["losses"] as? [String] == all.map(\.rawValue), "It may have had anything that no log has.")
        #expect(lost["wouldRebuild"] as? Bool == true && lost["damage"] as? String == "The catalogue is missing.")
        #expect(!FileManager.default.fileExists(atPath: catalog.path))
    }

    @Test("The help and the article on limits list all losses of a new catalogue")
    func losses() throws {
        let help = try PhotosProcess.run(arguments: ["help", "repair"]).standardOutput
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let limits = package.appendingPathComponent("Sources/OpenPhotoKit/OpenPhotoKit.docc/Limits.md")
        for text in [help, try String(contentsOf: limits, encoding: .utf8)] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for loss in RepairLoss.allCases { #expect(words.contains(loss.description), "\(loss)") }
        }
    }

    @Test("An open library cannot be repaired, and a library cannot be opened during a repair")
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
