import Foundation
import TestSupport
import Testing

@Suite("photos edit, albums and folders")
struct ChangeCommandTests {
    /// A library with the sample photos of the camera.
    ///
    /// It is created once, and every test uses a copy.
    private static let prepared = Result { () throws -> (folder: TemporaryFolder, photos: [String]) in
        let folder = try TemporaryFolder()
        let imported = try PhotosProcess.run(
            arguments: [
                "import", "--json", "--library", folder.path("Photos.library"),
                try SampleLibrary.shared.get().samples + "/camera",
            ])
        // A duplicate of a photo of the same import may be an original by its role, too.
        let photos = imported.items.filter {
            $0["role"] as? String == "original" && $0["status"] as? String == "imported"
        }
        .compactMap { $0["localIdentifier"] as? String }
        try #require(photos.count > 3)
        return (folder, photos)
    }

    private let folder: TemporaryFolder
    private let path: String
    private let photos: [String]
    private let samples: String

    init() throws {
        samples = try SampleLibrary.shared.get().samples
        let prepared = try Self.prepared.get()
        folder = try prepared.folder.copy()
        path = folder.path("Photos.library")
        photos = prepared.photos
    }

    private func run(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--json", "--library", path])
    }

    /// The fields of `photos show`, without the modification date.
    private func shown(_ identifier: String) throws -> [String: Any] {
        try #require(try run(["show", identifier]).items.first).filter { $0.key != "modificationDate" }
    }

    @Test func aCaptionIsShownWithItsLines() throws {
        #expect(try run(["edit", photos[0], "--caption", "One\n\nTwo\u{7}"]).exitCode == 0)
        let text = try PhotosProcess.run(arguments: ["show", photos[0], "--library", path]).standardOutput
        #expect(text.contains(/\n +caption +One\n +Two\u{FFFD}\n/), "\(text)")
    }

