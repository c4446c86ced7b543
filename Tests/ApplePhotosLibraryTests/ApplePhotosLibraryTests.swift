import ApplePhotosLibrary
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// A library that is open, with what it states.
private struct OpenLibrary {
    let library: ApplePhotosLibrary
    private(set) var assets: [String: ApplePhotosAsset] = [:]

    init(_ path: FilePath, scratch: TemporaryFolder) throws {
        library = try ApplePhotosLibrary(at: path, scratch: scratch.filePath)
        try library.visitAssets { asset in
            assets[asset.uuid] = asset
            return true
        }
    }

    /// The asset of ``AppleLibrary/uuid(_:)``.
    func asset(_ number: Int) throws -> ApplePhotosAsset { try #require(assets[AppleLibrary.uuid(number)]) }

    /// The names of the originals of the album with this title, in its order.
    func members(_ title: String) throws -> [String] {
        let album = try #require(library.collections().first { $0.title == title })
        var names: [String] = []
        try library.visitOriginals(of: album, atATime: 2) { names += $0.compactMap { $0.lastComponent?.string } }
        return names
    }
}

/// A photo in a description of a library, and the path of its original.
private func photo(_ number: Int, _ values: [String: Any] = [:]) -> [String: Any] {
    ["uuid": AppleLibrary.uuid(number), "filename": "\(AppleLibrary.uuid(number)).jpeg"].merging(values) { $1 }
}

private func original(_ number: Int, _ ending: String = ".jpeg") -> String {
    "originals/A/\(AppleLibrary.uuid(number))\(ending)"
}

@Suite("Reading Apple Photos libraries", .enabled(if: Python.has("sqlite3"), "needs python3"))
struct ApplePhotosLibraryTests {
    @Test(
        "A library of macOS 15.7 has the assets and albums that an independent reader finds",
        .enabled(if: AppleLibrary.isPresent, "\(Corpus.absence)"))
    func corpus() throws {
        let scratch = try TemporaryFolder()
        let path = FilePath(AppleLibrary.corpus.path)
        let open = try OpenLibrary(path, scratch: scratch)
        let expected = try AppleLibrary.read(path.string)
        for truth in expected {
            guard let uuid = truth["uuid"] as? String else { continue }
            let asset = try #require(open.assets[uuid])
            let said = asset.description
            #expect("\(asset.state)" == truth["state"] as? String)
            #expect(asset.originalName.string == truth["name"] as? String)
            #expect(said.captureTime?.description == truth["time"] as? String)
            #expect(said.statesZone)
            if let place = truth["place"] as? [Double], case .at(let location) = said.place {
                #expect(abs(location.latitude - place[0]) < 1e-9 && abs(location.longitude - place[1]) < 1e-9)
            } else {
                #expect(truth["place"] is NSNull && said.place == .none)
            }
            #expect(said.burst?.identifier == truth["burst"] as? String)
            #expect(said.burst.map { "\($0.pick)" } == truth["pick"] as? String)
            #expect(asset.isEdited == truth["edited"] as? Bool)
            let files = (truth["original"] as? String).map { [$0] + (truth["others"] as? [String] ?? []) } ?? []
            #expect(Set(asset.files.map(\.path)) == Set(files.map { path.pushing(FilePath($0)) }))
        }
        #expect(open.assets.count == 18)
        #expect(open.assets.values.count { $0.state == .inCloudOnly } == 5)
        let edited = try #require(open.assets.values.first { $0.originalName == "IMG_4394.HEIC" })
        #expect(
            Set(edited.files.map(\.kind))
                == [.original, .pairedVideo, .adjustmentData, .fullSizePhoto, .fullSizePairedVideo])
        #expect(try open.members("BurstAlbum") == ["BB0F9F05-D186-4D43-9903-A4AD7A1BC8B0.jpeg"])
    }

    @Test("Old and new databases state the same, also in rows that are only in the log", arguments: [false, true])
    func versions(isOld: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("Old.photoslibrary")
        try AppleLibrary.make(
            at: path,
            [
                "old": isOld,
                "assets": [
                    photo(
                        1,
                        [
                            "name": "IMG_1.JPG", "created": 600_000_000.25, "zone": 34_200, "latitude": 1.5,
                            "longitude": -2.5, "title": "A title", "caption": "A caption", "favorite": 1, "hidden": 1,
                            "keywords": ["b", "a"], "persons": ["Katie"], "edited": 1,
                        ]),
                    photo(2, ["created": -70_000_000_000.0, "latitude": 99.0]),
                    photo(3, ["zone": NSNull(), "created": 0.0]),
                ],
            ], files: [original(1): [1], original(2): [2], original(3): [3]])
        let scratch = try TemporaryFolder()
        let open = try OpenLibrary(path, scratch: scratch)
        let asset = try open.asset(1)
        #expect(asset.originalName == "IMG_1.JPG")
        #expect(asset.description.captureTime?.description == "2020-01-06T20:10:00.250+09:30")
        #expect(asset.description.place == ImageMetadata.Location(latitude: 1.5, longitude: -2.5).map { .at($0) })
        #expect(asset.description.title == "A title")
        #expect(asset.description.caption == "A caption")
        #expect(asset.description.keywords == ["a", "b", "People/Katie"])
        #expect(asset.description.isFavorite && asset.description.isHidden && asset.isEdited)
        #expect(try open.asset(2).description.captureTime == nil)
        #expect(try open.asset(2).description.place == .unknown)
        let utc = try open.asset(3).description
        #expect(utc.captureTime?.description == "2001-01-01T00:00:00+00:00")
        #expect(!utc.statesZone && utc.place == .none)
        // Nothing is written in the library.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.string + "/database").count == 2)
    }

