import Foundation
import TestSupport
import Testing

@Suite("photos import's options, albums and delete")
struct ImportOptionTests {
    /// A library with two folders of sample photos as albums.
    private struct Home {
        let folder: TemporaryFolder
        let path: String
        let imported: PhotosProcess.Outcome

        init() throws {
            let samples = try SampleLibrary.shared.get().samples
            folder = try TemporaryFolder()
            path = folder.path("Photos.library")
            imported = try PhotosProcess.run(
                arguments: ["import", "--json", "--albums-from-folders", "--library", path]
                    + ["phone", "camera"].map { samples + "/" + $0 })
        }

        func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + ["--json", "--library", path])
        }
    }

    @Test("--albums-from-folders makes albums, and list shows their photos")
    func albums() throws {
        let home = try Home()
        let albums = try home.run("albums").items
        let folders = Set(
            home.imported.items.filter { $0["localIdentifier"] != nil }
                .compactMap { ($0["path"] as? NSString)?.deletingLastPathComponent })
        #expect(
            albums.compactMap { $0["title"] as? String }.sorted()
                == folders.map { ($0 as NSString).lastPathComponent }.sorted())
        for album in albums {
            let identifier = try #require(album["localIdentifier"] as? String)
            #expect(try home.run("list", "--album", identifier).items.count == album["assets"] as? Int)
            #expect(try home.run("albums", identifier).items.count == album["assets"] as? Int)
        }
        let tree = try home.run("folders")
        #expect(tree.items.count == albums.count && tree.items.allSatisfy { $0["kind"] as? String == "album" })
        #expect(tree.summary["albums"] as? Int == albums.count && tree.summary["folders"] as? Int == 0)
    }

    @Test("A deleted photo is listed with --deleted, stays deleted at the next import, and can be restored")
    func deletion() throws {
        let home = try Home()
        let item = try #require(home.imported.items.first { $0["role"] as? String == "original" })
        let identifier = try #require(item["localIdentifier"] as? String)
        let path = try #require(item["path"] as? String)
        func listed(_ arguments: String...) throws -> [String] {
            try PhotosProcess.run(arguments: ["list", "--json", "--library", home.path] + arguments).items
                .compactMap { $0["localIdentifier"] as? String }
        }
        #expect(try home.run("delete", identifier).exitCode == 0)
        #expect(try !listed().contains(identifier))
        #expect(try listed("--deleted") == [identifier])
        let again = try home.run("delete", identifier)
        #expect(again.exitCode == 0 && again.items.first?["status"] as? String == "unchanged")
        #expect(again.summary as? [String: Int] == ["done": 0, "unchanged": 1, "notFound": 0])
        func text(_ arguments: String...) throws -> String {
            try PhotosProcess.run(arguments: arguments + ["--library", home.path]).standardOutput
        }
        #expect(try text("delete", identifier).contains("1 photo unchanged: already deleted."))
        #expect(try text("show", identifier).contains("Recently deleted since 20"))
        for shown in [try home.run("show", identifier), try home.run("list", "--deleted")] {
            #expect((shown.items.first?["deletedDate"] as? String)?.hasPrefix("20") == true)
        }
        #expect(try home.run("delete", "unknown").exitCode == 3)
        let imported = try home.run("import", path)
        #expect(imported.items.first?["status"] as? String == "skipped")
        #expect((imported.items.first?["error"] as? [String: Any])?["code"] as? String == "deletedByOwner")
        #expect(imported.summary["deleted"] as? Int == 1)
        #expect(try home.run("delete", "--restore", identifier).exitCode == 0)
        #expect(try home.run("show", identifier).items.first?["deletedDate"] == nil)
        #expect(try home.run("delete", "--restore", identifier).summary["unchanged"] as? Int == 1)
        #expect(try text("delete", "--restore", identifier).contains("1 photo unchanged: in the library"))
        #expect(try listed().contains(identifier))

        #expect(try home.run("delete", "--permanently", identifier).exitCode == 3, "It was not deleted before.")
        #expect(try home.run("delete", identifier).exitCode == 0)
        #expect(try home.run("delete", "--permanently", "--all", "--yes").items.count == 1)
        #expect(try listed("--deleted").isEmpty)
        #expect(try home.run("verify").exitCode == 0)
        #expect(try home.run("import", "--restore-deleted", path).summary["assets"] as? Int == 1)
        #expect(try listed().contains(identifier))
    }
}