    @Test func ratingsAreShownAndFound() throws {
        func found(_ rating: String) throws -> [String] {
            try run(["list", "--rating", rating]).items.compactMap { $0["localIdentifier"] as? String }.sorted()
        }
        #expect(try run(["edit", photos[0], "--rating", "4"]).exitCode == 0)
        #expect(try run(["edit", photos[1], "--rating", "rejected"]).exitCode == 0)
        #expect(try shown(photos[0])["rating"] as? Int == 4)
        #expect(try found("4") == [photos[0]])
        #expect(try found("3-5") == [photos[0]])
        #expect(try found("rejected") == [photos[1]])
        #expect(try found("rejected-5").count == photos.count)
        #expect(try found("none").count == photos.count - 2)
        let text = try PhotosProcess.run(arguments: ["show", photos[0], photos[1], "--library", path]).standardOutput
        #expect(text.contains(/rating +4 of 5/) && text.contains(/rating +rejected/))
        #expect(try run(["edit", photos[0], "--rating", "none"]).exitCode == 0)
        #expect(try found("1-5").isEmpty)
        for wrong in ["6", "-1", "best"] { #expect(try run(["edit", photos[0], "--rating=\(wrong)"]).exitCode == 64) }
    }

    @Test func editedMetadataIsShown() throws {
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

    @Test("Objects that need no change are reported as unchanged")
    func nothingChanges() throws {
        func said(_ arguments: String...) throws -> String {
            let outcome = try PhotosProcess.run(arguments: arguments + ["--library", path])
            #expect(outcome.exitCode == 0 && outcome.standardOutput.isEmpty, "\(arguments)")
            return outcome.standardError
        }
        #expect(try said("edit", photos[0], "--favorite") == "1 photo edited.\n")
        #expect(try said("edit", photos[0], "--favorite") == "Nothing to change.\n")
        #expect(
            try said("edit", photos[0], photos[1], "--favorite") == "1 photo edited, 1 needed no change.\n")
        #expect(try said("edit", photos[0], "--revert").hasPrefix("Nothing to change"))
        let some = try run(["edit", photos[1], photos[2], "--favorite"])
        #expect(some.items.map { $0["status"] as? String } == ["unchanged", "edited"])
        #expect(some.summary as? [String: Int] == ["edited": 1, "unchanged": 1])

        #expect(try run(["albums", "create", "Rome", photos[0], photos[1]]).exitCode == 0)
        for change in [
            ["albums", "add", "Rome", photos[1]], ["albums", "remove", "Rome", photos[2]],
            ["albums", "rename", "Rome", "Rome"], ["albums", "move", "Rome", photos[0], "--to", "0"],
        ] {
            #expect(try run(change).summary as? [String: Int] == [Self.status(change): 0, "unchanged": 1], "\(change)")
        }
        #expect(try run(["folders", "create", "Travels"]).exitCode == 0)
        #expect(try run(["folders", "create", "Other", "--folder", "Travels"]).exitCode == 0)
        #expect(try run(["folders", "rename", "Travels", "Travels"]).summary["unchanged"] as? Int == 1)
        let move = ["folders", "move", "Rome", "--to", "Travels"]
        #expect(try run(move).summary["moved"] as? Int == 1)
        #expect(try run(move).summary["moved"] as? Int == 0)
        #expect(try run(move + ["--at", "0"]).summary["moved"] as? Int == 1, "The order in the folder has changed.")
        #expect(try run(move + ["--at", "0"]).summary["unchanged"] as? Int == 1)
    }

    private static func status(_ change: [String]) -> String { change[1] == "rename" ? "renamed" : "changed" }

    @Test("Repeated names have no effect")
    func repeatsAreOne() throws {
        let edited = try run(["edit", photos[1], photos[0], photos[1], "--favorite"])
        #expect(edited.items.compactMap { $0["localIdentifier"] as? String } == [photos[1], photos[0]])
        #expect(edited.summary as? [String: Int] == ["edited": 2, "unchanged": 0])
        for folder in ["Travels", "Other"] { #expect(try run(["folders", "create", folder]).exitCode == 0) }
        #expect(try run(["albums", "create", "Rome"]).exitCode == 0)
        let moved = try run(["folders", "move", "Rome", "Rome", "Other", "--to", "Travels"])
        #expect(moved.summary as? [String: Int] == ["moved": 2, "unchanged": 0], "\(moved.standardError)")
        let deleted = try run(["albums", "delete", "Rome", "Rome"])
        #expect(deleted.summary as? [String: Int] == ["deleted": 1, "unchanged": 0], "\(deleted.standardError)")
    }

    @Test func coordinatesAreShownWithoutRoundingErrors() throws {
        try #require(
            try run(["edit", photos[0], "--location", "41.12345678901,-0.1234564", "--date", "1901-01-01T00:00:00"])
                .exitCode == 0)
        let moment = try #require(try run(["moments", "--before", "1902"]).items.first)
        #expect(moment["latitude"] as? Double == 41.123457 && moment["longitude"] as? Double == -0.123456)
        for arguments in [["moments", "--before", "1902"], ["show", photos[0]]] {
            let shown = try PhotosProcess.run(arguments: arguments + ["--library", path]).standardOutput
            #expect(shown.contains("41.123457, -0.123456"), "\(shown)")
        }
        #expect(try shown(photos[0])["latitude"] as? Double == 41.12345678901, "The stored value keeps all digits.")
    }

    @Test func allOrNone() throws {
        let refused = try run(["edit", photos[0], "unknown", "--favorite"])
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
        #expect(try run(["albums", "move", "Roma", photos[0], "--to", "9"]).exitCode == 64)
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

    @Test("Albums and folders count every frame of a burst, as list shows them")
    func framesOfABurstAreCounted() throws {
        let frames = try run(["list"]).items.filter { $0["burstIdentifier"] is String }
        let others = frames.filter { $0["representsBurst"] as? Bool == false }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(others.count > 1 && others.count < frames.count)
        #expect(try run(["folders", "create", "Travels"]).exitCode == 0)
        #expect(try run(["albums", "create", "Frames", "--folder", "Travels"] + others).exitCode == 0)
        let listed = try run(["list", "--album", "Frames"]).items
        #expect(listed.count == others.count)
        for command in [["albums"], ["albums", "--folder", "Travels"], ["folders", "Travels"]] {
            #expect(try run(command).items.first?["assets"] as? Int == others.count, "\(command)")
        }
        let text = try PhotosProcess.run(arguments: ["albums", "--search", "frames", "--library", path]).lines
        #expect(text.count == 1 && text.first?.hasSuffix("  \("\(others.count)       ".prefix(6))  Frames") == true)
        let shown = try run(["albums", "Frames"])
        #expect(shown.items as NSArray == listed as NSArray && shown.summary["assets"] as? Int == others.count)
    }

    @Test("Deleting an album prints the number of its photos, and a dry run deletes nothing")
    func albumsAreDeletedAsInTheDryRun() throws {
        let made = try run(["albums", "create", "Rome", photos[0], photos[1]])
        let rome = try #require(made.items.first?["localIdentifier"] as? String)
        #expect(try run(["albums", "create", "Oslo", photos[2]]).exitCode == 0)
        func text(_ arguments: String...) throws -> [Substring] {
            try PhotosProcess.run(arguments: ["albums", "delete"] + arguments + ["--library", path]).lines
        }
        let planned = try run(["albums", "delete", "-n", "Rome", rome])
        #expect(
            planned.items as NSArray == [["localIdentifier": rome, "status": "planned", "assets": 2]],
            "A repeated name has no effect.")
        #expect(planned.summary as? [String: Int] == ["planned": 1, "unchanged": 0])
        #expect(
            try text("--dry-run", "Rome", "Oslo")
                == ["Rome: would be deleted; 2 photos stay", "Oslo: would be deleted; 1 photo stays"])
        #expect(try run(["albums"]).summary["albums"] as? Int == 2)
        #expect(try text("Rome") == ["Rome: deleted; 2 photos stay"])
        let deleted = try run(["albums", "delete", "Oslo"])
        #expect(deleted.items.first?["status"] as? String == "deleted")
        #expect(deleted.summary as? [String: Int] == ["deleted": 1, "unchanged": 0])
        #expect(try run(["albums"]).items.isEmpty && run(["albums", "delete", "-n", "Rome"]).exitCode == 3)
    }

