import Foundation
import TestSupport
import Testing

/// Names of photos, albums and folders on command lines and in pipes.
@Suite("Names of photos on the command line")
struct PhotoNameTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("Photos.library") }
    /// Two photos in the library, and a reference with the same file name as one of them.
    private let ids: [String]

    init() throws {
        folder = try TemporaryFolder()
        // Bytes without a picture. They are stored because of their names.
        for (number, name) in ["a/one.jpg", "a/the_grand canyon.jpg", "b/one.jpg"].enumerated() {
            let file = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("photo \(number)".utf8).write(to: file)
        }
        for arguments in [["--copy", folder.path("a")], ["--reference", folder.path("b")]] {
            let imported = try PhotosProcess.run(
                arguments: ["import", "--library", folder.path("Photos.library")] + arguments)
            try #require(imported.exitCode == 0, "\(imported.standardError)")
        }
        ids = try PhotosProcess.run(
            arguments: ["list", "--ids", "--sort", "addedDate", "--library", folder.path("Photos.library")]
        ).lines.map(String.init)
        try #require(ids.count == 3)
    }

    private func run(_ arguments: String..., input: String = "") throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library], input: input)
    }

    private func shown(_ names: String...) throws -> [String] {
        try PhotosProcess.run(arguments: ["show", "--json", "--library", library] + names).items
            .compactMap { $0["localIdentifier"] as? String }
    }

    private func favorites() throws -> Set<String> {
        Set(try run("list", "--ids", "--favorite").lines.map(String.init))
    }

    @Test func idsPrintsOnlyIdentifiers() throws {
        let outcome = try run("list", "--ids")
        #expect(outcome.exitCode == 0 && outcome.lines.allSatisfy { UUID(uuidString: String($0)) != nil })
        #expect(try run("list", "--ids", "--search", "canyon").lines == [Substring(ids[1])])
        for arguments in [["--count"], ["--json"]] {
            let refused = try PhotosProcess.run(arguments: ["list", "--ids", "--library", library] + arguments)
            #expect(refused.exitCode == 64)
        }
    }

    @Test func aPhotoIsNamedByIdentifierPrefixFileNameOrPath() throws {
        #expect(try shown(String(ids[0].prefix(8))) == [ids[0]])
        #expect(try shown(ids[1].lowercased()) == [ids[1]])
        #expect(try shown("the_grand canyon.jpg", folder.path("b/one.jpg")) == [ids[1], ids[2]])
        let stored = try #require(
            try run("show", "--json", ids[0]).items.first?["path"] as? String)
        #expect(stored.hasPrefix(library) && stored.hasSuffix("/one.jpg"))
        #expect(
            try shown(stored, stored.replacing("/originals/", with: "/originals/../originals/")) == [ids[0], ids[0]])
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: library)
        #expect(try shown(stored.replacing(library, with: folder.path("link"))) == [ids[0]])
        for name in [String(ids[0].prefix(5)), "two.jpg", folder.path("a/two.jpg"), "", "one"] {
            #expect(try run("show", name).exitCode == 3, "\(name)")
        }
    }

    @Test func anAmbiguousNameChangesNothing() throws {
        for command in [
            ["delete"], ["edit", "--favorite"], ["show"], ["load"], ["identify"], ["albums", "create", "Rome"],
        ] {
            let outcome = try PhotosProcess.run(
                arguments: command + [ids[1], "one.jpg", "--library", library], environment: ["HOME": folder.path("")])
            #expect(outcome.exitCode == 4, "\(command)")
            #expect(outcome.standardOutput.isEmpty, "\(command)")
            #expect([ids[0], ids[2]].allSatisfy(outcome.standardError.contains), "\(outcome.standardError)")
        }
        let json = try run("edit", "one.jpg", "--favorite", "--json")
        let error = json.items.first?["error"] as? [String: Any]
        #expect(error?["code"] as? String == "multipleIdentifiersFound")
        #expect(Set(error?["localIdentifiers"] as? [String] ?? []) == [ids[0], ids[2]])
        #expect(try run("list", "--ids").lines.count == 3)
        #expect(try favorites().isEmpty && run("albums", "--json").items.isEmpty)
    }

    @Test(
        "A name prefers photos that are not deleted; --restore prefers deleted ones")
    func deletedPhotosComeSecond() throws {
        #expect(try run("delete", ids[2]).exitCode == 0)
        #expect(try shown("one.jpg") == [ids[0]])
        #expect(try run("delete", "--restore", "one.jpg").exitCode == 0)
        #expect(try run("list", "--ids").lines.count == 3)
        #expect(try run("delete", "the_grand canyon.jpg").exitCode == 0)
        #expect(try shown("the_grand canyon.jpg") == [ids[1]])
    }

    @Test func everyCommandReadsNamesFromStandardInput() throws {
        let list = try run("list").standardOutput
        #expect(try run("edit", "-", "--favorite", input: list).exitCode == 0)
        #expect(try favorites() == Set(ids))
        #expect(try run("edit", "-", "--no-favorite", input: "  the_grand canyon.jpg \n\n\(ids[0])").exitCode == 0)
        #expect(try favorites() == [ids[2]])
        #expect(try run("show", "--json", "-", input: ids.joined(separator: "\n")).items.count == 3)
        #expect(try run("identify", "-", input: list).lines.count == 3)
        #expect(try run("identify", "the_grand canyon.jpg").lines.count == 1)
        let loaded = try run("load", "-", "--to", folder.path("a"), input: "the_grand canyon.jpg\n")
        #expect(loaded.exitCode == 0 && loaded.lines.count == 1)

        func assets(_ album: String) throws -> Int? { try run("albums", album, "--json").summary["assets"] as? Int }
        #expect(try run("albums", "create", "Rome", "-", input: "\(ids[0])\n").exitCode == 0)
        #expect(try run("albums", "add", "Rome", "-", input: list).exitCode == 0)
        #expect(try assets("Rome") == 3)
        #expect(try run("albums", "key", "Rome", "the_grand canyon.jpg").exitCode == 0)
        #expect(try run("albums", "move", "Rome", "-", "--to", "0", input: ids[2]).exitCode == 0)
        #expect(try run("albums", "remove", "Rome", "-", input: list).exitCode == 0)
        #expect(try assets("Rome") == 0)
        #expect(try run("folders", "create", "Travels").exitCode == 0)
        #expect(try run("folders", "move", "-", "--to", "Travels", input: "Rome\n").exitCode == 0)
        #expect(try run("folders", "--json").summary["folders"] as? Int == 1)
        #expect(try run("albums", "delete", "-", input: try run("albums").standardOutput).exitCode == 0)
        #expect(try run("folders", "delete", "-", input: "Travels\n").exitCode == 0)
        #expect(try run("folders", "--json").items.isEmpty)

        #expect(try run("delete", "-", input: list).exitCode == 0)
        #expect(try run("list", "--ids").lines.isEmpty)
    }

    @Test func anEmptyListChangesNothing() throws {
        for command in [["edit", "-", "--favorite"], ["delete", "-"], ["show", "-"], ["identify", "-"]] {
            let outcome = try PhotosProcess.run(arguments: command + ["--library", library])
            #expect(outcome.exitCode == 0, "\(command): \(outcome.standardError)")
        }
        #expect(try run("edit", "-", "--favorite").standardError == "Nothing changed: no name was given.\n")
        #expect(try favorites().isEmpty)
    }

    @Test func keywordsAreAddedAndRemovedOneByOne() throws {
        func keywords() throws -> [[String]] {
            try run("show", "--json", ids[0], ids[1]).items.compactMap { $0["keywords"] as? [String] }
        }
        #expect(try run("edit", ids[0], "--keywords", "rome,summer").exitCode == 0)
        #expect(
            try run(
                "edit", ids[0], ids[1], "--add-keyword", "beach", "--add-keyword", "rome", "--remove-keyword", "summer"
            )
            .exitCode == 0)
        #expect(try keywords() == [["rome", "beach"], ["beach", "rome"]])
        #expect(try run("edit", ids[0], "--remove-keyword", "rome").exitCode == 0)
        #expect(try keywords()[0] == ["beach"])
        #expect(try run("edit", ids[0], "--keywords", "a", "--add-keyword", "b").exitCode == 64)
        #expect(try run("edit", ids[0], "--add-keyword", " ").exitCode == 64)
    }

    @Test func captionsAreSearched() throws {
        #expect(try run("edit", ids[0], "--caption", "Down at the Colorado river").exitCode == 0)
        #expect(try run("list", "--ids", "--search", "colorado").lines == [Substring(ids[0])])
        #expect(try run("list", "--help").standardOutput.contains("caption"))
    }

    @Test("Creating an album with a used title prints the other albums with it")
    func albumsOfOneTitle() throws {
        let first = try run("albums", "create", "Rome")
        #expect(first.standardError.isEmpty && first.lines.count == 1)
        let second = try run("albums", "create", "Rome")
        #expect(second.exitCode == 0 && second.lines.count == 1 && second.lines != first.lines)
        #expect(second.standardError.contains(first.lines[0]), "\(second.standardError)")
    }

    @Test func identifiersOfThisLibraryAreFoundWithoutContent() throws {
        let album = try #require(try run("albums", "create", "Rome", ids[0]).lines.first)
        let identifiers = try run("identify", "--albums", ids[0]).lines.map(String.init)
        try #require(identifiers.count == 2)
        let outcome = try PhotosProcess.run(
            arguments: ["resolve", "--sync-state-only", "--json", "--library", library] + identifiers)
        let statuses = Dictionary(
            uniqueKeysWithValues: outcome.items.map { ("\($0["kind"] ?? "")", $0["localIdentifier"] as? String) })
        #expect(statuses == ["album": String(album), "asset": nil], "\(outcome.standardOutput)")
        #expect(outcome.exitCode == 3)
    }

    @Test func theErrorNamesAFileThatIsGivenAsLibrary() throws {
        let file = folder.path("a/one.jpg")
        for command in [["import", folder.path("b")], ["list"], ["repair"]] {
            let outcome = try PhotosProcess.run(arguments: command + ["--library", file])
            #expect(outcome.exitCode == 1 && outcome.standardError.contains(file), "\(outcome.standardError)")
        }
    }
}
