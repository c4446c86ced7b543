import Foundation
import SystemPackage
import TestSupport
import Testing

/// `photos safe` of Apple Photos libraries: it judges what an import takes.
@Suite("photos safe of Apple Photos libraries") struct SafeOfAppleLibrariesTests {
    private let scene: SafeScene
    private var folder: TemporaryFolder { scene.folder }

    init() throws { scene = try SafeScene() }

    private var photos: FilePath { folder.filePath.appending("Test.photoslibrary") }

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
            path(1): SafeScene.jpeg(1), path(1, "_3.mov"): Array("a video of a Live Photo".utf8),
            edit: SafeScene.jpeg(11),
            path(1, ".plist", in: "resources/renders"): Array("an adjustment".utf8), path(2): SafeScene.jpeg(2),
            path(3): SafeScene.jpeg(3), path(1, "_1_105_c.jpeg", in: "resources/derivatives"): SafeScene.jpeg(12),
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
        let before = try scene.run("safe", photos.string)
        #expect(before.exitCode == 2)
        #expect(before.standardOutput.contains("No: 5 of 5 files are not safe."), "\(before.standardOutput)")
        #expect(before.standardOutput.contains("To import them: photos import "), "\(before.standardOutput)")
        #expect(before.standardOutput.contains("(IMG_2.JPG): not in the library"), "\(before.standardOutput)")

        #expect(try scene.run("import", photos.string).exitCode == 0)
        let after = try scene.run("safe", folder.path("Test.photoslibrary"))
        #expect(after.exitCode == 0)
        #expect(after.standardOutput.hasPrefix("\(photos.string)/\(path(3)): IMG_3.JPG was deleted in Photos"))
        #expect(after.standardOutput.contains("Yes: all 5 files"), "\(after.standardOutput)")
        #expect(
            after.standardOutput.contains(
                "Test.photoslibrary is an Apple Photos library with 2 photos (1 edit, 1 Live Photo); "
                    + "an import leaves out: 1 deleted in Photos."), "\(after.standardOutput)")
        let json = try scene.run("safe", "--json", folder.url.path + "/Test.photoslibrary")
        #expect(json.summary["safeFiles"] as? Int == 5 && json.summary["deletedInSource"] as? Int == 1)
        #expect((json.summary["photoLibraries"] as? [[String: Any]])?.first?["edited"] as? Int == 1)
        #expect(
            Set(json.items.compactMap { $0["originalFilename"] as? String })
                == ["IMG_1.JPG", "IMG_1.mov", "IMG_1.jpeg", "IMG_1.plist", "IMG_2.JPG"])

        // The library is erased from the temporary folder, and nothing is written beside the database.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: photos.string + "/database").count == 2)

        // Another edit since.
        try Data(SafeScene.jpeg(13)).write(to: URL(fileURLWithPath: photos.string + "/" + edit))
        let edited = try scene.run("safe", "--json", photos.string)
        #expect(edited.exitCode == 2)
        #expect(scene.reasons(edited) == ["notInLibrary": 1])
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
            [path(4, "_1_105_c.jpeg", in: "resources/derivatives"): SafeScene.jpeg(14), path(9): SafeScene.jpeg(9)])
        _ = try scene.run("import", photos.string)
        let people = try scene.run("safe", photos.string)
        #expect(people.exitCode == 2)
        // Whether the original is in iCloud is unknown.
        #expect(
            people.standardOutput.contains(
                "The original of IMG_4.JPG is missing in the Photos library. If you use iCloud Photos, let Photos download it."
            ), "\(people.standardOutput)")
        #expect(people.standardOutput.contains("not in the Photos library, but at “/Users/kate/far.jpeg”"))
        let json = try scene.run("safe", "--json", photos.string)
        #expect(scene.reasons(json) == ["inCloudOnly": 1, "outsideSource": 1, "notInLibrary": 1])
        let unknown = try #require(json.items.first { $0["reason"] as? String == "notInLibrary" })
        let importPath = try #require(unknown["importPath"] as? String)
        #expect(importPath == "\(photos.string)/\(path(9))")

        _ = try scene.run("import", importPath)
        let rest = try scene.run("safe", "--json", photos.string, "--exclude", "IMG_[46].JPG")
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
            ["scopes/cloudsharing/data/person/album/\(uuid).jpeg": SafeScene.jpeg(5)])
        let imported = try scene.run("import", "--json", photos.string)
        #expect(
            imported.summary["skippedByReason"] as? [String: Int] == ["deletedInSource": 1, "inSharedAlbum": 1])
        let people = try scene.run("safe", photos.string)
        #expect(people.exitCode == 0)
        #expect(people.standardOutput.contains("IMG_5.JPG is in a shared album of iCloud"), "\(people.standardOutput)")
        #expect(people.standardOutput.contains("1 photo was not checked, because it is in shared albums of iCloud."))
        let json = try scene.run("safe", "--json", photos.string)
        #expect(json.summary["safeFiles"] as? Int == 5 && json.summary["inSharedAlbums"] as? Int == 1)
        #expect((json.summary["photoLibraries"] as? [[String: Any]])?.first?["inSharedAlbums"] as? Int == 1)
    }

    @Test(
        "Of a library of macOS 15.7 only the originals that are in iCloud are missing after an import", .long,
        .enabled(if: AppleLibrary.isPresent, "\(Corpus.absence)"))
    func appleCorpus() throws {
        _ = try scene.run("import", AppleLibrary.corpus.path)
        let checked = try scene.run("safe", "--json", AppleLibrary.corpus.path)
        #expect(checked.exitCode == 2)
        let present = try AppleLibrary.read(AppleLibrary.corpus.path).filter { $0["state"] as? String == "present" }
        #expect(
            checked.summary["safeFiles"] as? Int
                == present.reduce(0) { $0 + 1 + (($1["others"] as? [String])?.count ?? 0) })
        #expect(scene.reasons(checked) == ["inCloudOnly": 5])
    }

    @Test("A library whose database cannot be read is not safe") func damaged() throws {
        for name in ["originals/A", "database", "resources"] {
            try FileManager.default.createDirectory(
                atPath: photos.string + "/" + name, withIntermediateDirectories: true)
        }
        try Data(SafeScene.jpeg(99)).write(to: URL(fileURLWithPath: photos.string + "/originals/A/1.jpeg"))
        let checked = try scene.run("safe", "--json", photos.string)
        #expect(checked.exitCode == 2)
        #expect(scene.reasons(checked) == ["unreadable": 1])
    }
}
