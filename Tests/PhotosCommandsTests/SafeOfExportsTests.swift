import Foundation
import SystemPackage
import TestSupport
import Testing

/// `photos safe` of exports and archives: it judges what an import takes.
@Suite("photos safe of exports and archives") struct SafeOfExportsTests {
    private let scene: SafeScene
    private var folder: TemporaryFolder { scene.folder }

    init() throws { scene = try SafeScene() }

    /// How an export arrives.
    enum Form: String, CaseIterable { case folder, zips, tgzs }

    private static func sidecar(_ title: String, _ more: String = "") -> [UInt8] {
        Array(#"{"title": "\#(title)", "photoTakenTime": {"timestamp": "1696574331"}\#(more)}"#.utf8)
    }

    /// Two parts of an export: a photo with an edit, one in an album too, one without its sidecar, and one in the
    /// trash.
    private static let parts: [[(name: String, bytes: [UInt8])]] = {
        let (year, album) = ("Takeout/Google Fotos/Fotos von 2023", "Takeout/Google Fotos/Italien")
        return [
            [
                ("\(year)/IMG_1.jpg", SafeScene.jpeg(1)), ("\(year)/IMG_1-bearbeitet.jpg", SafeScene.jpeg(11)),
                ("\(year)/IMG_3.jpg", SafeScene.jpeg(3)), ("\(year)/IMG_4.jpg", SafeScene.jpeg(4)),
                ("\(album)/IMG_1.jpg", SafeScene.jpeg(1)),
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
        let before = try scene.run("safe", "--json", source)
        #expect(before.exitCode == 2)
        // Two photos, an edit, the copy in the album, and the sidecars of the photo and of its copy.
        #expect(scene.reasons(before) == ["notInLibrary": 6])
        #expect(Set(before.items.compactMap { $0["importPath"] as? String }) == [source])

        #expect(try scene.run("import", source).exitCode == 0)
        let after = try scene.run("safe", source)
        #expect(after.exitCode == 0, "\(after.standardOutput)")
        #expect(after.standardOutput.contains("Yes: all 6 files"), "\(after.standardOutput)")
        #expect(after.standardOutput.contains("It is in the trash of Google Photos"), "\(after.standardOutput)")
        #expect(
            after.standardOutput.contains(
                "and 1 more part are an export of Google Photos with 3 photos (1 edit, 1 album)"),
            "\(after.standardOutput)")
        // The lone sidecar, the album's description, the comments and the page.
        let lines = try scene.run("safe", "--json", source)
        #expect(lines.summary["metadata"] as? Int == 4 && lines.summary["deletedInSource"] as? Int == 2)

        try write(
            form,
            adding: [
                ("Takeout/Google Fotos/Fotos von 2023/IMG_6.jpg", SafeScene.jpeg(6)),
                ("Takeout/Drive/letter.txt", Array("Dear".utf8)), ("Takeout/Drive/list.json", Array("[]".utf8)),
            ])
        let changed = try scene.run("safe", "--json", source)
        #expect(changed.exitCode == 2)
        #expect(scene.reasons(changed) == ["notInLibrary": 1, "notAPhoto": 2])
        #expect(changed.summary["safeFiles"] as? Int == 6)
    }

    @Test("Parts that are named are checked, and a damaged file in one is named") func namedParts() throws {
        try write(.zips)
        let parts = [0, 1].map { folder.path("source/takeout-\($0).zip") }
        #expect(try scene.run(["import"] + parts).exitCode == 0)
        #expect(try scene.run(["safe"] + parts).exitCode == 0)
        var damaged = ZipBuilder.File(deflated: "Takeout/Google Fotos/Fotos von 2023/IMG_7.jpg", SafeScene.jpeg(7))
        damaged.checksum ^= 1
        try folder.write(ZipBuilder([damaged]).bytes, to: "source/takeout-2.zip")
        let checked = try scene.run(["safe", "--json"] + parts + [folder.path("source/takeout-2.zip")])
        #expect(checked.exitCode == 2)
        #expect(scene.reasons(checked) == ["unreadable": 1])
    }

    @Test("An export of iCloud Photos is safe if its photos are in the library") func iCloud() throws {
        let table = "imgName,favorite,hidden,deleted\nIMG_1.jpg,yes,no,no\nIMG_2.jpg,no,no,yes\n"
        let builder = ZipBuilder([
            .init("iCloud Photos/Photos/Photo Details.csv", Array(table.utf8)),
            .init("iCloud Photos/Photos/IMG_1.jpg", SafeScene.jpeg(1)),
            .init("iCloud Photos/Photos/IMG_2.jpg", SafeScene.jpeg(2)),
            .init("iCloud Photos/Albums/Trip.csv", Array("imgName\nIMG_1.jpg\n".utf8)),
            // iCloud writes a table without a row when there is nothing more to state.
            .init("iCloud Photos/Photos/Photo Details-1.csv", []), .init("iCloud Photos/Albums/Empty.csv", []),
        ])
        let path = try folder.write(builder.bytes, to: "iCloud Photos Part 1 of 1.zip").string
        #expect(try scene.run("safe", path).exitCode == 2)
        #expect(try scene.run("import", path).exitCode == 0)
        let checked = try scene.run("safe", "--json", path)
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
        try folder.write(SafeScene.jpeg(1), to: "iCloud Photos/Photos/IMG_1.jpg")
        let imported = try scene.run("import", "--json", export)
        #expect(imported.summary["skippedByReason"] as? [String: Int] == ["metadataOnly": 2])
        let checked = try scene.run("safe", "--json", export)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)")
        #expect(checked.summary["metadata"] as? Int == 2)
        try folder.write([], to: "iCloud Photos/Photos/IMG_2.jpg")
        #expect(scene.reasons(try scene.run("safe", "--json", export)) == ["emptyFile": 1])
    }

    @Test("A named archive is judged by its files, and one in a folder is a file") func otherArchives() throws {
        let files = [ZipBuilder.File("a/one.jpg", SafeScene.jpeg(1)), ZipBuilder.File("__MACOSX/a/icon", [1])]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/photos.zip").string
        #expect(scene.reasons(try scene.run("safe", "--json", path)) == ["notInLibrary": 1])
        #expect(try scene.run("import", path).exitCode == 0)
        let named = try scene.run("safe", "--json", path)
        #expect(named.exitCode == 0)
        #expect(named.summary["ignored"] as? Int == 1)
        #expect(named.items.compactMap { $0["path"] as? String } == ["\(path)/a/one.jpg"])
        #expect(scene.reasons(try scene.run("safe", "--json", folder.path("source"))) == ["notAPhoto": 1])
        let letter = ZipBuilder.File("letter.txt", Array("Dear".utf8))
        try folder.write(ZipBuilder(files + [letter]).bytes, to: "source/photos.zip")
        #expect(scene.reasons(try scene.run("safe", "--json", path)) == ["notAPhoto": 1])
    }

    @Test("Of a card in an archive, files that the camera wrote for itself are neither photos nor exceptions")
    func cardInAnArchive() throws {
        let files = [
            ZipBuilder.File("card/DCIM/100CANON/IMG_0001.JPG", SafeScene.jpeg(1)),
            ZipBuilder.File("card/DCIM/100CANON/MVI_0002.AVI", SmallVideo(.h264).bytes),
            ZipBuilder.File("card/DCIM/100CANON/MVI_0002.THM", SafeScene.jpeg(2)),
            ZipBuilder.File("card/MISC/AUTPRINT.MRK", Array("index".utf8)),
        ]
        // A small picture without its video, and a letter, are the owner's.
        let others = [
            ZipBuilder.File("card/DCIM/100CANON/MVI_0009.THM", SafeScene.jpeg(9)),
            ZipBuilder.File("card/MISC/letter.doc", Array("Dear".utf8)),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/card.zip").string
        let imported = try scene.run("import", "--json", path)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(imported.summary["assets"] as? Int == 2)
        #expect(imported.summary["skippedByReason"] as? [String: Int] == ["housekeeping": 2])
        let checked = try scene.run("safe", "--json", path)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)")
        #expect(checked.summary["housekeeping"] as? Int == 2 && checked.summary["safeFiles"] as? Int == 2)
        try folder.write(ZipBuilder(files + others).bytes, to: "source/card.zip")
        #expect(scene.reasons(try scene.run("safe", "--json", path)) == ["notInLibrary": 1, "notAPhoto": 1])
    }

    @Test("A photo in a hidden folder of an archive makes the answer no") func hiddenFolderOfAnArchive() throws {
        let hidden = ZipBuilder.File(".Private/two.jpg", SafeScene.jpeg(2))
        let files = [
            ZipBuilder.File("a/one.jpg", SafeScene.jpeg(1)), ZipBuilder.File(".cache/index", Array("index".utf8)),
            hidden,
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/photos.zip").string
        let imported = try scene.run("import", path)
        #expect(
            imported.standardOutput.contains(
                "2 skipped because they are in a hidden folder of an archive (index, two.jpg)"),
            "\(imported.standardOutput)")
        let checked = try scene.run("safe", "--json", path)
        #expect(checked.exitCode == 2)
        #expect(scene.reasons(checked) == ["skippedInArchive": 1], "\(checked.standardOutput)")
        #expect(checked.summary["ignored"] as? Int == 1)
        let missing = try #require(checked.items.first { $0["reason"] != nil })
        #expect(missing["path"] as? String == "\(path)/.Private/two.jpg")
        #expect(missing["importPath"] == nil, "No import of the archive takes it.")
        let text = try scene.run("safe", path).standardOutput
        #expect(
            text.contains(
                "1: Not in the library, and an import skips it in its archive: unpack the archive, and import "),
            "\(text)")
        #expect(!text.contains("import it first") && !text.contains("To import them"), "\(text)")
        try folder.write(SafeScene.jpeg(2), to: "unpacked/.Private/two.jpg")
        #expect(try scene.run("import", folder.path("unpacked/.Private/two.jpg")).exitCode == 0)
        #expect(try scene.run("safe", path).exitCode == 0)
    }

