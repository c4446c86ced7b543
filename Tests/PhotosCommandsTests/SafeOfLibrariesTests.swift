import Foundation
import SystemPackage
import TestSupport
import Testing

/// `photos safe` of Apple Photos libraries, exports and archives: it judges what an import takes.
@Suite("photos safe of other photo libraries") struct SafeOfLibrariesTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }
    private var photos: FilePath { folder.filePath.appending("Test.photoslibrary") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: false)
        // A library to compare with, even if nothing is imported.
        try folder.write(Self.jpeg(99), to: "other/other.jpg")
        _ = try run("import", "--quiet", folder.path("other"))
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try run(arguments)
    }

    private func run(_ arguments: [String]) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: arguments + ["--library", library], environment: ["TMPDIR": folder.path("tmp")])
    }

    private static func jpeg(_ seed: UInt64) -> [UInt8] { Scenes.jpeg(seed, width: 160, height: 120) }

    private func reasons(_ outcome: PhotosProcess.Outcome) -> [String: Int] {
        outcome.summary["reasons"] as? [String: Int] ?? [:]
    }

    // MARK: Apple Photos

    private func path(_ number: Int, _ ending: String = ".jpeg", in root: String = "originals") -> String {
        "\(root)/A/\(AppleLibrary.uuid(number))\(ending)"
    }

    private var edit: String { path(1, "_1_201_a.jpeg", in: "resources/renders") }

    /// Makes a library with an edited photo, a deleted one and a thumbnail, and further assets and files.
    private func makePhotosLibrary(_ assets: [[String: Any]] = [], _ files: [String: [UInt8]] = [:]) throws {
        func photo(_ number: Int, _ values: [String: Any]) -> [String: Any] {
            let uuid = AppleLibrary.uuid(number)
            return ["uuid": uuid, "filename": "\(uuid).jpeg", "name": "IMG_\(number).JPG"].merging(values) { $1 }
        }
        let own: [String: [UInt8]] = [
            path(1): Self.jpeg(1), path(1, "_3.mov"): Array("a video of a Live Photo".utf8), edit: Self.jpeg(11),
            path(1, ".plist", in: "resources/renders"): Array("an adjustment".utf8), path(2): Self.jpeg(2),
            path(3): Self.jpeg(3), path(1, "_1_105_c.jpeg", in: "resources/derivatives"): Self.jpeg(12),
        ]
        try AppleLibrary.make(
            at: photos, ["assets": [photo(1, ["edited": 1]), photo(2, [:]), photo(3, ["trashed": 1])] + assets],
            files: own.merging(files) { $1 })
    }

    @Test(
        "An Apple Photos library is safe if its originals and edits are in the library",
        .enabled(if: Python.has("sqlite3"), "needs python3"))
    func applePhotos() throws {
        try makePhotosLibrary()
        let before = try run("safe", photos.string)
        #expect(before.exitCode == 2)
        #expect(before.standardOutput.contains("No: 5 of 5 files are not safe."), "\(before.standardOutput)")
        #expect(before.standardOutput.contains("To import them: photos import "), "\(before.standardOutput)")
        #expect(before.standardOutput.contains("(IMG_2.JPG): not in the library"), "\(before.standardOutput)")

        #expect(try run("import", photos.string).exitCode == 0)
        let after = try run("safe", folder.path("Test.photoslibrary"))
        #expect(after.exitCode == 0)
        #expect(after.standardOutput.hasPrefix("\(photos.string)/\(path(3)): IMG_3.JPG was deleted in Photos"))
        #expect(after.standardOutput.contains("Yes: all 5 files"), "\(after.standardOutput)")
        #expect(
            after.standardOutput.contains(
                "Test.photoslibrary is an Apple Photos library with 2 photos (1 edit, 1 Live Photo); "
                    + "an import leaves out: 1 deleted in Photos."), "\(after.standardOutput)")
        let json = try run("safe", "--json", folder.url.path + "/Test.photoslibrary")
        #expect(json.summary["safeFiles"] as? Int == 5 && json.summary["deletedInSource"] as? Int == 1)
        #expect((json.summary["photoLibraries"] as? [[String: Any]])?.first?["edited"] as? Int == 1)
        #expect(
            Set(json.items.compactMap { $0["originalFilename"] as? String })
                == ["IMG_1.JPG", "IMG_1.mov", "IMG_1.jpeg", "IMG_1.plist", "IMG_2.JPG"])

        // The library is erased from the temporary folder, and nothing is written beside the database.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: photos.string + "/database").count == 2)

        // Another edit since.
        try Data(Self.jpeg(13)).write(to: URL(fileURLWithPath: photos.string + "/" + edit))
        let edited = try run("safe", "--json", photos.string)
        #expect(edited.exitCode == 2)
        #expect(reasons(edited) == ["notInLibrary": 1])
        let missing = try #require(edited.items.first { $0["reason"] != nil })
        #expect(missing["path"] as? String == "\(photos.string)/\(edit)")
        #expect(missing["importPath"] as? String == photos.string)
    }

    @Test(
        "Originals that are missing or elsewhere, and unknown ones, make the answer no, with their names",
        .enabled(if: Python.has("sqlite3"), "needs python3"))
    func missingOriginals() throws {
        let far: [String: Any] = [
            "uuid": AppleLibrary.uuid(6), "name": "IMG_6.JPG", "directory": "/Users/kate", "filename": "far.jpeg",
            "saved": 10,
        ]
        let uuid = AppleLibrary.uuid(4)
        try makePhotosLibrary(
            [["uuid": uuid, "filename": "\(uuid).jpeg", "name": "IMG_4.JPG"], far],
            [path(4, "_1_105_c.jpeg", in: "resources/derivatives"): Self.jpeg(14), path(9): Self.jpeg(9)])
        _ = try run("import", photos.string)
        let people = try run("safe", photos.string)
        #expect(people.exitCode == 2)
        // Whether the original is in iCloud is unknown.
        #expect(
            people.standardOutput.contains(
                "The original of IMG_4.JPG is missing in the Photos library. If you use iCloud Photos, let Photos download it."
            ), "\(people.standardOutput)")
        #expect(people.standardOutput.contains("not in the Photos library, but at “/Users/kate/far.jpeg”"))
        let json = try run("safe", "--json", photos.string)
        #expect(reasons(json) == ["inCloudOnly": 1, "outsideSource": 1, "notInLibrary": 1])
        let unknown = try #require(json.items.first { $0["reason"] as? String == "notInLibrary" })
        let importPath = try #require(unknown["importPath"] as? String)
        #expect(importPath == "\(photos.string)/\(path(9))")

        _ = try run("import", importPath)
        let rest = try run("safe", "--json", photos.string, "--exclude", "IMG_[46].JPG")
        #expect(rest.exitCode == 0, "\(rest.standardOutput)")
        #expect(rest.summary["excluded"] as? Int == 2)
    }

    @Test(
        "A photo of a shared album is no original of the library, so it is named and the answer stays yes",
        .enabled(if: Python.has("sqlite3"), "needs python3"))
    func sharedAlbums() throws {
        let uuid = AppleLibrary.uuid(5)
        try makePhotosLibrary(
            [["uuid": uuid, "filename": "\(uuid).jpeg", "name": "IMG_5.JPG", "directory": "person/album", "saved": 4]],
            ["scopes/cloudsharing/data/person/album/\(uuid).jpeg": Self.jpeg(5)])
        let imported = try run("import", "--json", photos.string)
        #expect(
            imported.summary["skippedByReason"] as? [String: Int] == ["deletedInSource": 1, "inSharedAlbum": 1])
        let people = try run("safe", photos.string)
        #expect(people.exitCode == 0)
        #expect(people.standardOutput.contains("IMG_5.JPG is in a shared album of iCloud"), "\(people.standardOutput)")
        #expect(people.standardOutput.contains("1 photo was not checked, because it is in shared albums of iCloud."))
        let json = try run("safe", "--json", photos.string)
        #expect(json.summary["safeFiles"] as? Int == 5 && json.summary["inSharedAlbums"] as? Int == 1)
        #expect((json.summary["photoLibraries"] as? [[String: Any]])?.first?["inSharedAlbums"] as? Int == 1)
    }

    @Test(
        "Of a library of macOS 15.7 only the originals that are in iCloud are missing after an import",
        .enabled(if: AppleLibrary.isPresent, "\(Corpus.absence)"))
    func appleCorpus() throws {
        _ = try run("import", AppleLibrary.corpus.path)
        let checked = try run("safe", "--json", AppleLibrary.corpus.path)
        #expect(checked.exitCode == 2)
        let present = try AppleLibrary.read(AppleLibrary.corpus.path).filter { $0["state"] as? String == "present" }
        #expect(
            checked.summary["safeFiles"] as? Int
                == present.reduce(0) { $0 + 1 + (($1["others"] as? [String])?.count ?? 0) })
        #expect(reasons(checked) == ["inCloudOnly": 5])
    }

    @Test("A library whose database cannot be read is not safe") func damaged() throws {
        for name in ["originals/A", "database", "resources"] {
            try FileManager.default.createDirectory(
                atPath: photos.string + "/" + name, withIntermediateDirectories: true)
        }
        try Data(Self.jpeg(99)).write(to: URL(fileURLWithPath: photos.string + "/originals/A/1.jpeg"))
        let checked = try run("safe", "--json", photos.string)
        #expect(checked.exitCode == 2)
        #expect(reasons(checked) == ["unreadable": 1])
    }

    // MARK: Exports and archives

    /// How an export arrives.
    enum Form: String, CaseIterable { case folder, zips, tgzs }

    private static func sidecar(_ title: String, _ more: String = "") -> [UInt8] {
        Array(#"{"title": "\#(title)", "photoTakenTime": {"timestamp": "1696574331"}\#(more)}"#.utf8)
    }

    /// Two parts of an export: a photo with an edit, one in an album too, one without its sidecar, and one in the trash.
    private static let parts: [[(name: String, bytes: [UInt8])]] = {
        let (year, album) = ("Takeout/Google Fotos/Fotos von 2023", "Takeout/Google Fotos/Italien")
        return [
            [
                ("\(year)/IMG_1.jpg", jpeg(1)), ("\(year)/IMG_1-bearbeitet.jpg", jpeg(11)),
                ("\(year)/IMG_3.jpg", jpeg(3)), ("\(year)/IMG_4.jpg", jpeg(4)), ("\(album)/IMG_1.jpg", jpeg(1)),
                ("Takeout/Archiv_Übersicht.html", Array("<html>".utf8)),
            ],
            [
                ("\(year)/IMG_1.jpg.json", sidecar("IMG_1.jpg")),
                ("\(year)/IMG_3.jpg.json", sidecar("IMG_3.jpg", #", "trashed": true"#)),
                ("\(year)/IMG_5.jpg.json", sidecar("IMG_5.jpg")),
                ("\(album)/IMG_1.jpg.json", sidecar("IMG_1.jpg")),
                ("\(album)/Metadaten.json", Array(#"{"title": "Italien", "description": ""}"#.utf8)),
                ("Takeout/Google Fotos/shared_album_comments.json", Array("{}".utf8)),
            ],
        ]
    }()

    private func write(_ form: Form, adding more: [(name: String, bytes: [UInt8])] = []) throws {
        try? FileManager.default.removeItem(atPath: folder.path("source"))
        var parts = Self.parts
        parts[1] += more
        for (index, part) in parts.enumerated() {
            switch form {
            case .folder: for (name, bytes) in part { try folder.write(bytes, to: "source/takeout-\(index)/\(name)") }
            case .zips:
                let builder = ZipBuilder(part.map { ZipBuilder.File(deflated: $0.name, $0.bytes) })
                try folder.write(builder.bytes, to: "source/takeout-\(index).zip")
            case .tgzs:
                let entries = part.map { TarBuilder.file($0.name, $0.bytes) }
                try folder.write(TarBuilder.archive(entries), to: "source/takeout-\(index).tgz")
            }
        }
    }

    @Test("An export of Google Photos is safe if its photos and edits are in the library", arguments: Form.allCases)
    func takeout(form: Form) throws {
        try write(form)
        let source = folder.path("source")
        let before = try run("safe", "--json", source)
        #expect(before.exitCode == 2)
        // Two photos, an edit, the copy in the album, and the sidecars of the photo and of its copy.
        #expect(reasons(before) == ["notInLibrary": 6])
        #expect(Set(before.items.compactMap { $0["importPath"] as? String }) == [source])

        #expect(try run("import", source).exitCode == 0)
        let after = try run("safe", source)
        #expect(after.exitCode == 0, "\(after.standardOutput)")
        #expect(after.standardOutput.contains("Yes: all 6 files"), "\(after.standardOutput)")
        #expect(after.standardOutput.contains("It is in the trash of Google Photos"), "\(after.standardOutput)")
        #expect(
            after.standardOutput.contains(
                "and 1 more part are an export of Google Photos with 3 photos (1 edit, 1 album)"),
            "\(after.standardOutput)")
        // The lone sidecar, the album's description, the comments and the page.
        let lines = try run("safe", "--json", source)
        #expect(lines.summary["metadata"] as? Int == 4 && lines.summary["deletedInSource"] as? Int == 1)

        try write(
            form,
            adding: [
                ("Takeout/Google Fotos/Fotos von 2023/IMG_6.jpg", Self.jpeg(6)),
                ("Takeout/Drive/letter.txt", Array("Dear".utf8)), ("Takeout/Drive/list.json", Array("[]".utf8)),
            ])
        let changed = try run("safe", "--json", source)
        #expect(changed.exitCode == 2)
        #expect(reasons(changed) == ["notInLibrary": 1, "notAPhoto": 2])
        #expect(changed.summary["safeFiles"] as? Int == 6)
    }

    @Test("Parts that are named are checked, and a damaged file in one is named") func namedParts() throws {
        try write(.zips)
        let parts = [0, 1].map { folder.path("source/takeout-\($0).zip") }
        #expect(try run(["import"] + parts).exitCode == 0)
        #expect(try run(["safe"] + parts).exitCode == 0)
        var damaged = ZipBuilder.File(deflated: "Takeout/Google Fotos/Fotos von 2023/IMG_7.jpg", Self.jpeg(7))
        damaged.checksum ^= 1
        try folder.write(ZipBuilder([damaged]).bytes, to: "source/takeout-2.zip")
        let checked = try run(["safe", "--json"] + parts + [folder.path("source/takeout-2.zip")])
        #expect(checked.exitCode == 2)
        #expect(reasons(checked) == ["unreadable": 1])
    }

    @Test("An export of iCloud Photos is safe if its photos are in the library") func iCloud() throws {
        let table = "imgName,favorite,hidden,deleted\nIMG_1.jpg,yes,no,no\nIMG_2.jpg,no,no,yes\n"
        let builder = ZipBuilder([
            .init("iCloud Photos/Photos/Photo Details.csv", Array(table.utf8)),
            .init("iCloud Photos/Photos/IMG_1.jpg", Self.jpeg(1)),
            .init("iCloud Photos/Photos/IMG_2.jpg", Self.jpeg(2)),
            .init("iCloud Photos/Albums/Trip.csv", Array("imgName\nIMG_1.jpg\n".utf8)),
            // iCloud writes a table without a row when there is nothing more to state.
            .init("iCloud Photos/Photos/Photo Details-1.csv", []), .init("iCloud Photos/Albums/Empty.csv", []),
        ])
        let path = try folder.write(builder.bytes, to: "iCloud Photos Part 1 of 1.zip").string
        #expect(try run("safe", path).exitCode == 2)
        #expect(try run("import", path).exitCode == 0)
        let checked = try run("safe", "--json", path)
        #expect(checked.exitCode == 0)
        #expect(checked.summary["safeFiles"] as? Int == 1 && checked.summary["metadata"] as? Int == 4)
        #expect(checked.summary["deletedInSource"] as? Int == 1)
    }

    @Test("A table of iCloud without a byte holds nothing, and an empty photo makes the answer no")
    func emptyTables() throws {
        let export = folder.path("iCloud Photos")
        for table in ["Photos/Photo Details.csv", "Albums/Empty.csv"] {
            try folder.write([], to: "iCloud Photos/\(table)")
        }
        try folder.write(Self.jpeg(1), to: "iCloud Photos/Photos/IMG_1.jpg")
        let imported = try run("import", "--json", export)
        #expect(imported.summary["skippedByReason"] as? [String: Int] == ["metadataOnly": 2])
        let checked = try run("safe", "--json", export)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)")
        #expect(checked.summary["metadata"] as? Int == 2)
        try folder.write([], to: "iCloud Photos/Photos/IMG_2.jpg")
        #expect(reasons(try run("safe", "--json", export)) == ["emptyFile": 1])
    }

    @Test("A named archive is judged by its files, and one in a folder is a file") func otherArchives() throws {
        let files = [ZipBuilder.File("a/one.jpg", Self.jpeg(1)), ZipBuilder.File("__MACOSX/a/icon", [1])]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/photos.zip").string
        #expect(reasons(try run("safe", "--json", path)) == ["notInLibrary": 1])
        #expect(try run("import", path).exitCode == 0)
        let named = try run("safe", "--json", path)
        #expect(named.exitCode == 0)
        #expect(named.summary["ignored"] as? Int == 1)
        #expect(named.items.compactMap { $0["path"] as? String } == ["\(path)/a/one.jpg"])
        #expect(reasons(try run("safe", "--json", folder.path("source"))) == ["notAPhoto": 1])
        let letter = ZipBuilder.File("letter.txt", Array("Dear".utf8))
        try folder.write(ZipBuilder(files + [letter]).bytes, to: "source/photos.zip")
        #expect(reasons(try run("safe", "--json", path)) == ["notAPhoto": 1])
    }

    @Test("Of a card in an archive, files that the camera wrote for itself are neither photos nor exceptions")
    func cardInAnArchive() throws {
        let files = [
            ZipBuilder.File("card/DCIM/100CANON/IMG_0001.JPG", Self.jpeg(1)),
            ZipBuilder.File("card/DCIM/100CANON/MVI_0002.AVI", SmallVideo(.h264).bytes),
            ZipBuilder.File("card/DCIM/100CANON/MVI_0002.THM", Self.jpeg(2)),
            ZipBuilder.File("card/MISC/AUTPRINT.MRK", Array("index".utf8)),
        ]
        // A small picture without its video, and a letter, are the owner's.
        let others = [
            ZipBuilder.File("card/DCIM/100CANON/MVI_0009.THM", Self.jpeg(9)),
            ZipBuilder.File("card/MISC/letter.doc", Array("Dear".utf8)),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/card.zip").string
        let imported = try run("import", "--json", path)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(imported.summary["assets"] as? Int == 2)
        #expect(imported.summary["skippedByReason"] as? [String: Int] == ["housekeeping": 2])
        let checked = try run("safe", "--json", path)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)")
        #expect(checked.summary["housekeeping"] as? Int == 2 && checked.summary["safeFiles"] as? Int == 2)
        try folder.write(ZipBuilder(files + others).bytes, to: "source/card.zip")
        #expect(reasons(try run("safe", "--json", path)) == ["notInLibrary": 1, "notAPhoto": 1])
    }

    @Test("A photo in a hidden folder of an archive makes the answer no") func hiddenFolderOfAnArchive() throws {
        let hidden = ZipBuilder.File(".Private/two.jpg", Self.jpeg(2))
        let files = [
            ZipBuilder.File("a/one.jpg", Self.jpeg(1)), ZipBuilder.File(".cache/index", Array("index".utf8)), hidden,
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/photos.zip").string
        let imported = try run("import", path)
        #expect(
            imported.standardOutput.contains(
                "2 skipped because they are in a hidden folder of an archive (index, two.jpg)"),
            "\(imported.standardOutput)")
        let checked = try run("safe", "--json", path)
        #expect(checked.exitCode == 2)
        #expect(reasons(checked) == ["skippedInArchive": 1], "\(checked.standardOutput)")
        #expect(checked.summary["ignored"] as? Int == 1)
        let missing = try #require(checked.items.first { $0["reason"] != nil })
        #expect(missing["path"] as? String == "\(path)/.Private/two.jpg")
        #expect(missing["importPath"] == nil, "No import of the archive takes it.")
        let text = try run("safe", path).standardOutput
        #expect(
            text.contains(
                "1: Not in the library, and an import skips it in its archive: unpack the archive, and import "),
            "\(text)")
        #expect(!text.contains("import it first") && !text.contains("To import them"), "\(text)")
        try folder.write(Self.jpeg(2), to: "unpacked/.Private/two.jpg")
        #expect(try run("import", folder.path("unpacked/.Private/two.jpg")).exitCode == 0)
        #expect(try run("safe", path).exitCode == 0)
    }

    @Test("A file in the phone's trash is not taken from an archive, and makes the answer no")
    func phonesTrashInAnArchive() throws {
        let files = [
            ZipBuilder.File("DCIM/one.jpg", Self.jpeg(1)),
            ZipBuilder.File("DCIM/.trashed-1718000000-two.jpg", Self.jpeg(2)),
            ZipBuilder.File("DCIM/.pending-1718000000-three.jpg", Self.jpeg(3)),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/phone.zip").string
        let imported = try run("import", "--json", path)
        #expect(imported.summary["assets"] as? Int == 1)
        #expect(imported.summary["skippedByReason"] as? [String: Int] == ["deletedOnDevice": 1, "incomplete": 1])
        #expect(reasons(try run("safe", "--json", path)) == ["skippedInArchive": 2])
        let unpacked = try [(2, ".trashed-1718000000-two.jpg"), (3, ".pending-1718000000-three.jpg")].map {
            try folder.write(Self.jpeg($0), to: "unpacked/\($1)").string
        }
        #expect(try run(["import"] + unpacked).exitCode == 0)
        #expect(try run("safe", path).exitCode == 0)
    }

    @Test("The video of a photo in the trash is named, because only its name says that it is in the trash")
    func videoOfAPhotoInTheTrash() throws {
        let year = "Takeout/Google Fotos/Fotos von 2023"
        let files = [
            ZipBuilder.File("\(year)/IMG_1.jpg", Self.jpeg(1)),
            ZipBuilder.File("\(year)/IMG_1.jpg.json", Self.sidecar("IMG_1.jpg")),
            ZipBuilder.File("\(year)/IMG_3.jpg", Self.jpeg(3)),
            ZipBuilder.File("\(year)/IMG_3.jpg.json", Self.sidecar("IMG_3.jpg", #", "trashed": true"#)),
            ZipBuilder.File("\(year)/IMG_3.mp4", Array("a video".utf8)),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/takeout.zip").string
        _ = try run("import", path)
        let deleted = try run("safe", "--json", path).items.filter { $0["status"] as? String == "deletedInSource" }
        #expect(
            deleted.compactMap { $0["path"] as? String } == ["IMG_3.jpg", "IMG_3.mp4"].map { "\(path)/\(year)/\($0)" })
    }

    @Test(
        "immich-go's test data are safe after an import", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: [["upload/Takeout1", "upload/Takeout2"], ["icloud"]])
    func corpus(parts: [String]) throws {
        let paths = parts.map { FormatCorpus.folder.path + "/takeout/\($0)" }
        #expect(try run(["import"] + paths).exitCode == 0)
        let checked = try run(["safe"] + paths)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)")
    }
}
