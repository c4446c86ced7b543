import Foundation
import TestSupport
import Testing

@Suite("photos edit, albums and folders")
struct ChangeCommandTests {
    /// A library of its own with the sample photos of the camera.
    private let folder: TemporaryFolder
    private let path: String
    private let photos: [String]

    init() throws {
        let samples = try SampleLibrary.shared.get().samples
        folder = try TemporaryFolder()
        path = folder.path("Photos.library")
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", path, samples + "/camera"])
        photos = imported.items.filter { $0["role"] as? String == "original" }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(photos.count > 3)
    }

    private func run(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--json", "--library", path])
    }

    /// All that is shown, but when that was changed.
    private func shown(_ identifier: String) throws -> [String: Any] {
        try #require(try run(["show", identifier]).items.first).filter { $0.key != "modificationDate" }
    }

    @Test func whatIsSaidOfAPhotoIsShown() throws {
        let before = try shown(photos[0])
        let edited = try run([
            "edit", photos[0], photos[1], "--favorite", "--hidden", "--date", "1999-01-02 03:04+01:00", "--location",
            "41.9,12.5,20", "--title", "Forum", "--caption", "At noon", "--keywords", "rome, summer,",
        ])
        #expect(edited.exitCode == 0, "\(edited.standardError)")
        #expect(edited.summary["edited"] as? Int == 2)
        #expect(edited.items.compactMap { $0["localIdentifier"] as? String } == Array(photos[0...1]))
        var after = try shown(photos[1])
        #expect(after["isFavorite"] as? Bool == true && after["isHidden"] as? Bool == true)
        #expect(after["captureDate"] as? String == "1999-01-02T03:04:00+01:00")
        #expect(after["latitude"] as? Double == 41.9 && after["longitude"] as? Double == 12.5)
        #expect(after["title"] as? String == "Forum" && after["keywords"] as? [String] == ["rome", "summer"])
        #expect(
            try run([
                "edit", photos[0], "--no-favorite", "--no-hidden", "--date", "original", "--location", "original",
                "--title", "", "--caption", "", "--keywords", "",
            ]).exitCode == 0)
        after = try shown(photos[0])
        #expect(after as NSDictionary == before as NSDictionary)
    }

    @Test func aPhotoIsEditedAndReverted() throws {
        let adjustment = folder.path("edit.json")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: adjustment))
        let rendered = try #require(try shown(photos[1])["path"] as? String)
        func kinds() throws -> [String] {
            (try shown(photos[0])["resources"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
        }
        let edited = try run([
            "edit", photos[0], "--rendered", rendered, "--adjustment", adjustment, "--format-identifier", "org.example",
            "--format-version", "1",
        ])
        #expect(edited.exitCode == 0, "\(edited.standardError)")
        #expect(try kinds().suffix(2) == ["fullSizePhoto", "adjustmentData"])
        #expect(try run(["edit", photos[0], "--revert"]).exitCode == 0)
        #expect(try !kinds().contains("fullSizePhoto"))
        #expect(try run(["verify"]).exitCode == 0)
    }

    @Test func allOrNone() throws {
        let refused = try run(["edit", photos[0], "nobody", "--favorite"])
        #expect(refused.exitCode == 3)
        #expect(try shown(photos[0])["isFavorite"] as? Bool == false)
    }

    @Test func albumsAndFoldersAreMadeChangedAndDeleted() throws {
        let listed = try run(["list"]).summary as NSDictionary
        let made = try run(["albums", "create", "Rome", photos[0], photos[1], photos[2]])
        let album = try #require(made.items.first?["localIdentifier"] as? String)
        func albums() throws -> [String: Int] {
            Dictionary(
                uniqueKeysWithValues: try run(["albums"]).items.compactMap { item in
                    (item["title"] as? String).flatMap { title in (item["assets"] as? Int).map { (title, $0) } }
                })
        }
        #expect(try albums() == ["Rome": 3])
        #expect(try run(["albums", "add", "Rome", photos[3], photos[0]]).exitCode == 0)
        #expect(try run(["albums", "move", album, photos[3], "--to", "0"]).exitCode == 0)
        #expect(try run(["albums", "key", "Rome", photos[3]]).exitCode == 0)
        #expect(try run(["albums", "remove", "Rome", photos[2]]).exitCode == 0)
        #expect(try run(["albums", "rename", "Rome", "Roma"]).exitCode == 0)
        #expect(try albums() == ["Roma": 3])
        #expect(try run(["albums", "move", "Roma", photos[0], "--to", "9"]).exitCode == 1)
        #expect(try run(["albums", "add", "Rome", photos[0]]).exitCode == 3)
        #expect(try run(["albums", "create", "Roma"]).exitCode == 0)
        #expect(try run(["albums", "add", "Roma", photos[0]]).exitCode == 4, "Two have this title.")

        #expect(try run(["folders", "create", "Travels"]).exitCode == 0)
        #expect(try run(["folders", "create", "Italy", "--folder", "Travels"]).exitCode == 0)
        #expect(try run(["folders", "move", album, "--to", "Italy", "--at", "0"]).exitCode == 0)
        #expect(try run(["folders", "move", "Travels", "--to", "Italy"]).exitCode == 1)
        #expect(try run(["folders", "rename", "Italy", "Italia"]).exitCode == 0)
        #expect(try run(["albums", "delete", album]).exitCode == 0)
        #expect(try run(["folders", "move", "Roma", "--to", "Italia"]).exitCode == 0)
        #expect(try run(["folders", "delete", "Travels"]).exitCode == 0)
        #expect(try albums().isEmpty)
        #expect(try run(["list"]).summary as NSDictionary == listed)
    }

    @Test(
        "Wrong usage is said before anything is done",
        arguments: [
            ["edit"], ["edit", "ID"], ["edit", "ID", "--rendered", "a.jpg"], ["edit", "ID", "--date", "yesterday"],
            ["edit", "ID", "--location", "91,0"], ["edit", "ID", "--location", "1"], ["albums", "create"],
            [
                "edit", "A", "B", "--rendered", "a", "--adjustment", "b", "--format-identifier", "c",
                "--format-version", "1",
            ],
            ["albums", "move", "A", "ID"], ["folders", "move", "A"], ["folders", "move", "A", "--top", "--to", "B"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        #expect(try PhotosProcess.run(arguments: arguments).exitCode == 64)
    }
}