    @Test("Each file of an asset has its role, and files that Photos can make again have none")
    func roles() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("L.photoslibrary")
        let render = { (number: Int, ending: String) in "resources/renders/A/\(AppleLibrary.uuid(number))\(ending)" }
        let paths =
            [original(1), original(1, "_3.mov"), original(1, "_4.cr2"), original(1, "_5.aae"), original(1, "_5.xmp")]
            + ["_1_201_a.heic", "_2_100_a.mov", ".plist", "_p.jpeg"].map { render(1, $0) }
            + [original(2, ".mov"), render(2, "_2_0_a.mov"), render(2, "_1_201_a.jpeg"), render(2, ".plist")]
            + [original(3), original(3, "_5.aae"), render(3, "_1_201_a.jpeg"), render(3, ".plist")]
            + ["resources/derivatives/A/\(AppleLibrary.uuid(3))_1_105_c.jpeg"]
        try AppleLibrary.make(
            at: path,
            [
                "assets": [
                    photo(1, ["name": "IMG_1.JPG", "edited": 2]),
                    photo(2, ["filename": "\(AppleLibrary.uuid(2)).mov", "kind": 1, "edited": 1]), photo(3),
                ]
            ], files: Dictionary(uniqueKeysWithValues: paths.map { ($0, [1]) }))
        let scratch = try TemporaryFolder()
        let open = try OpenLibrary(path, scratch: scratch)
        func roles(_ number: Int) throws -> [String: AssetResource.Kind] {
            Dictionary(
                uniqueKeysWithValues: try open.asset(number).files.map { file in
                    (String(file.path.string.dropFirst(path.string.count + 1)), file.kind)
                })
        }
        #expect(
            try roles(1) == [
                original(1): .original, original(1, "_3.mov"): .pairedVideo, original(1, "_4.cr2"): .alternatePhoto,
                original(1, "_5.aae"): .sidecar, original(1, "_5.xmp"): .sidecar, render(1, ".plist"): .adjustmentData,
                render(1, "_1_201_a.heic"): .fullSizePhoto, render(1, "_2_100_a.mov"): .fullSizePairedVideo,
            ])
        #expect(
            try roles(2) == [
                original(2, ".mov"): .original, render(2, "_2_0_a.mov"): .fullSizePhoto,
                render(2, ".plist"): .adjustmentData,
            ])
        #expect(try roles(3) == [original(3): .original, original(3, "_5.aae"): .adjustmentData])
        #expect(try open.asset(1).files.first?.name == "IMG_1.JPG")
        #expect(try Set(open.asset(1).files.map(\.name.stem)) == ["IMG_1"])
    }

    @Test("Folders come before their members, and albums are in the order that the owner sees")
    func albums() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("L.photoslibrary")
        func album(_ number: Int, _ title: Any, _ values: [String: Any]) -> [String: Any] {
            ["uuid": AppleLibrary.uuid(100 + number), "title": title].merging(values) { $1 }
        }
        try AppleLibrary.make(
            at: path,
            [
                "assets": [
                    photo(1, ["created": 3.0, "title": "b"]), photo(2, ["created": 1.0, "title": "c"]),
                    photo(3, ["created": 2.0, "title": "a"]), photo(4, ["trashed": 1]), photo(5),
                ],
                // The root is row 1, and these are the rows from 2.
                "albums": [
                    album(2, "Inside", ["parent": 3, "order": 1, "members": [3, 1]]),
                    album(3, "Folder", ["kind": 4000, "order": 20]),
                    album(4, "Manual", ["order": 10, "members": [3, 5, 4, 1, 2]]),
                    album(5, "Oldest", ["order": 11, "sort": 1, "members": [1, 2, 3]]),
                    album(6, "Newest", ["order": 12, "sort": 1, "ascending": 0, "members": [1, 2, 3]]),
                    album(7, "Title", ["order": 13, "sort": 5, "members": [1, 2, 3]]),
                    album(8, "Trashed", ["trashed": 1, "members": [1]]), album(9, "Smart", ["kind": 1507]),
                    album(10, "Loop", ["kind": 4000, "parent": 11, "order": 30]),
                    album(11, "Pool", ["kind": 4000, "parent": 10, "order": 31]),
                    album(12, NSNull(), ["order": 40]),
                ],
            ], files: [original(1): [1], original(2): [1], original(3): [1], original(4): [1]])
        let scratch = try TemporaryFolder()
        let open = try OpenLibrary(path, scratch: scratch)
        let collections = try open.library.collections()
        #expect(
            collections.map(\.title)
                == ["Manual", "Oldest", "Newest", "Title", "Folder", "Inside", "Loop", "Pool", "Untitled Album"])
        #expect(collections.first { $0.title == "Inside" }?.parent == AppleLibrary.uuid(103))
        #expect(collections.filter { $0.title != "Inside" }.allSatisfy { $0.parent == nil })
        func names(_ numbers: Int...) -> [String] { numbers.map { "\(AppleLibrary.uuid($0)).jpeg" } }
        #expect(try open.members("Manual") == names(3, 1, 2))
        #expect(try open.members("Oldest") == names(2, 3, 1))
        #expect(try open.members("Newest") == names(1, 3, 2))
        #expect(try open.members("Title") == names(3, 1, 2))
    }

    @Test("Originals that the database does not name are found")
    func unknownOriginals() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("L.photoslibrary")
        try AppleLibrary.make(
            at: path, ["assets": [photo(1), photo(2, ["filename": "odd name.jpeg"]), photo(3, ["trashed": 1])]],
            files: [
                original(1): [1], original(1, "_3.mov"): [1], "originals/A/odd name.jpeg": [1], original(3): [1],
                original(4): [1], "originals/B/other.jpeg": [1], "resources/renders/A/x.jpeg": [1],
                // Of an asset, but of no kind that an import takes.
                original(1, "_7.heic"): [1], original(1, "_5.txt"): [1], original(1, ".heic"): [1],
            ])
        let scratch = try TemporaryFolder()
        let open = try OpenLibrary(path, scratch: scratch)
        #expect(try open.asset(2).files.count == 1)
        var unknown: [FilePath] = []
        try open.library.visitUnknownOriginals {
            unknown.append($0)
            return true
        }
        let expected = [
            original(1, ".heic"), original(1, "_5.txt"), original(1, "_7.heic"), original(4), "originals/B/other.jpeg",
        ]
        #expect(unknown == expected.map { path.pushing(FilePath($0)) })
        #expect(try open.asset(1).files.map(\.kind) == [.original, .pairedVideo])
    }

    // MARK: Damaged and malicious libraries

    @Test("No path of a database leads out of the library")
    func escapes() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "secret.jpeg")
        let path = folder.filePath.appending("L.photoslibrary")
        try AppleLibrary.make(
            at: path,
            [
                "assets": [
                    photo(1, ["directory": "../..", "filename": "secret.jpeg"]),
                    photo(2, ["directory": folder.url.path, "filename": "secret.jpeg", "saved": 10]),
                    photo(3), photo(4, ["directory": "B"]),
                    photo(5, ["filename": "../../../secret.jpeg"]), photo(6, ["directory": "/", "filename": ".."]),
                    photo(7, ["saved": 4]), photo(8, ["trashed": 1]), photo(9, ["name": "../../x/.."]),
                ]
            ], files: [original(8): [1], original(9): [1]])
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: path.string + "/" + original(3), withDestinationPath: folder.path("secret.jpeg"))
        try manager.createSymbolicLink(atPath: path.string + "/originals/B", withDestinationPath: folder.url.path)
        try folder.write([1], to: "\(AppleLibrary.uuid(4)).jpeg")
        let scratch = try TemporaryFolder()
        let open = try OpenLibrary(path, scratch: scratch)
        for number in 1...6 {
            let asset = try open.asset(number)
            guard case .elsewhere = asset.state else {
                Issue.record("\(number): \(asset.state)")
                continue
            }
            #expect(asset.files.isEmpty)
        }
        #expect(try open.asset(7).state == .ofSharedAlbum)
        #expect(try open.asset(8).state == .trashed && open.asset(8).files.isEmpty)
        #expect(try open.asset(9).originalName.string == "\(AppleLibrary.uuid(9)).jpeg")
    }

    @Test("Values of any type are read without a crash")
    func wrongTypes() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("L.photoslibrary")
        try AppleLibrary.make(
            at: path,
            [
                "assets": [
                    photo(
                        1,
                        [
                            "created": "soon", "zone": 1e300, "latitude": "north", "kind": "film", "favorite": "yes",
                            "pick": -1.5, "burst": 7, "trashed": "no", "title": 5, "edited": 1e18, "created2": 0,
                        ]), photo(2, ["created": 1e17, "zone": 9_000_000_000_000]), photo(3, ["created": 62e9]),
                    photo(4, ["zone": Int64.min, "keywords": ["blob", "text"], "persons": ["blob", "Katie"]]),
                ]
            ], files: [original(1): [1]])
        let changed = try Python.run(
            script: """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as connection:
                    connection.execute("UPDATE ZKEYWORD SET ZTITLE = x'FF00' WHERE ZTITLE = 'blob'")
                    connection.execute("UPDATE ZPERSON SET ZFULLNAME = x'FF00' WHERE ZFULLNAME = 'blob'")
                """, [path.string + "/database/Photos.sqlite"])
        try #require(changed.exit == 0, "\(changed.output)")
        let scratch = try TemporaryFolder()
        let open = try OpenLibrary(path, scratch: scratch)
        #expect(open.assets.count == 4)
        #expect(try open.asset(4).description.keywords == ["text", "People/Katie"])
        #expect(try open.asset(4).description.statesZone == false)
        #expect(try open.asset(1).description.captureTime == nil)
        #expect(try open.asset(1).files.count == 1)
    }

    @Test("A database that is cut, is no database or is missing is an error that names the library and the remedy")
    func damage() throws {
        let folder = try TemporaryFolder()
        let whole = folder.filePath.appending("Whole.photoslibrary")
        try AppleLibrary.make(at: whole, ["assets": (1...400).map { photo($0, ["caption": "\($0)"]) }])
        let names = ["Photos.sqlite", "Photos.sqlite-wal"].map { whole.string + "/database/" + $0 }
        let log = try Data(contentsOf: URL(fileURLWithPath: names[1]))
        func expectError(_ reason: Comment, _ change: () throws -> Void) throws {
            try change()
            let scratch = try TemporaryFolder()
            #expect(ApplePhotosLibrary.isLibrary(whole), reason)
            let error = #expect(throws: PhotoLibraryError.self, reason) {
                _ = try OpenLibrary(whole, scratch: scratch)
            }
            #expect(error?.code == .unreadable, reason)
            #expect(error?.path == whole.string, reason)
            guard case .importAsFolder = error?.remedy else {
                Issue.record("\(reason): no remedy")
                return
            }
        }
        // Everything is in the log: without it, the database is empty.
        try expectError("the log is lost") { try FileManager.default.removeItem(atPath: names[1]) }
        let database = URL(fileURLWithPath: names[0])
        try log.write(to: URL(fileURLWithPath: names[1]))
        _ = try Python.run(
            script: """
                import sqlite3, sys
                sqlite3.connect(sys.argv[1]).execute("PRAGMA wal_checkpoint(TRUNCATE)")
                """, [names[0]])
        let bytes = try Data(contentsOf: database)
        try expectError("the database is cut") { try bytes.prefix(bytes.count / 2).write(to: database) }
        try expectError("there is no database") { try Data("nothing".utf8).write(to: database) }
        try expectError("the database is missing") { try FileManager.default.removeItem(at: database) }
    }

    @Test("A library among the files of an archive is recognised by its database and its originals")
    func amongFiles() {
        let library = ["database/Photos.sqlite", "originals/A/1.jpeg", "resources/derivatives/A/1_1_105_c.jpeg"]
        func libraries(_ files: [String]) -> Set<FilePath> {
            ApplePhotosLibrary.libraries(among: files.map { FilePath($0) })
        }
        #expect(libraries(library) == [""])
        #expect(libraries(library.map { "a/My.photoslibrary/" + $0 } + ["a/b.jpg"]) == ["a/My.photoslibrary"])
        #expect(libraries(["L/database/photos.db", "L/Masters/2015/01/01/1/a.jpg"]) == ["L"])
        #expect(libraries(["x/database/photos.db", "x/a.jpg"]).isEmpty)
        #expect(libraries(["x/database/Photos.sqlite", "y/originals/A/1.jpeg"]).isEmpty)
    }

    @Test("Other folders are no library")
    func recognition() throws {
        let folder = try TemporaryFolder()
        #expect(!ApplePhotosLibrary.isLibrary(folder.filePath))
        try FileManager.default.createDirectory(atPath: folder.path("originals"), withIntermediateDirectories: true)
        #expect(!ApplePhotosLibrary.isLibrary(folder.filePath))
        try FileManager.default.createDirectory(atPath: folder.path("database"), withIntermediateDirectories: true)
        #expect(!ApplePhotosLibrary.isLibrary(folder.filePath))
        try folder.write([1], to: "database/Photos.sqlite")
        #expect(ApplePhotosLibrary.isLibrary(folder.filePath))
    }
}
