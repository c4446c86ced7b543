import Foundation
import TestSupport
import Testing

@Suite("photos safe, and verify's options")
struct SafeCommandTests {
    /// A card that was imported into a library.
    private struct Home {
        let folder: TemporaryFolder
        var library: String { folder.path("Photos.library") }
        var card: String { folder.path("card") }

        init(importing mode: String = "--copy") throws {
            let samples = try SampleLibrary.shared.get().samples
            folder = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: samples + "/scans", toPath: card)
            let imported = try PhotosProcess.run(arguments: ["import", mode, "--quiet", "--library", library, card])
            try #require(imported.exitCode == 0, "\(imported.standardError)")
        }

        func run(_ arguments: String..., input: String = "") throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(
                arguments: arguments + ["--library", library], input: input,
                environment: ["XDG_STATE_HOME": folder.path("state")])
        }

        func add(_ name: String, _ bytes: [UInt8]) throws {
            let url = URL(fileURLWithPath: card + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }

        /// The library's files, by local identifier.
        func stored() throws -> [String] {
            try run("list", "--json").items.compactMap { $0["path"] as? String }
        }

        var cardFiles: Int {
            FileManager.default.enumerator(atPath: card)?.allObjects.compactMap { $0 as? String }
                .filter { !FileManager.default.isFolder(card + "/" + $0) }.count ?? 0
        }
    }

    private func reasons(_ outcome: PhotosProcess.Outcome) -> [String] {
        outcome.items.compactMap { $0["reason"] as? String }.sorted()
    }

    @Test("For an imported card the answer is yes, in text and in JSON")
    func imported() throws {
        let home = try Home()
        let people = try home.run("safe", home.card)
        #expect(people.exitCode == 0)
        #expect(people.standardOutput.hasPrefix("Yes: "))
        #expect(people.standardError.contains("same disk"), "The library of this test is beside the card.")
        #expect(people.standardError.contains("You can delete them, but do not format the disk."))
        let json = try home.run("safe", "--json", home.card)
        #expect(json.exitCode == 0)
        #expect(json.summary["safe"] as? Bool == true)
        #expect(json.summary["safeFiles"] as? Int == home.cardFiles)
        #expect(json.summary["notSafeFiles"] as? Int == 0)
        #expect(json.summary["onLibrarysDisk"] as? Int == home.cardFiles)
        #expect(json.items.count == home.cardFiles)
        for item in json.items {
            #expect(item["status"] as? String == "safe")
            #expect(item["localIdentifier"] is String && (item["sha256"] as? String)?.count == 64)
            #expect(item["reason"] == nil)
        }
    }

    @Test("With one new file the answer is no, with its name; files of operating systems do not count")
    func exceptions() throws {
        let home = try Home()
        try home.add(".DS_Store", [1])
        #expect(try home.run("safe", "--json", home.card).summary["ignored"] as? Int == 1)
        try home.add(".hidden/new.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        try home.add("letter.txt", Array("Dear".utf8))
        let json = try home.run("safe", "--json", home.card)
        #expect(json.exitCode == 2)
        #expect(json.summary["safe"] as? Bool == false)
        #expect(reasons(json) == ["notAPhoto", "notInLibrary"])
        #expect(json.summary["reasons"] as? [String: Int] == ["notAPhoto": 1, "notInLibrary": 1])
        let people = try home.run("safe", home.card)
        #expect(people.exitCode == 2)
        #expect(people.standardOutput.contains("/.hidden/new.jpg: "))
        #expect(people.standardOutput.contains("No: 2 of "))
        #expect(people.standardError.contains("The library is on this disk: do not format it."))
        #expect(!people.standardError.contains("delete"), "\(people.standardError)")
        #expect(
            people.standardOutput.components(separatedBy: "import it first").count == 2, "The sentence is printed once."
        )
    }

    @Test("The record of an export is no exception, and an import does not name it")
    func record() throws {
        let home = try Home()
        let export = home.folder.path("export")
        #expect(try home.run("export", "--to", export).exitCode == 0)
        try #require(FileManager.default.fileExists(atPath: export + "/.photos-export.jsonl"))
        let people = try home.run("safe", export)
        #expect(people.exitCode == 0, "\(people.standardOutput)")
        #expect(people.standardOutput.contains("1 file that the system or an export wrote for itself was not counted."))
        #expect(try home.run("safe", "--json", export).summary["ignored"] as? Int == 1)
        let imported = try home.run("import", "--json", export)
        #expect(
            imported.summary["skippedByReason"] as? [String: Int] == ["systemFile": 1], "\(imported.standardOutput)")
    }

    @Test("Files that a camera wrote for itself are counted and are no exception; --exclude leaves files out")
    func housekeeping() throws {
        let home = try Home()
        try home.add("DCIM/CANONMSC/M0100.CTG", [1])
        try home.add("MISC/AUTPRINT.MRK", [1])
        let people = try home.run("safe", home.card)
        #expect(people.exitCode == 0)
        #expect(
            people.standardOutput.contains("And 2 files that the camera wrote for itself"), "\(people.standardOutput)")
        let json = try home.run("safe", "--json", home.card)
        #expect(json.summary["housekeeping"] as? Int == 2)
        #expect(json.items.count { $0["status"] as? String == "housekeeping" } == 2)
        #expect(json.summary["safeFiles"] as? Int == home.cardFiles - 2)

        try home.add("notes/letter.txt", Array("Dear".utf8))
        try home.add("new.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        #expect(try home.run("safe", home.card).exitCode == 2)
        let excluded = try home.run("safe", "--exclude", "*.TXT", "--exclude", "/new.jpg", home.card)
        #expect(excluded.exitCode == 0)
        #expect(excluded.standardOutput.contains("Filters left out 2 files or folders"))
        let line = try home.run("safe", "--exclude", "notes", home.card).lines.first {
            $0.hasPrefix("To import them: ")
        }
        #expect(line?.contains("--exclude 'notes' ") == true)
        #expect(try home.run("safe", "--exclude", "", home.card).exitCode == 64)

        let receipt = home.folder.path("card.json")
        #expect(try home.run("safe", "--exclude", "notes", "--receipt", receipt, home.card).exitCode == 2)
        let written = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: receipt))) as? [String: Any])
        #expect(written["housekeepingFiles"] as? Int == 2 && written["excludedFiles"] as? Int == 1)
    }

    @Test("The printed command imports all reported files, also in hidden folders")
    func theLineToImport() throws {
        let home = try Home()
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        try home.add("new.jpg", jpeg + [1])
        try home.add(".hidden/new.jpg", jpeg + [2])
        try home.add(".hidden/.deeper/new.jpg", jpeg + [3])
        try home.add("@eaDir/new.jpg", jpeg + [4])
        try home.add("._new.jpg", jpeg + [5])
        let people = try home.run("safe", home.card)
        #expect(people.exitCode == 2)
        let line = try #require(people.lines.first { $0.hasPrefix("To import them: ") })
        let paths = [".hidden", ".hidden/.deeper", "@eaDir", "._new.jpg"].map { "'\(home.card)/\($0)'" }
        #expect((paths + ["'\(home.card)'", "--library '\(home.library)'"]).allSatisfy(line.contains), "\(line)")
        let items = try home.run("safe", "--json", home.card).items.compactMap { $0["importPath"] as? String }
        #expect(items.count == 5 && Set(items).count == 5)
        let words = line.split(separator: " ").dropFirst(4).map { $0.trimmingCharacters(in: ["'"]) }
        let imported = try PhotosProcess.run(arguments: words)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(try home.run("safe", home.card).exitCode == 0)
    }

    @Test("The text for one file uses the singular")
    func numbers() throws {
        let home = try Home()
        try home.add("letter.txt", Array("Dear".utf8))
        let one = try home.run("safe", home.card).standardOutput
        #expect(one.contains("No: 1 of ") && one.contains(" files is not safe."), "\(one)")
        let alone = try home.run("safe", home.card + "/letter.txt").standardOutput
        #expect(alone.contains("No: the one file is not safe."), "\(alone)")
        #expect(!alone.contains("To import them"))
    }

    @Test("Faults of the library's copy are named")
    func copies() throws {
        let home = try Home()
        let stored = try home.stored()
        try #require(stored.count >= 2)
        try Data([1]).write(to: URL(fileURLWithPath: stored[0]))
        try FileManager.default.removeItem(atPath: stored[1])
        let json = try home.run("safe", "--json", home.card)
        #expect(json.exitCode == 2)
        #expect(reasons(json) == ["libraryCopyChanged", "libraryCopyMissing"])
    }

    @Test("References and deleted photos are not safe")
    func noCopies() throws {
        let reference = try Home(importing: "--reference")
        let referred = try reference.run("safe", "--json", reference.card)
        #expect(referred.exitCode == 2)
        #expect(Set(reasons(referred)) == ["onlyReference"])

        let home = try Home()
        let identifier = try #require(
            try home.run("list", "--json").items.first?["localIdentifier"] as? String)
        _ = try home.run("delete", identifier)
        #expect(reasons(try home.run("safe", "--json", home.card)) == ["onlyDeleted"])
    }

    @Test("An empty folder is not safe, and --files-from names files")
    func emptyAndListed() throws {
        let home = try Home()
        let empty = home.folder.path("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        #expect(try home.run("safe", empty).exitCode == 2)
        #expect(try home.run("safe", home.folder.path("absent")).exitCode == 2)
        let file = try #require(try home.run("safe", "--json", home.card).items.first?["path"] as? String)
        let listed = try home.run("safe", "--json", "--files-from", "-", input: file + "\n")
        #expect(listed.exitCode == 0)
        #expect(listed.items.compactMap { $0["path"] as? String } == [file])
        #expect(try home.run("safe").exitCode == 64)
    }

    @Test("Receipts are complete, in text and in JSON, and are refused on the card")
    func receipts() throws {
        let home = try Home()
        try home.add("letter.txt", Array("Dear".utf8))
        let text = home.folder.path("receipt.txt")
        #expect(try home.run("safe", "--receipt", text, home.card).exitCode == 2)
        let lines = try String(contentsOfFile: text, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("safe\t-\t") } == home.cardFiles - 1)
        #expect(lines.contains { $0.hasPrefix("notSafe\tnotAPhoto\t") && $0.hasSuffix("letter.txt") })
        #expect(lines.contains("safe\tno"))

        let json = home.folder.path("receipt.JSON")
        #expect(try home.run("safe", "--receipt", json, home.card).exitCode == 2)
        let receipt = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: json))) as? [String: Any])
        #expect((receipt["files"] as? [Any])?.count == home.cardFiles)
        #expect(receipt["safe"] as? Bool == false)
        #expect(receipt["safeFiles"] as? Int == home.cardFiles - 1)

        #expect(try home.run("safe", "--receipt", home.card + "/r.txt", home.card).exitCode == 1)
        #expect(try home.run("safe", "--receipt", home.library + "/r.txt", home.card).exitCode == 1)
        #expect(try home.run("safe", "--receipt", home.folder.path("r.pdf"), home.card).exitCode == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.url.path).count == 4)
    }

    @Test("verify: subsets, --quick, an interruption and --resume")
    func verify() throws {
        let home = try Home()
        let files = try home.run("verify", "--json").items.count
        let parts = try (1...3).map { try home.run("verify", "--json", "--subset", "\($0)/3").items.count }
        #expect(parts.reduce(0, +) == files)
        #expect(try home.run("verify", "--json", "--quick").summary["ok"] as? Int == files)
        for wrong in ["4/3", "0/3", "1", "1/", "a/b"] {
            #expect(try home.run("verify", "--subset", wrong).exitCode == 64)
        }
        for wrong in ["0", "-1", "inf"] { #expect(try home.run("verify", "--limit-rate=\(wrong)").exitCode == 64) }

        let interrupted = try PhotosProcess.run(
            arguments: ["verify", "--json", "--limit-rate", "0.2", "--library", home.library],
            environment: ["XDG_STATE_HOME": home.folder.path("state")], sending: SIGINT
        ) { $0 == 1 }
        #expect(interrupted.exitCode == 130)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: home.folder.path("state/openphotokit")).isEmpty)
        let rest = try home.run("verify", "--json", "--resume")
        #expect(rest.exitCode == 0)
        #expect(try #require(rest.summary["resumed"] as? Int) >= 1)
        #expect(rest.summary["ok"] as? Int == files)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path("state/openphotokit")).isEmpty)
    }
}

extension FileManager {
    fileprivate func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
