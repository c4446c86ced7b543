import Foundation
import Glibc
import TestSupport
import Testing

@Suite("photos relink")
struct RelinkCommandTests {
    private let folder: TemporaryFolder
    /// The old folder of the photos.
    private var old: String { folder.path("old Bilder ü") }
    private var library: String { folder.path("Photos.library") }
    private var notes: String { folder.path("notes.md") }
    /// The present path of each moved file, by its path relative to the old folder.
    private let moved: [String: String]

    /// A library into which the photos of a folder were moved, and a copy of that folder.
    init() throws {
        let samples = try SampleLibrary.shared.get().samples
        folder = try TemporaryFolder()
        let old = folder.path("old Bilder ü")
        for name in [old, folder.path("copy")] {
            try FileManager.default.copyItem(atPath: samples + "/phone", toPath: name)
        }
        let library = folder.path("Photos.library")
        let imported = try PhotosProcess.run(arguments: ["import", "--move", "--json", "--library", library, old])
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", library])
        let paths = Dictionary(
            listed.items.compactMap { item in
                (item["localIdentifier"] as? String).flatMap { id in (item["path"] as? String).map { (id, $0) } }
            }, uniquingKeysWith: { first, _ in first })
        var moved: [String: String] = [:]
        for item in imported.items where item["role"] as? String == "original" {
            guard let path = item["path"] as? String, let asset = item["localIdentifier"] as? String else { continue }
            moved[String(path.dropFirst(old.count + 1))] = paths[asset]
        }
        self.moved = moved
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: ["relink"] + arguments + ["--json", "--library", library])
    }

    private func encoded(_ text: String) throws -> String {
        try #require(
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["/", ".", "_", "-", "~"])))
    }

    private func text() throws -> String { try String(contentsOfFile: notes, encoding: .utf8) }

    @Test("Moved photos are found by the paths of their import, and --undo restores the same bytes")
    func imported() throws {
        #expect(moved.count > 3)
        var before = "# Photos\r\n"
        var after = before
        for (name, path) in moved.sorted(by: { $0.key < $1.key }) {
            before += "![](<\(old)/\(name)> \"t\") [u](file://\(try encoded("\(old)/\(name)")))\r\n"
            after += "![](<\(path)> \"t\") [u](file://\(try encoded(path)))\r\n"
        }
        try before.write(toFile: notes, atomically: false, encoding: .utf8)
        let preview = try run("-n", notes, "--from", old)
        #expect(preview.exitCode == 0)
        #expect(preview.summary["planned"] as? Int == 2 * moved.count)
        #expect(try text() == before)
        let outcome = try run(notes, "--from", old)
        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        #expect(outcome.items.allSatisfy { $0["evidence"] as? String == "importedFrom" })
        #expect(Array(try text().utf8) == Array(after.utf8))
        let again = try run(notes, "--from", old)
        #expect(again.items.isEmpty)
        #expect(try run("--undo", notes).summary["restored"] as? Int == 2 * moved.count)
        #expect(Array(try text().utf8) == Array(before.utf8))
        #expect(try run("--undo", notes).exitCode == 2)
    }

    @Test("Without these paths, photos are found by the content of a copy, and by name only with --by-name")
    func otherWays() throws {
        // A new catalogue lists the photos, but not the paths of their import.
        #expect(
            try PhotosProcess.run(arguments: ["repair", "--rebuild", "--library", library]).exitCode == 0)
        let (name, path) = try #require(moved.min { $0.key < $1.key })
        let before = "{\"src\": \"\(old)/\(name)\"}"
        let json = folder.path("g.json")
        try before.write(toFile: json, atomically: false, encoding: .utf8)
        let byName = try run(json, "--from", old)
        #expect(byName.exitCode == 4)
        #expect((byName.items.first?["candidates"] as? [String])?.isEmpty == false)
        #expect(try String(contentsOfFile: json, encoding: .utf8) == before)
        let copied = try run(json, "--from", old, "--copy-of", folder.path("copy"))
        #expect(copied.exitCode == 0, "\(copied.standardError)")
        #expect(copied.items.first?["evidence"] as? String == "bytes")
        #expect(try String(contentsOfFile: json, encoding: .utf8) == "{\"src\": \"\(path)\"}")
        #expect(try run("--undo", json).exitCode == 0)
        // The same picture, encoded again, has other bytes.
        let trusted = try run(json, "--from", old, "--by-name", "-n")
        #expect(trusted.items.first?["evidence"] as? String == "name")
        #expect(trusted.items.first?["to"] as? String == path)
        // Content takes precedence over names.
        try Data("a text".utf8).write(to: URL(fileURLWithPath: folder.path("copy") + "/" + name))
        let contradicted = try run(json, "--from", old, "--copy-of", folder.path("copy"), "--by-name", "-n")
        #expect(contradicted.exitCode == 4)
        #expect((contradicted.items.first?["candidates"] as? [String])?.count == 1)
    }

    @Test("If the copy has another photo at the path than the import had, a person decides")
    func disagreement() throws {
        let names = moved.keys.sorted()
        let copy = folder.path("copy")
        try FileManager.default.removeItem(atPath: "\(copy)/\(names[0])")
        try FileManager.default.copyItem(atPath: "\(copy)/\(names[1])", toPath: "\(copy)/\(names[0])")
        try "![](<\(old)/\(names[0])>)".write(toFile: notes, atomically: false, encoding: .utf8)
        let outcome = try run(notes, "--from", old, "--copy-of", copy)
        #expect(outcome.exitCode == 4)
        #expect((outcome.items.first?["candidates"] as? [String])?.count == 2)
        #expect(try text() == "![](<\(old)/\(names[0])>)")
    }

    @Test("If the library does not have the copy's photo, a person decides, because the path was used again")
    func reusedPath() throws {
        let name = try #require(moved.keys.sorted().first { $0.hasSuffix(".JPG") })
        let stranger = try SampleLibrary.shared.get().samples + "/camera/DSC_0103.JPG"
        let before = "![](<\(old)/\(name)>)"
        for content in [try Data(contentsOf: URL(fileURLWithPath: stranger)), Data("a text".utf8)] {
            try content.write(to: URL(fileURLWithPath: folder.path("copy") + "/" + name))
            try before.write(toFile: notes, atomically: false, encoding: .utf8)
            let outcome = try run(notes, "--from", old, "--copy-of", folder.path("copy"), "--by-name")
            #expect(outcome.exitCode == 4, "\(outcome.standardOutput)")
            #expect((outcome.items.first?["candidates"] as? [String])?.count == 1)
            #expect(try text() == before)
        }
        // An unreadable file is not evidence.
        try FileManager.default.removeItem(atPath: folder.path("copy") + "/" + name)
        #expect(try run(notes, "--from", old, "--copy-of", folder.path("copy")).exitCode == 0)
    }

    @Test("If the copy's content matches several photos, the path of the import selects one of them")
    func severalPhotos() throws {
        let names = moved.keys.sorted().filter { $0.hasSuffix(".JPG") }
        let (name, other) = (try #require(names.first), try #require(names.last))
        let copy = folder.path("copy")
        // A truncated picture never matches with certainty.
        let cut = try Data(contentsOf: URL(fileURLWithPath: "\(copy)/\(name)")).dropLast(2)
        for path in [name, other] { try cut.write(to: URL(fileURLWithPath: "\(copy)/\(path)")) }
        try "![](<\(old)/\(other)>)".write(toFile: notes, atomically: false, encoding: .utf8)
        let unsure = try run(notes, "--from", old, "--copy-of", copy)
        #expect(unsure.exitCode == 4, "\(unsure.standardOutput)")
        #expect((unsure.items.first?["candidates"] as? [String])?.count == 2)
        #expect(try text() == "![](<\(old)/\(other)>)")
        try "![](<\(old)/\(name)>)".write(toFile: notes, atomically: false, encoding: .utf8)
        let output = try run(notes, "--from", old, "--copy-of", copy)
        #expect(output.items.first?["evidence"] as? String == "importedFrom", "\(output.standardOutput)")
        #expect(try text() == "![](<\(moved[name] ?? "")>)")
    }

    @Test("A path is not rewritten if the library's file of the photo is missing")
    func missing() throws {
        let (name, path) = try #require(moved.min { $0.key < $1.key })
        try FileManager.default.removeItem(atPath: path)
        try "![](<\(old)/\(name)>)".write(toFile: notes, atomically: false, encoding: .utf8)
        let outcome = try run(notes, "--from", old)
        #expect(outcome.exitCode == 3)
        #expect((outcome.items.first?["error"] as? [String: Any])?["code"] as? String == "missingResource")
    }

    @Test("Cloud identifiers become local ones, and paths become cloud identifiers")
    func identifiers() throws {
        let (name, _) = try #require(moved.min { $0.key < $1.key })
        try "[\"\(old)/\(name)\"]".write(toFile: notes + ".json", atomically: false, encoding: .utf8)
        let cloud = try run(notes + ".json", "--from", old, "--to", "cloud", "--compact")
        let asset = try #require(cloud.items.first?["localIdentifier"] as? String)
        #expect(try String(contentsOfFile: notes + ".json", encoding: .utf8).hasPrefix("[\"opk"))
        #expect(try run(notes + ".json", "--from", old, "--identifiers", "local").exitCode == 0)
        #expect(try String(contentsOfFile: notes + ".json", encoding: .utf8) == "[\"\(asset)\"]")
    }

    @Test(
        "Killed before any call that changes the disk: the file is the old or the new one, and --undo restores the old one",
        .long,
        .enabled(if: FaultInjection.compiler != nil, "it needs a C compiler"))
    func killed() throws {
        let killer = try FaultInjection.library("kill-at-call", in: folder)
        let (name, path) = try #require(moved.min { $0.key < $1.key })
        let before = "![](<\(old)/\(name)>)\n"
        let after = "![](<\(path)>)\n"
        var outcomes: Set<String> = []
        for call in 1...100 {
            try before.write(toFile: notes, atomically: false, encoding: .utf8)
            let outcome = try PhotosProcess.run(
                arguments: ["relink", "-q", notes, "--from", old, "--library", library],
                environment: ["LD_PRELOAD": killer, "KILL_AT_CALL": "\(call)"])
            let isNew = try text() == after
            #expect(try isNew || text() == before, "call \(call)")
            let undone = try run("--undo", notes)
            // The old file without a backup: nothing was rewritten yet.
            #expect(undone.exitCode == 0 || !isNew, "call \(call)")
            #expect(try text() == before, "call \(call)")
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            where file.hasPrefix("notes.md") || file.hasSuffix(".part") {
                try FileManager.default.removeItem(atPath: folder.path(file))
            }
            guard outcome.exitCode == 128 + SIGKILL else {
                #expect(outcome.exitCode == 0)
                break
            }
            outcomes.insert(isNew ? "new" : "old")
        }
        #expect(outcomes == ["old", "new"])
    }

    @Test(
        "If a sync or rename fails, the file is the old one, or --undo restores it",
        .long, .enabled(if: FaultInjection.compiler != nil, "it needs a C compiler"),
        arguments: ["fsync", "rename"])
    func failing(_ call: String) throws {
        let tool = try FaultInjection.library("fail-at-call", in: folder)
        let (name, path) = try #require(moved.min { $0.key < $1.key })
        let before = "![](<\(old)/\(name)>)"
        var outcomes: Set<String> = []
        for number in 1...100 {
            try before.write(toFile: notes, atomically: false, encoding: .utf8)
            let outcome = try PhotosProcess.run(
                arguments: ["relink", notes, "--from", old, "--library", library],
                environment: [
                    "LD_PRELOAD": tool, "FAIL_CALL": call, "FAIL_AT": "\(number)", "FAIL_WITH": "\(EIO)",
                    "FAIL_LOG": folder.path("log"),
                ])
            let isNew = try text() != before
            #expect(try text() == (isNew ? "![](<\(path)>)" : before))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                .filter { $0.contains("relink-") || $0.hasSuffix(".part") }
            outcomes.insert("\(isNew ? "new" : "old") \(outcome.exitCode == 0)")
            #expect(left.count == (isNew ? 2 : 0), "\(call) \(number): \(left)")
            if isNew { #expect(try run("--undo", notes).exitCode == 0, "\(call) \(number)") }
            #expect(try text() == before)
            guard FileManager.default.fileExists(atPath: folder.path("log")) else { break }
            try FileManager.default.removeItem(atPath: folder.path("log"))
        }
        // The last step that can fail is the sync of the folder, after the file was rewritten.
        #expect(
            outcomes.isSuperset(
                of: call == "fsync" ? ["old false", "new false", "new true"] : ["old false", "new true"]))
    }
}
