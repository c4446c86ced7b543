import Foundation
import TestSupport
import Testing

/// A library that the program of commit 19d077fe made, with a value of each kind that a person can set.
@Suite("Libraries of an earlier version")
struct EarlierLibraryTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("library") }

    init() throws {
        folder = try TemporaryFolder()
        try EarlierLibrary.unpack(into: folder)
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", path])
    }

    /// Expects that a command prints what the earlier program printed.
    private func expectSame(_ command: String, _ options: [String] = []) throws {
        let printed = try PhotosProcess.run(arguments: [command] + options + ["--json", "--library", path])
            .standardOutput
        let name = command + options.joined().replacing("-", with: "")
        #expect(try printed == EarlierLibrary.expected(name, ofLibraryAt: path), "\(name)")
    }

    private func version() throws -> Int? {
        let manifest = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.url.appending(path: "library/library.json")))
        return (manifest as? [String: Any])?["formatVersion"] as? Int
    }

    @Test("Such a library is not opened, and the error names photos repair")
    func error() throws {
        let refused = try run("list")
        #expect(refused.exitCode == 1)
        #expect(refused.standardError.contains("An earlier version") && refused.standardError.contains("photos repair"))
        let examined = try run("repair", "--dry-run", "--json")
        #expect(examined.exitCode == 2)
        #expect(examined.summary["isEarlier"] as? Bool == true && examined.summary["wouldRebuild"] as? Bool == false)
        #expect((examined.summary["losses"] as? [String])?.isEmpty == true)
        let readOnly = try run("repair", "--read-only")
        #expect(readOnly.exitCode == 1 && readOnly.standardError.contains("--read-only"))
        #expect(try version() == 1, "Neither changes the library.")
    }

    @Test("A repair brings it over, and the library has all that it had, with the same identifiers")
    func repair() throws {
        let repaired = try run("repair", "--json")
        #expect(repaired.exitCode == 0)
        #expect(repaired.summary["isConverted"] as? Bool == true && repaired.summary["assets"] as? Int == 8)
        #expect(try version() == 2)
        for options in [[], ["--hidden"], ["--deleted"]] { try expectSame("list", options) }
        for kind in ["all", "albums", "folders"] { try expectSame("identify", ["--\(kind)"]) }
        try expectSame("albums", ["list"])
        try expectSame("folders", ["list"])
        for command in ["decisions", "unresolved", "history"] { try expectSame(command) }
        let access = try run("access", "list", "--json").items
        #expect(access.map { $0["app"] as? String } == ["org.example.Editor"])
        let old = try #require(repaired.summary["oldCatalog"] as? String)
        #expect(FileManager.default.fileExists(atPath: old + "/catalog.sqlite"))
        #expect(try run("repair").standardOutput.contains("The catalogue is intact."))
        // The copy is that of the new catalogue.
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + "/catalog.sqlite" + ending)
        }
        #expect(try run("repair").exitCode == 0)
        try expectSame("folders", ["list"])
    }

    @Test("An import knows the files that were imported before, and those that were deleted permanently")
    func importAgain() throws {
        #expect(try run("repair").exitCode == 0)
        let outcome = try run("import", folder.path("source"))
        #expect(
            outcome.standardOutput.contains("9 files: 7 already in the library, 2 skipped because you deleted them"))
        try expectSame("list")
    }

    @Test("If its catalogue is lost, a repair restores the copy of it")
    func restoreCopy() throws {
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + "/catalog.sqlite" + ending)
        }
        let repaired = try run("repair", "--json")
        #expect(repaired.exitCode == 2, "\(repaired.standardError)")
        #expect(repaired.items.count { $0["status"] as? String == "missing" } == 1, "It was deleted after the copy.")
        #expect(repaired.summary["restoredCopyDate"] is String)
        #expect(try version() == 2)
        // The copy was made at the end of the first import.
        #expect(try run("albums", "list", "--json").items.count == 3)
        #expect(try run("list", "--json").items.count == 9)
    }

    @Test("A rebuild makes a new catalogue of the files")
    func rebuild() throws {
        let repaired = try run("repair", "--rebuild", "--json")
        #expect(repaired.exitCode == 0, "\(repaired.standardError)")
        #expect(repaired.summary["isRebuilt"] as? Bool == true && repaired.summary["isConverted"] as? Bool == false)
        #expect(try version() == 2)
        let dates = { (items: [[String: Any]]) in
            Dictionary(items.map { ($0["sha256"] as? String, $0["addedDate"] as? String) }) { one, _ in one }
        }
        let found = dates(try run("list", "--json").items)
        // One photo was deleted, one is hidden, and one is outside of the library.
        #expect(found.count == 6)
        // The fixture's files are new, so only the old catalogue knows when they were added.
        let line = try #require(EarlierLibrary.expected("list", ofLibraryAt: path).split(separator: "\n").first)
        let pier = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(found[pier["sha256"] as? String] == pier["addedDate"] as? String)
    }
}