    @Test("A file in the phone's trash is not taken from an archive, and makes the answer no")
    func phonesTrashInAnArchive() throws {
        let files = [
            ZipBuilder.File("DCIM/one.jpg", SafeScene.jpeg(1)),
            ZipBuilder.File("DCIM/.trashed-1718000000-two.jpg", SafeScene.jpeg(2)),
            ZipBuilder.File("DCIM/.pending-1718000000-three.jpg", SafeScene.jpeg(3)),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/phone.zip").string
        let imported = try scene.run("import", "--json", path)
        #expect(imported.summary["assets"] as? Int == 1)
        #expect(imported.summary["skippedByReason"] as? [String: Int] == ["deletedOnDevice": 1, "incomplete": 1])
        #expect(scene.reasons(try scene.run("safe", "--json", path)) == ["skippedInArchive": 2])
        let unpacked = try [(2, ".trashed-1718000000-two.jpg"), (3, ".pending-1718000000-three.jpg")].map {
            try folder.write(SafeScene.jpeg($0), to: "unpacked/\($1)").string
        }
        #expect(try scene.run(["import"] + unpacked).exitCode == 0)
        #expect(try scene.run("safe", path).exitCode == 0)
    }

    @Test("All files of a photo in the trash are named, because only their names say that they are in the trash")
    func filesOfAPhotoInTheTrash() throws {
        let year = "Takeout/Google Fotos/Fotos von 2023"
        let files = [
            ZipBuilder.File("\(year)/IMG_1.jpg", SafeScene.jpeg(1)),
            ZipBuilder.File("\(year)/IMG_1.jpg.json", Self.sidecar("IMG_1.jpg")),
            ZipBuilder.File("\(year)/IMG_3.jpg", SafeScene.jpeg(3)),
            ZipBuilder.File("\(year)/IMG_3.jpg.json", Self.sidecar("IMG_3.jpg", #", "trashed": true"#)),
            ZipBuilder.File("\(year)/IMG_3.mp4", Array("a video".utf8)),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/takeout.zip").string
        _ = try scene.run("import", path)
        let deleted = try scene.run("safe", "--json", path).items.filter {
            $0["status"] as? String == "deletedInSource"
        }
        let names = ["IMG_3.jpg", "IMG_3.mp4", "IMG_3.jpg.json"]
        #expect(deleted.compactMap { $0["path"] as? String } == names.map { "\(path)/\(year)/\($0)" })
    }

    @Test(
        "immich-go's test data are safe after an import", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: [["upload/Takeout1", "upload/Takeout2"], ["icloud"]])
    func corpus(parts: [String]) throws {
        let paths = parts.map { FormatCorpus.folder.path + "/takeout/\($0)" }
        #expect(try scene.run(["import"] + paths).exitCode == 0)
        let checked = try scene.run(["safe"] + paths)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)")
    }

    @Test("Sidecars of the library's own exports do not count unless they changed") func ownExports() throws {
        for number in 1...3 { try folder.write(SafeScene.jpeg(UInt64(number)), to: "card/IMG_\(number).jpg") }
        #expect(try scene.run("import", folder.path("card")).exitCode == 0)
        // A photo about which the library says nothing gets no sidecar.
        for id in try scene.run("list", "--ids").lines {
            #expect(try scene.run("edit", String(id), "--title", "Harbour").exitCode == 0)
        }
        let export = folder.path("export")
        #expect(try scene.run("export", "--to", export, "--sidecar", "xmp", "--layout", "all/{name}").exitCode == 0)
        for path in [export, export + "/all"] {
            let checked = try scene.run("safe", "--json", path)
            #expect(checked.exitCode == 0, "\(checked.standardOutput)")
            #expect(checked.summary["metadata"] as? Int ?? 0 >= 3)
        }
        let sidecar = try #require(
            FileManager.default.contentsOfDirectory(atPath: export + "/all").filter { $0.hasSuffix(".xmp") }.min())
        try folder.write(Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8), to: "export/all/\(sidecar)")
        let changed = try scene.run("safe", "--json", export)
        #expect(changed.exitCode == 2)
        #expect(scene.reasons(changed) == ["notAPhoto": 1])
        // The library does not have the photo of an exported sidecar any more.
        let id = try #require(try scene.run("list", "--ids").lines.first.map(String.init))
        #expect(try scene.run("delete", id).exitCode == 0)
        #expect(try scene.run("safe", "--json", export).summary["notSafeFiles"] as? Int ?? 0 > 1)
    }
}
