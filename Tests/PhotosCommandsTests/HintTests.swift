import Foundation
import TestSupport
import Testing

/// What commands say of names that are almost right, of missing folders and of nothing to do.
@Suite struct HintTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Scenes.jpeg(1, width: 160, height: 120), to: "source/1.jpg")
        #expect(try run("import", folder.path("source")).exitCode == 0)
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library])
    }

    /// The titles that `albums --smart` lists are no titles of albums.
    @Test func aBuiltInAlbumIsNamed() throws {
        for name in ["raw", "RAW", "Live Photos"] {
            let refused = try run("list", "--album", name)
            #expect(refused.exitCode == 3)
            #expect(refused.standardError.contains("It is a built-in album: “photos list --smart "), "\(refused)")
            #expect(try run("list", "--smart", name).exitCode == 0)
        }
        #expect(try run("albums", "create", "Rome").exitCode == 0)
        #expect(try run("albums", "list", "rome").standardError.contains("There is no such album. There is “Rome”."))
        #expect(
            try run("albums", "list", "Paris").standardError.contains("There is no such album. See “photos albums”."))
    }

    @Test func withoutDuplicatesThereIsNoQuestion() throws {
        let resolved = try run("duplicates", "--resolve")
        #expect(resolved.exitCode == 0 && resolved.standardError == "No duplicates.\n", "\(resolved)")
    }

    @Test func loadMakesTheFolder() throws {
        let copies = folder.path("new/copies")
        #expect(try run("load", "1.jpg", "--to", copies).standardOutput == "\(copies)/1.jpg\n")
        #expect(try run("load", "unknown", "--to", folder.path("other")).exitCode == 3)
    }

    @Test func scriptsAreJSONIfAskedFor() throws {
        let plain = try run("completions", "fish").standardOutput
        let machine = try run("completions", "fish", "--json")
        #expect(machine.items.first?["script"] as? String == String(plain.dropLast()))
        #expect(machine.summary["scripts"] as? Int == 1)
    }
}