    @Test("The index of a move counts the photos that list shows: every frame of a burst, and no hidden photo")
    func theIndexOfAMoveIsOneOfTheList() throws {
        func listed() throws -> [String] {
            try run(["list", "--album", "camera"]).items.compactMap { $0["localIdentifier"] as? String }
        }
        #expect(try run(["import", "--albums-from-folders", samples + "/camera"]).exitCode == 0)
        let first = try #require(try listed().first)
        #expect(try run(["edit", first, "--hidden"]).exitCode == 0)
        var expected = try listed()
        #expect(try run(["list", "--album", "camera", "--fold-bursts"]).items.count < expected.count)
        for place in [1, expected.count - 2, expected.count - 1, 0] {
            let photo = expected.remove(at: expected.count / 2)
            #expect(try run(["albums", "move", "camera", photo, "--to", "\(place)"]).exitCode == 0)
            expected.insert(photo, at: place)
            #expect(try listed() == expected, "to \(place)")
        }
    }

    @Test("Deleting a folder prints the numbers of its folders and albums, and a dry run deletes nothing")
    func foldersAreDeletedWithTheirContents() throws {
        func created(_ arguments: String...) throws -> String {
            try #require(try run(arguments).items.first?["localIdentifier"] as? String)
        }
        let travels = try created("folders", "create", "Travels")
        let italy = try created("folders", "create", "Italy", "--folder", "Travels")
        let rome = try created("albums", "create", "Rome", photos[0], "--folder", "Italy")
        func text(_ arguments: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: arguments + ["--library", path])
        }
        let tree = try text("folders")
        #expect(
            tree.lines == [
                "\(travels)          Travels/", "\(italy)              Italy/", "\(rome)  1               Rome",
            ])
        #expect(tree.standardError == "2 folders and 1 album\n")
        #expect(try text("folders", "Italy").standardError == "0 folders and 1 album\n")

        let planned = try run(["folders", "delete", "-n", "Travels"])
        #expect(
            planned.items.first as NSDictionary? == [
                "localIdentifier": travels, "status": "planned", "folders": 1,
                "albums": 1,
            ])
        #expect(planned.summary as? [String: Int] == ["planned": 1, "folders": 1, "albums": 1])
        #expect(
            try text("folders", "delete", "--dry-run", "Travels").lines
                == ["Travels: would be deleted, with 1 folder and 1 album in it"])
        #expect(try run(["folders"]).summary as? [String: Int] == ["folders": 2, "albums": 1])
        #expect(
            try text("folders", "delete", "Travels").lines == ["Travels: deleted, with 1 folder and 1 album in it"])
        #expect(try run(["folders"]).summary as? [String: Int] == ["folders": 0, "albums": 0])
        #expect(try run(["folders", "delete", "Travels"]).exitCode == 3)
    }

    @Test("A folder that is named twice, or is inside another named folder, is deleted once, as the dry run says")
    func foldersInsideEachOtherAreDeletedOnce() throws {
        let outer = try run(["folders", "create", "Outer"]).items.first?["localIdentifier"] as? String
        #expect(try run(["folders", "create", "Middle", "--folder", "Outer"]).exitCode == 0)
        #expect(try run(["folders", "create", "Inner", "--folder", "Middle"]).exitCode == 0)
        #expect(try run(["albums", "create", "Rome", "--folder", "Inner"]).exitCode == 0)
        #expect(try run(["folders", "create", "Other"]).exitCode == 0)
        let named = ["folders", "delete", "Inner", "Outer", "Outer", "Other"]
        let numbers = ["folders": 2, "albums": 1]
        let planned = try run(named + ["-n"])
        #expect(planned.exitCode == 0 && planned.items.count == 2)
        #expect(planned.items.first?["localIdentifier"] as? String == outer)
        #expect(planned.summary as? [String: Int] == numbers.merging(["planned": 2]) { $1 })
        let deleted = try run(named)
        #expect(deleted.exitCode == 0 && deleted.items.count == 2, "\(deleted.standardError)")
        #expect(deleted.summary as? [String: Int] == numbers.merging(["deleted": 2]) { $1 })
        #expect(try run(["folders"]).summary as? [String: Int] == ["folders": 0, "albums": 0])
    }
}
