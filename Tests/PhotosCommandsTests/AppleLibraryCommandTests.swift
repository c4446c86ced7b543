import Foundation
import SystemPackage
import TestSupport
import Testing

/// Imports of Apple Photos libraries by the command.
@Suite("photos import of Apple Photos libraries", .enabled(if: Python.has("sqlite3"), "needs python3"))
struct AppleLibraryCommandTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }
    private var source: FilePath { folder.filePath.appending("source") }
    /// A library of Photos deep in a folder with other files.
    private var photos: FilePath { source.pushing("deep/er/Test.photoslibrary") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: photos.removingLastComponent().string, withIntermediateDirectories: true)
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library])
    }

    private func jpeg(_ seed: UInt64) -> [UInt8] { Scenes.jpeg(seed, width: 160, height: 120) }

    /// The path of a file of an asset in the library.
    private func path(_ number: Int, _ ending: String = ".jpeg", in root: String = "originals") -> String {
        "\(root)/A/\(AppleLibrary.uuid(number))\(ending)"
    }

    private func photo(_ number: Int, _ values: [String: Any] = [:]) -> [String: Any] {
        let uuid = AppleLibrary.uuid(number)
        return ["uuid": uuid, "filename": "\(uuid).jpeg", "name": "IMG_\(number).JPG"].merging(values) { $1 }
    }

    /// Makes a library with one of everything.
    private func makePhotosLibrary() throws {
        try AppleLibrary.make(
            at: photos,
            [
                "assets": [
                    photo(
                        1,
                        [
                            "title": "Rome", "caption": "The Forum", "keywords": ["ruins", "old"],
                            "persons": ["Katie"], "favorite": 1, "created": 600_000_000.0, "zone": 3600,
                            "latitude": 41.9, "longitude": 12.5, "edited": 1,
                        ]),
                    photo(2, ["hidden": 1]), photo(3, ["trashed": 1]), photo(4),
                    photo(5, ["burst": "B", "pick": 8, "created": 5.0]),
                    photo(6, ["directory": "/Users/kate", "filename": "far.jpeg", "saved": 10]),
                    photo(7, ["burst": "B", "pick": 2]),
                ],
                "albums": [
                    ["uuid": AppleLibrary.uuid(100), "title": "Travels", "kind": 4000],
                    ["uuid": AppleLibrary.uuid(101), "title": "Italy", "parent": 2, "members": [7, 1, 4, 5]],
                    ["uuid": AppleLibrary.uuid(102), "title": "Empty"],
                ],
            ],
            files: [
                path(1): jpeg(1), path(1, "_4.cr2"): Array("II*\0raw".utf8), path(2): jpeg(2), path(3): jpeg(3),
                path(5): jpeg(5), path(7): jpeg(7),
                path(1, "_1_201_a.jpeg", in: "resources/renders"): jpeg(11),
                path(1, ".plist", in: "resources/renders"): Array("an adjustment".utf8),
                path(1, "_1_105_c.jpeg", in: "resources/derivatives"): jpeg(12),
                path(4, "_1_105_c.jpeg", in: "resources/derivatives"): jpeg(14), path(9): jpeg(9),
            ])
    }

    /// The photos of the library by their original names.
    private func assets(_ options: String...) throws -> [String: [String: Any]] {
        let listed = try PhotosProcess.run(arguments: ["list", "--json", "--library", library] + options)
        return Dictionary(
            listed.items.compactMap { item in (item["originalFilename"] as? String).map { ($0, item) } },
            uniquingKeysWith: { first, _ in first })
    }

    private func names(ofAlbum album: String) throws -> [String] {
        try run("albums", album, "--json").items.compactMap { $0["originalFilename"] as? String }
    }

    /// The paths and digests of everything below a folder.
    private func digests(of folder: FilePath) throws -> String {
        let script = "find \"$1\" -type f -exec sha256sum {} + | sort; find \"$1\" | sort"
        return try Shell.run("/bin/sh", ["-c", script, "sh", folder.string]).output
    }

    @Test("A library in a folder is imported as what it is, once, and is not changed")
    func everything() throws {
        try makePhotosLibrary()
        try Data(jpeg(20)).write(to: URL(fileURLWithPath: source.string + "/plain.jpg"))
        let before = try digests(of: source)
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(imported.summary["assets"] as? Int == 5)
        #expect(imported.summary["imported"] as? Int == 8)
        #expect(
            imported.summary["skippedByReason"] as? [String: Int]
                == ["deletedInSource": 1, "inCloudOnly": 1, "outsideSource": 1, "unknownToSource": 1])
        let found = try #require((imported.summary["photoLibraries"] as? [[String: Any]])?.first)
        #expect(
            found.compactMapValues { $0 as? Int } == [
                "photos": 4, "videos": 0, "edited": 1, "live": 0, "albums": 2, "folders": 1, "inCloudOnly": 1,
                "inSharedAlbums": 0, "deleted": 1, "outside": 1, "unknown": 1,
            ])

        let assets = try assets("--hidden").merging(assets()) { $1 }
        #expect(Set(assets.keys) == ["IMG_1.JPG", "IMG_2.JPG", "IMG_5.JPG", "IMG_7.JPG", "plain.jpg"])
        let rome = try #require(assets["IMG_1.JPG"])
        #expect(rome["title"] as? String == "Rome")
        #expect(rome["caption"] as? String == "The Forum")
        #expect(rome["keywords"] as? [String] == ["old", "ruins", "People/Katie"])
        #expect(rome["isFavorite"] as? Bool == true)
        #expect(rome["captureDate"] as? String == "2020-01-06T11:40:00+01:00")
        #expect(rome["latitude"] as? Double == 41.9 && rome["longitude"] as? Double == 12.5)
        #expect(rome["hasAdjustments"] as? Bool == true)
        #expect(assets["IMG_2.JPG"]?["isHidden"] as? Bool == true)
        #expect(assets["IMG_5.JPG"]?["burstIdentifier"] as? String == "B")
        #expect(assets["IMG_7.JPG"]?["burstIdentifier"] as? String == "B")
        // The later frame was picked.
        #expect(assets["IMG_5.JPG"]?["representsBurst"] as? Bool == true)
        #expect(assets["IMG_7.JPG"]?["representsBurst"] as? Bool == false)
        let shown = try run("show", "--json", try #require(rome["localIdentifier"] as? String)).items
        let files = try #require(shown.first?["resources"] as? [[String: Any]])
        #expect(
            Set(files.compactMap { $0["kind"] as? String })
                == ["original", "alternatePhoto", "fullSizePhoto", "adjustmentData"])
        #expect(Set(files.compactMap { $0["originalFilename"] as? String }).count == 4)

        #expect(try names(ofAlbum: "Italy") == ["IMG_7.JPG", "IMG_1.JPG", "IMG_5.JPG"])
        let albums = try run("albums", "--json").items
        #expect(Set(albums.compactMap { $0["title"] as? String }) == ["Italy", "Empty"])
        #expect(
            albums.first { $0["title"] as? String == "Italy" }?["folderIdentifier"] as? String == AppleLibrary.uuid(100)
        )
        #expect(try run("verify").exitCode == 0)
        #expect(try digests(of: source) == before)

        // The same import again, and one of a copy at another place.
        let again = try run("import", "--json", source.string)
        #expect(again.summary["imported"] as? Int == 0 && again.summary["bytes"] as? Int == 0)
        let copy = folder.path("copy")
        try FileManager.default.copyItem(atPath: photos.string, toPath: copy)
        let moved = try run("import", "--json", copy)
        #expect(moved.summary["imported"] as? Int == 0 && moved.summary["failed"] as? Int == 0)
        #expect(try run("albums", "--json").items.count == 2)
        #expect(try names(ofAlbum: "Italy") == ["IMG_7.JPG", "IMG_1.JPG", "IMG_5.JPG"])
    }

    @Test("A dry run says in numbers what would come, and imports nothing")
    func dryRun() throws {
        try makePhotosLibrary()
        let planned = try run("import", "--dry-run", photos.string)
        #expect(planned.exitCode == 0)
        #expect(
            planned.standardOutput.contains(
                "Test.photoslibrary is an Apple Photos library with 4 photos (1 edit, 2 albums, 1 folder); "
                    + "not imported: 1 with the original missing, 1 deleted in Photos, 1 outside of the library, "
                    + "1 unknown to its database."),
            "\(planned.standardOutput)")
        #expect(planned.standardOutput.contains("4 photos would be imported"), "\(planned.standardOutput)")
        #expect(planned.standardError.contains("/Users/kate/far.jpeg"), "\(planned.standardError)")
        #expect(!FileManager.default.fileExists(atPath: library))
    }

    @Test("A library of Photos 4 comes with its album, its edit and its raw file, and is safe afterwards")
    func photos4() throws {
        let version = "resources/media/version/00/00/fullsizeoutput_1a.jpeg"
        try AppleLibrary.make(
            at: photos,
            [
                "photos4": true,
                "assets": [
                    [
                        "uuid": "8SOE9s0XQVGsuq4ONohTng", "file": "2019/07/27/1/IMG_1.JPG", "title": "Rome",
                        "persons": ["Katie"], "edited": 1, "raw": "2019/07/27/1/IMG_1.CR2",
                        "resources": [["id": 26, "of": "version"]],
                    ],
                    ["uuid": "15uNd7%8RguTEgNPKHfTWw", "file": "2019/07/27/1/IMG_2.JPG"],
                    ["uuid": "HrK3ZQdlQ7qpDA0FgOYXLA", "file": "2019/07/27/1/IMG_3.JPG", "trashed": 1],
                ],
                "albums": [["uuid": "DFFKmHt3Tk+AGzZLe2Xq+g", "title": "Farm", "members": [2, 1]]],
            ],
            files: [
                "Masters/2019/07/27/1/IMG_1.JPG": jpeg(1), "Masters/2019/07/27/1/IMG_1.CR2": Array("II*\0raw".utf8),
                "Masters/2019/07/27/1/IMG_2.JPG": jpeg(2), "Masters/2019/07/27/1/IMG_3.JPG": jpeg(3), version: jpeg(11),
                "resources/proxies/derivatives/00/00/1/UNADJUSTEDNONRAW_mini_1.jpg": jpeg(12),
            ])
        let before = try digests(of: source)
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(imported.summary["assets"] as? Int == 2 && imported.summary["imported"] as? Int == 4)
        let rome = try #require(assets()["IMG_1.JPG"])
        #expect(rome["title"] as? String == "Rome" && rome["keywords"] as? [String] == ["People/Katie"])
        #expect(try names(ofAlbum: "Farm") == ["IMG_2.JPG", "IMG_1.JPG"])
        #expect(
            try run("albums", "--json").items.first?["localIdentifier"] as? String
                == "0C514A98-7B77-4E4F-801B-364B7B65EAFA")
        let shown = try run("show", "--json", try #require(rome["localIdentifier"] as? String)).items
        let files = try #require(shown.first?["resources"] as? [[String: Any]])
        #expect(Set(files.compactMap { $0["kind"] as? String }) == ["original", "alternatePhoto", "fullSizePhoto"])
        #expect(try run("safe", source.string).exitCode == 0)
        #expect(try digests(of: source) == before)
    }

    @Test("Properties that the owner set in this library stay")
    func ownersValues() throws {
        try makePhotosLibrary()
        let plain = folder.path("plain.jpg")
        try Data(jpeg(1)).write(to: URL(fileURLWithPath: plain))
        _ = try run("import", plain)
        let known = try #require(assets()["plain.jpg"]?["localIdentifier"] as? String)
        #expect(try run("edit", known, "--title", "Mine").exitCode == 0)
        #expect(try run("import", photos.string).exitCode == 0)
        let rome = try #require(assets()["plain.jpg"])
        #expect(rome["title"] as? String == "Mine")
        #expect(rome["caption"] as? String == "The Forum")
        #expect(try names(ofAlbum: "Italy").contains("plain.jpg"))
    }

    @Test("An interrupted import is completed by the next one")
    func killed() throws {
        try makePhotosLibrary()
        let killed = try PhotosProcess.run(
            arguments: ["import", "--json", "--io-jobs", "1", "--jobs", "1", photos.string, "--library", library],
            sending: SIGKILL
        ) { $0 >= 1 }
        #expect(killed.exitCode != 0)
        #expect(try run("import", photos.string).exitCode == 0)
        #expect(try names(ofAlbum: "Italy") == ["IMG_7.JPG", "IMG_1.JPG", "IMG_5.JPG"])
        #expect(try assets()["IMG_1.JPG"]?["title"] as? String == "Rome")
        #expect(try run("list", "--count", "--hidden").standardOutput == "1\n")
        #expect(try run("verify").exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: library + "/incoming").isEmpty)
    }

    @Test("An album that cannot be made fails alone")
    func albumOfAFolder() throws {
        try AppleLibrary.make(
            at: photos,
            [
                "assets": [photo(1), photo(2)],
                "albums": [
                    ["uuid": AppleLibrary.uuid(100), "title": "Travels", "kind": 4000],
                    // No folder and album of one library have the same identifier.
                    ["uuid": AppleLibrary.uuid(100), "title": "Rome", "members": [1]],
                    ["uuid": AppleLibrary.uuid(101), "title": "Italy", "members": [2]],
                ],
            ], files: [path(1): jpeg(1), path(2): jpeg(2)])
        let imported = try run("import", "--json", photos.string)
        #expect(imported.exitCode == 2)
        #expect(imported.summary["failed"] as? Int == 1, "\(imported.standardError)")
        #expect(imported.summary["assets"] as? Int == 2)
        #expect(try names(ofAlbum: "Italy") == ["IMG_2.JPG"])
    }

    @Test("A damaged database fails alone, and --as-folder imports the files")
    func damaged() throws {
        try makePhotosLibrary()
        try FileManager.default.removeItem(atPath: photos.string + "/database/Photos.sqlite-wal")
        try Data(jpeg(20)).write(to: URL(fileURLWithPath: source.string + "/plain.jpg"))
        let imported = try run("import", source.string)
        #expect(imported.exitCode == 2)
        #expect(imported.standardError.contains("--as-folder does that."), "\(imported.standardError)")
        #expect(try Set(assets().keys) == ["plain.jpg"])
        let asFolder = try run("import", "--json", "--as-folder", source.string)
        #expect(asFolder.exitCode == 0)
        // With thumbnails and the deleted photo.
        #expect(asFolder.summary["assets"] as? Int ?? 0 >= 7)
        #expect(try assets()["\(AppleLibrary.uuid(1)).jpeg"] != nil)
    }

    @Test("Nothing is taken from a library in an archive, whose thumbnails are no photos")
    func inAnArchive() throws {
        let files = [
            "My.photoslibrary/database/Photos.sqlite": [1], "My.photoslibrary/\(path(1))": jpeg(1),
            "My.photoslibrary/\(path(1, "_1_105_c.jpeg", in: "resources/derivatives"))": jpeg(2), "other.jpg": jpeg(3),
        ]
        let builder = ZipBuilder(files.sorted { $0.key < $1.key }.map { ZipBuilder.File($0.key, $0.value) })
        let archive = try folder.write(builder.bytes, to: "library.zip").string
        let imported = try run("import", archive)
        #expect(imported.exitCode == 2)
        #expect(
            imported.standardError.contains(
                "library.zip/My.photoslibrary: This is an Apple Photos library in an archive"),
            "\(imported.standardError)")
        #expect(try Set(assets().keys) == ["other.jpg"])
        #expect(try run("safe", "--json", archive).summary["reasons"] as? [String: Int] == ["unreadable": 1])
        #expect(try run("import", archive, "--as-folder").exitCode == 0)
        #expect(try assets().count == 3)
    }

    @Test("Filters use the original names, and an import that moves leaves the library alone")
    func options() throws {
        try makePhotosLibrary()
        let before = try digests(of: source)
        let moved = try run("import", "--move", source.string)
        #expect(moved.exitCode == 2)
        #expect(moved.standardError.contains("would damage"), "\(moved.standardError)")
        #expect(try digests(of: source) == before)
        #expect(try assets().isEmpty)
        let some = try run("import", "--json", "--exclude", "IMG_[57]*", source.string)
        #expect(some.exitCode == 0)
        #expect(some.summary["excluded"] as? Int == 2)
        #expect(try Set(assets().keys) == ["IMG_1.JPG"])
    }

    @Test(
        "A library of macOS 15.7 comes with Live Photos, its edit and its burst",
        .enabled(if: AppleLibrary.isPresent, "\(Corpus.absence)"))
    func corpus() throws {
        let imported = try run("import", "--json", AppleLibrary.corpus.path)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let expected = try AppleLibrary.read(AppleLibrary.corpus.path)
        let present = expected.filter { $0["state"] as? String == "present" }
        #expect(imported.summary["assets"] as? Int == present.count)
        #expect(
            imported.summary["imported"] as? Int
                == present.count + present.reduce(0) { $0 + (($1["others"] as? [String])?.count ?? 0) })
        let assets = try assets()
        for truth in present {
            let name = try #require(truth["name"] as? String)
            let asset = try #require(assets[name], "\(name)")
            let said = try #require(asset["captureDate"] as? String)
            let expected = try #require(truth["time"] as? String)
            // A file's own clock has more exact fractions.
            #expect(said.prefix(19) == expected.prefix(19) && said.suffix(6) == expected.suffix(6), "\(name): \(said)")
            let place = truth["place"] as? [Double]
            #expect((asset["latitude"] is NSNull || asset["latitude"] == nil) == (place == nil), "\(name)")
            if let place, let latitude = asset["latitude"] as? Double {
                #expect(abs(latitude - place[0]) < 0.0001, "\(name)")
            }
            #expect(asset["burstIdentifier"] as? String == truth["burst"] as? String, "\(name)")
        }
        let edited = try #require(assets["IMG_4394.HEIC"])
        #expect(edited["hasAdjustments"] as? Bool == true)
        #expect(assets.values.count { ($0["mediaSubtypes"] as? [String])?.contains("photoLive") == true } == 3)
        #expect(try names(ofAlbum: "BurstAlbum") == ["IMG_0658.JPG"])
        let shown = assets.filter { $0.value["representsBurst"] as? Bool == true }
        #expect(Array(shown.keys) == ["IMG_0667.JPG"])
        let again = try run("import", "--json", AppleLibrary.corpus.path)
        #expect(again.summary["imported"] as? Int == 0 && again.summary["bytes"] as? Int == 0)
    }
}
