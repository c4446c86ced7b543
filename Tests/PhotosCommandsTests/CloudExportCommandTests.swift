import Foundation
import SystemPackage
import TestSupport
import Testing

/// Imports of exports of Google Photos and iCloud, and of other archives, by the command.
@Suite("photos import of exports") struct CloudExportCommandTests: CloudExportTests {
    let folder: TemporaryFolder

    init() throws { folder = try Self.makeFolder() }

    private static func sidecar(_ title: String, _ more: String = "") -> [UInt8] {
        Array(
            """
            {"title": "\(title)", "description": "", "photoTakenTime": {"timestamp": "1696574331"}\(more)}
            """.utf8)
    }

    /// Two parts of an export with one of everything: the sidecar of the first photo is in the other part.
    private static let parts: [[(name: String, bytes: [UInt8])]] = {
        let year = "Takeout/Google Fotos/Fotos von 2023"
        let album = "Takeout/Google Fotos/Italien 2023"
        let first =
            #", "favorited": true, "people": [{"name": "Anna"}], "geoData": "#
            + #"{"latitude": 41.9, "longitude": 12.5, "altitude": 0}"#
        return [
            [
                ("\(year)/IMG_1.jpg", jpeg(1)), ("\(year)/IMG_1-bearbeitet.jpg", jpeg(11)),
                ("\(year)/IMG_2.jpg", jpeg(2)), ("\(year)/IMG_3.jpg", jpeg(3)), ("\(year)/IMG_4.jpg", jpeg(4)),
                ("\(album)/IMG_1.jpg", jpeg(1)),
            ],
            [
                ("\(year)/IMG_1.jpg.supplemental-metadata.json", sidecar("IMG_1.jpg", first)),
                (
                    "\(year)/IMG_2.jpg.json",
                    sidecar(
                        "IMG_2.jpg", #", "archived": true, "googlePhotosOrigin": {"fromPartnerSharing": {}}"#)
                ),
                ("\(year)/IMG_3.jpg.json", sidecar("IMG_3.jpg", #", "trashed": true"#)),
                ("\(year)/IMG_5.jpg.json", sidecar("IMG_5.jpg")),
                ("\(album)/IMG_1.jpg.json", sidecar("IMG_1.jpg", first)),
                ("\(album)/Metadaten.json", Array(#"{"title": "Italien: 2023", "description": ""}"#.utf8)),
            ],
        ]
    }()

    /// How an export arrives.
    enum Form: String, CaseIterable { case folder, folders, zip, zips, tgzs, mixed }

    /// Writes the export and returns the paths to import.
    private func write(_ form: Form) throws -> [String] {
        switch form {
        case .folder: return [try writeFolder(Self.parts.flatMap { $0 }, "")]
        case .folders:
            for (index, part) in Self.parts.enumerated() { _ = try writeFolder(part, "takeout-\(index)/") }
            return [source.string]
        case .zip: return [try writeZip(Self.parts.flatMap { $0 }, "takeout.zip")]
        case .zips: return try Self.parts.enumerated().map { try writeZip($1, "takeout-\($0).zip") }
        case .tgzs:
            for (index, part) in Self.parts.enumerated() { try writeTgz(part, "takeout-\(index).tgz") }
            return [source.string]
        case .mixed:
            _ = try writeZip(Self.parts[0], "takeout-1.zip")
            try writeTgz(Self.parts[1], "takeout-2.tgz")
            return [source.string]
        }
    }

    @Test(
        "An export is imported as what it is in every form, once, and is not changed",
        arguments: LongTests.every(2, of: Form.allCases))
    func everything(form: Form) throws {
        let paths = try write(form)
        let before = try digests()
        let expected = [
            "photos": 4, "videos": 0, "edited": 1, "live": 0, "albums": 1, "folders": 0, "inCloudOnly": 0,
            "inSharedAlbums": 0,
            "deleted": 1, "outside": 0, "unknown": 0, "archived": 1, "partners": 1, "withoutMetadata": 1,
            "metadataWithoutPhoto": 1, "parts": form == .folder || form == .zip ? 1 : 2,
        ]
        func importing(_ options: String...) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(arguments: ["import", "--json", "--library", library] + options + paths)
        }
        let planned = try importing("-n")
        #expect(planned.exitCode == 0, "\(planned.standardError)")
        #expect(contents(planned) == [expected])
        #expect(planned.summary["plannedAssets"] as? Int == 3)
        let imported = try importing()
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported) == [expected])
        #expect(imported.summary["assets"] as? Int == 3)
        #expect(
            imported.summary["skippedByReason"] as? [String: Int] == [
                "deletedInSource": 2, "metadataOnly": 1, "photoNotFound": 1,
            ])

        let assets = try assets("--hidden").merging(assets()) { $1 }
        #expect(Set(assets.keys) == ["IMG_1.jpg", "IMG_2.jpg", "IMG_4.jpg"])
        let photo = try #require(assets["IMG_1.jpg"])
        #expect(photo["isFavorite"] as? Bool == true)
        #expect(photo["keywords"] as? [String] == ["People/Anna"])
        #expect(photo["captureDate"] as? String == "2023-10-06T06:38:51+00:00")
        #expect(photo["latitude"] as? Double == 41.9 && photo["longitude"] as? Double == 12.5)
        #expect(assets["IMG_2.jpg"]?["isHidden"] as? Bool == true)
        let shown = try run("show", "--json", try #require(photo["localIdentifier"] as? String)).items
        let files = try #require(shown.first?["resources"] as? [[String: Any]])
        #expect(Set(files.compactMap { $0["kind"] as? String }) == ["original", "fullSizePhoto", "sidecar"])
        let album = try run("albums", "Italien: 2023", "--json").items
        #expect(album.compactMap { $0["originalFilename"] as? String } == ["IMG_1.jpg"])

        let again = try importing()
        #expect(again.summary["imported"] as? Int == 0)
        let read = ["imported", "duplicates"].compactMap { imported.summary[$0] as? Int }
        #expect(again.summary["resumed"] as? Int == read.reduce(0, +))
        #expect(try run("albums", "Italien: 2023", "--json").items.count == 1)
        #expect(try digests() == before)
        #expect(try run("verify").exitCode == 0)
    }

    @Test("Archives beside the folder to which they were unpacked are one export with it") func unpacked() throws {
        _ = try write(.mixed)
        _ = try write(.folder)
        try folder.write(Self.jpeg(20), to: "source/plain.jpg")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported).count == 1)
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 4 && found["parts"] == 3 && found["albums"] == 1 && found["withoutMetadata"] == 1)
        #expect(imported.summary["assets"] as? Int == 4)
        let assets = try assets()
        #expect(Set(assets.keys) == ["IMG_1.jpg", "IMG_4.jpg", "plain.jpg"])
        #expect(assets["IMG_1.jpg"]?["isFavorite"] as? Bool == true)
    }

    @Test("A later export, with archives or folders of other names, adds to the same albums") func laterExport() throws
    {
        let first = try writeZip(Self.parts.flatMap { $0 }, "takeout-2023.zip")
        #expect(try run("import", first).exitCode == 0)
        let album = "Takeout/Google Fotos/Italien 2023"
        func photo(_ number: UInt64) -> [(name: String, bytes: [UInt8])] {
            let name = "IMG_\(number).jpg"
            return [("\(album)/\(name)", Self.jpeg(number)), ("\(album)/\(name).json", Self.sidecar(name))]
        }
        let renamed = try writeZip(Self.parts.flatMap { $0 } + photo(9), "export.zip")
        #expect(try run("import", renamed).exitCode == 0)
        _ = try writeFolder(Self.parts[1] + photo(8), "unpacked/")
        #expect(try run("import", folder.path("source/unpacked")).exitCode == 0)
        let albums = try run("albums", "--json").items
        #expect(albums.compactMap { $0["title"] as? String } == ["Italien: 2023"])
        let members = try run("albums", "Italien: 2023", "--json").items
        #expect(
            Set(members.compactMap { $0["originalFilename"] as? String }) == ["IMG_1.jpg", "IMG_8.jpg", "IMG_9.jpg"])
    }

    @Test("Two exports of different days, whose sidecars differ in the number of views, keep the metadata")
    func exportsOfTwoDays() throws {
        let year = "Takeout/Google Fotos/Fotos von 2023"
        func export(_ views: Int, _ more: String, _ name: String) throws -> String {
            let stated = #", "imageViews": "\#(views)", "favorited": true"#
            return try writeZip(
                [
                    ("\(year)/IMG_1.jpg", Self.jpeg(1)), ("\(year)/IMG_2.jpg", Self.jpeg(2)),
                    ("\(year)/IMG_1.jpg.supplemental-metadata.json", Self.sidecar("IMG_1.jpg", stated)),
                    ("\(year)/IMG_2.jpg.json", Self.sidecar("IMG_2.jpg", stated + more)),
                ], name)
        }
        // What the second photo's sidecars state differs, so it is unknown which of them is right.
        let paths = try [
            export(7, #", "archived": true"#, "takeout-20230101-001.zip"), export(1204, "", "takeout-20240101-001.zip"),
        ]
        let imported = try run("import", "--json", paths[0], paths[1])
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 2 && found["withoutMetadata"] == 1 && found["metadataWithoutPhoto"] == 0)
        let assets = try assets()
        #expect(assets["IMG_1.jpg"]?["isFavorite"] as? Bool == true)
        #expect(assets["IMG_1.jpg"]?["captureDate"] as? String == "2023-10-06T06:38:51+00:00")
        #expect(assets["IMG_2.jpg"]?["isFavorite"] as? Bool == false)
        #expect(try run("safe", paths[0], paths[1]).exitCode == 0)
    }

    @Test("Exports of two services in one folder are two exports") func twoServices() throws {
        _ = try write(.zips)
        let table = "imgName,favorite,hidden,deleted\nIMG_21.jpg,yes,no,no\n"
        _ = try writeZip(
            [
                ("iCloud Photos/Photos/Photo Details.csv", Array(table.utf8)),
                ("iCloud Photos/Photos/IMG_21.jpg", Self.jpeg(21)),
                ("iCloud Photos/Albums/Trip.csv", Array("imgName\nIMG_21.jpg\n".utf8)),
            ], "iCloud Photos Part 1 of 1.zip")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported).map { $0["photos"] } == [4, 1])
        #expect(contents(imported).map { $0["parts"] } == [2, 1])
        #expect(try assets()["IMG_21.jpg"]?["isFavorite"] as? Bool == true)
        #expect(try run("albums", "Trip", "--json").items.count == 1)
        #expect(try run("albums", "Italien: 2023", "--json").items.count == 1)
    }

    @Test(
        "An Apple Photos library in the folder of a part comes with its own metadata",
        .enabled(if: Python.has("sqlite3"), "needs python3"))
    func photosLibraryInAPart() throws {
        _ = try write(.folders)
        let uuid = AppleLibrary.uuid(1)
        let asset: [String: Any] = ["uuid": uuid, "filename": "\(uuid).jpeg", "name": "Rome.JPG", "title": "Rome"]
        try AppleLibrary.make(
            at: source.pushing("takeout-0/Old.photoslibrary"), ["assets": [asset], "albums": [[String: Any]]()],
            files: [
                "originals/A/\(uuid).jpeg": Self.jpeg(30), "resources/derivatives/A/small.jpeg": Self.jpeg(31),
            ])
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported).map { $0["photos"] } == [1, 4])
        #expect(try assets()["Rome.JPG"]?["title"] as? String == "Rome")
        #expect(try assets()["small.jpeg"] == nil)
    }

    @Test("A filter excludes whole parts") func excludedParts() throws {
        _ = try write(.mixed)
        let imported = try run("import", "--json", source.string, "--exclude", "takeout-*")
        #expect(imported.summary["assets"] as? Int == 0)
        #expect(contents(imported).isEmpty)
    }

    @Test("Sidecars of a later part describe photos that the library has") func laterPart() throws {
        let paths = try write(.zips)
        #expect(try run("import", paths[0]).exitCode == 0)
        #expect(try assets("--hidden").isEmpty)
        #expect(try run("import", paths[0], paths[1]).exitCode == 0)
        #expect(try assets("--hidden")["IMG_2.jpg"] != nil)
    }

    @Test("The trash is imported if the owner asks for it") func trash() throws {
        let paths = try write(.zip)
        #expect(try run("import", "--trashed", paths[0]).exitCode == 0)
        #expect(try assets()["IMG_3.jpg"] != nil)
    }

    @Test("The text has the numbers of the export") func text() throws {
        let paths = try write(.zips)
        let planned = try run("import", "-n", paths[0], paths[1])
        #expect(
            planned.standardOutput.contains(
                "takeout-0.zip and 1 more part are an export of Google Photos with 4 photos (1 edit, 1 album); "
                    + "1 archived, and hidden in this library; 1 of a partner; 1 without metadata; "
                    + "not imported: 1 in its trash, 1 file with metadata of a photo that is missing."),
            "\(planned.standardOutput)")
        // Each file by what it is.
        func counts(_ verb: String) -> String {
            "12 files: 3 photos \(verb) with 2 sidecar files and 1 further file, "
                + "1 repeat of a photo of this import, 1 repeat of a sidecar file of this import, "
                + "2 skipped because they were deleted in the other photo library, "
                + "1 file with albums or metadata read, "
                + "1 skipped because its photo is neither here nor in the library (IMG_5.jpg.json)."
        }
        #expect(planned.standardOutput.contains(counts("would be imported")), "\(planned.standardOutput)")
        let report = folder.path("report.html")
        let imported = try run("import", paths[0], paths[1], "--report", report)
        #expect(imported.standardOutput.contains(counts("imported")), "\(imported.standardOutput)")
        let page = try String(contentsOfFile: report, encoding: .utf8)
        #expect(page.contains("Albums and metadata: read") && page.contains("Files of photos that are not here"))
    }

    @Test("An import that moves, or that refers, takes nothing from an archive", arguments: ["--move", "--reference"])
    func otherModes(mode: String) throws {
        let paths = try write(.zip)
        let before = try digests()
        let imported = try run("import", mode, paths[0])
        #expect(imported.exitCode == 2)
        #expect(imported.standardError.contains("takeout.zip"))
        #expect(try assets().isEmpty)
        #expect(try digests() == before)
    }

    @Test("Hostile entries fail one by one, and the rest is imported") func hostile() throws {
        var link = ZipBuilder.File("Takeout/a/link.jpg", Array("/etc/passwd".utf8))
        link.mode = 0o120777
        var secret = ZipBuilder.File("Takeout/a/secret.jpg", Self.jpeg(2))
        secret.flags = 1
        var damaged = ZipBuilder.File(deflated: "Takeout/a/damaged.jpg", Self.jpeg(3))
        damaged.checksum ^= 1
        let large = ZipBuilder.File(
            "Takeout/a/large.jpg.json", [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20))
        let files = [
            .init("../up.jpg", Self.jpeg(4)), .init("/root.jpg", Self.jpeg(5)), link, secret, damaged, large,
            ZipBuilder.File("Takeout/a/good.jpg", Self.jpeg(1)),
            ZipBuilder.File("Takeout/a/good.jpg.json", Self.sidecar("good.jpg")),
        ]
        let path = try folder.write(ZipBuilder(files).bytes, to: "source/takeout.zip")
        let imported = try run("import", "--json", path.string)
        #expect(imported.exitCode == 2)
        let failed = imported.items.filter { $0["status"] as? String == "failed" }
        #expect(
            Set(failed.compactMap { $0["path"] as? String })
                == Set(
                    ["../up.jpg", "root.jpg", "Takeout/a/link.jpg", "Takeout/a/secret.jpg", "Takeout/a/damaged.jpg"]
                        .map { "\(path.string)/\($0)" }))
        #expect(imported.summary["failed"] as? Int == 5)
        let skipped = imported.items.filter { $0["status"] as? String == "skipped" }
        #expect(skipped.compactMap { $0["path"] as? String } == ["\(path.string)/Takeout/a/large.jpg.json"])
        #expect(imported.summary["assets"] as? Int == 1)
        #expect(try folder.names == ["library", "source"])
    }

    @Test(
        "An import of archives that is killed is completed by the next one", .long,
        .enabled(if: FaultInjection.compiler != nil, "it needs a C compiler"),
        arguments: LongTests.every(2, of: [Form.zips, .tgzs]))
    func killed(form: Form) throws {
        let killer = try FaultInjection.library("kill-at-call", in: folder)
        let arguments = ["import", "--json", "--library", library] + (try write(form))
        var kills = 0
        // The call that changes the disk before which the import is killed.
        for call in (3...16).map({ 1 << $0 }) {
            let killed = try PhotosProcess.run(
                arguments: arguments, environment: ["LD_PRELOAD": killer, "KILL_AT_CALL": "\(call)"])
            guard killed.exitCode == 128 + SIGKILL else {
                #expect(killed.exitCode == 0, "\(killed.standardError)")
                break
            }
            #expect(killed.summary.isEmpty)
            kills += 1
            let next = try PhotosProcess.run(arguments: arguments)
            #expect(next.exitCode == 0, "call \(call): \(next.standardError)")
            let assets = try assets("--hidden").merging(assets()) { $1 }
            #expect(Set(assets.keys) == ["IMG_1.jpg", "IMG_2.jpg", "IMG_4.jpg"], "call \(call)")
            #expect(assets["IMG_1.jpg"]?["isFavorite"] as? Bool == true, "call \(call)")
            #expect(try run("albums", "Italien: 2023", "--json").items.count == 1, "call \(call)")
            #expect(try run("verify").exitCode == 0, "call \(call)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: library + "/incoming").isEmpty)
            try FileManager.default.removeItem(atPath: library)
        }
        #expect(kills >= 3)
    }

    @Test("Another archive is imported if it is named, and is not a photo in a folder") func otherArchives() throws {
        let path = try writeZip([("a/one.jpg", Self.jpeg(1)), ("__MACOSX/a/._one.jpg", [1])], "photos.zip")
        let met = try run("import", "--json", source.string)
        #expect(met.summary["assets"] as? Int == 0)
        #expect(met.summary["skippedByReason"] as? [String: Int] == ["notAPhoto": 1])
        let named = try run("import", "--json", path, "--albums-from-folders")
        #expect(named.exitCode == 0, "\(named.standardError)")
        #expect(named.summary["assets"] as? Int == 1)
        #expect(try run("albums", "a", "--json").items.count == 1)
        let broken = try folder.write([0x50, 0x4B, 3, 4, 0], to: "source/broken.zip")
        #expect(try run("import", broken.string).exitCode == 2)
    }

    @Test(
        "The parts of immich-go's test data are one export", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
    func googleCorpus() throws {
        let paths = ["Takeout1", "Takeout2"].map { FormatCorpus.folder.path + "/takeout/upload/\($0)" }
        let imported = try run("import", "--json", paths[0], paths[1])
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 10 && found["videos"] == 1 && found["albums"] == 1 && found["parts"] == 2)
        // The title in the sidecar of the video is another file's, and its name is that of the video.
        #expect(found["withoutMetadata"] == 0 && found["metadataWithoutPhoto"] == 0)
        // Two of the photos are in the year and in a folder of an album.
        #expect(imported.summary["assets"] as? Int == 9)
        // One of the 8 is archived, so it is hidden.
        #expect(try run("albums", "Album test 6/10/23", "--json").items.count == 7)
    }
}
