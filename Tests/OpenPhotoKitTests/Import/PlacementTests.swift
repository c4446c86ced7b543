import Foundation
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

/// The paths and names of files in the library.
@Suite struct PlacementTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Paths of the stored files relative to the library's folder.
    private func stored() throws -> [String] {
        try library.storedFiles().map { file in
            let count = try file.place.contents().count
            #expect(count == file.resource.bytes)
            return file.path
        }.sorted()
    }

    @Test func filesGoToTheCamerasOwnMonth() async throws {
        try scene.add("a.jpg", TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:31 23:59:59"))
        try scene.add("b.jpg", TestPhoto.dated(TestPhoto.jpeg(2), "0999:01:01 00:00:00"))
        try scene.add("c.jpg", TestPhoto.dated(TestPhoto.jpeg(3), "0000:00:00 00:00:00"))
        try scene.add("d.jpg", TestPhoto.dated(TestPhoto.jpeg(4), "2021:02:30 10:00:00"))
        try scene.add("e.jpg", TestPhoto.jpeg(5))
        let (items, _) = try await scene.importAll(library)
        #expect(items.map(\.status) == Array(repeating: .imported, count: 5))
        #expect(
            try stored() == [
                "originals/0999/01/b.jpg", "originals/2021/07/a.jpg", "originals/undated/c.jpg",
                "originals/undated/d.jpg", "originals/undated/e.jpg",
            ])
    }

    @Test func alternatesGoToTheirOwnSubfolder() async throws {
        let photo = TestPhoto.jpeg(1)
        try scene.add("1.jpg", photo)
        try scene.add("2.jpg", TestPhoto.dated(photo, "2021:07:31 23:59:59"))
        try await scene.importAll(library)
        #expect(try stored() == ["alternates/2021/07/2.jpg", "originals/undated/1.jpg"])
    }

    @Test func theSameNameWithOtherContentSurvives() async throws {
        for number in 1...12 { try scene.add(FilePath("\(number)/IMG_1.JPG"), TestPhoto.jpeg(UInt64(number))) }
        let (items, _) = try await scene.importAll(library)
        #expect(items.allSatisfy { $0.status == .imported })
        #expect(
            try stored()
                == (["IMG_1.JPG"] + (2...12).map { "IMG_1-\($0).JPG" }).map { "originals/undated/\($0)" }.sorted())
        var names: Set<String> = []
        try library.forEachAsset { names.insert($0.original?.originalFilename?.string ?? "") }
        #expect(names == ["IMG_1.JPG"], "The exact name is kept beside the safe one.")
    }

    @Test func aFileThatIsAlreadyThereIsNotReplaced() async throws {
        let place = scene.libraryPath.appending("originals").appending("undated")
        try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
        try place.appending("a.jpg").write([1, 2, 3])
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try await scene.importAll(library)
        #expect(try stored() == ["originals/undated/a-2.jpg"])
        #expect(try place.appending("a.jpg").contents() == [1, 2, 3])
    }

    /// Names that file systems allow: up to 255 bytes of any values except "/" and NUL.
    static let hostileNames: [[UInt8]] = [
        [0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67], Array("new\nline\r\t.jpg".utf8),
        Array(repeating: 0x78, count: 251) + Array(".jpg".utf8),
        Array(".leading.jpg".utf8), Array("...jpg".utf8), Array("back\\..\\slash.jpg".utf8),
        Array("..%2F..%2Fa.jpg".utf8),
        Array("-rf ~; echo '\"$(x)`y`\".jpg".utf8), Array("%@%s%n.jpg".utf8), Array("ends with space .jpg ".utf8),
        Array("e".utf8) + Array(String(repeating: "\u{301}", count: 125).utf8) + Array(".jpg".utf8),
        [0xC3, 0x28, 0x2E, 0x6A, 0x70, 0x67],
        Array("\u{202E}gpj.jpg".utf8), Array("CON.jpg".utf8), [0x01, 0x7F],
    ]

    @Test func hostileNamesStayInsideAndAreKeptExactly() async throws {
        for (number, name) in Self.hostileNames.enumerated() {
            // Each name twice with different content, so that numbered names must fit the limit too.
            for copy in 0..<2 {
                try scene.add(
                    FilePath("\(copy)").pushing(try #require(FilePath(bytes: name))),
                    TestPhoto.jpeg(UInt64(2 * number + copy)))
            }
        }
        let outside = tree(FilePath(scene.folder.url.path)).keys.filter { !$0.hasPrefix("Photos.library") }
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.imported == 2 * Self.hostileNames.count)
        #expect(items.allSatisfy { $0.error == nil })
        var kept: [[UInt8]] = []
        try library.forEachAsset { asset in
            let original = try #require(asset.original)
            let name = try #require(original.originalFilename)
            kept.append(FilePath(root: nil, [name]).bytes)
            let place = try library.place(of: original)
            #expect(place.starts(with: scene.libraryPath.appending("originals").appending("undated")))
            #expect(place.components.count == scene.libraryPath.components.count + 3)
            let stored = try #require(place.lastComponent).string
            #expect(!stored.hasPrefix(".") && stored.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFD}" })
        }
        #expect(Set(kept) == Set(Self.hostileNames))
        #expect(
            tree(FilePath(scene.folder.url.path)).keys.filter { !$0.hasPrefix("Photos.library") }.sorted()
                == outside.sorted())
    }

    @Test func nothingIsMovedLater() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try await scene.importAll(library)
        let before = tree(scene.libraryPath.appending("originals"))
        // An alternate states the date of the photo. Other photos have the same name.
        try scene.add("b/a.jpg", TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:31 23:59:59"))
        try scene.add("c/a.jpg", TestPhoto.jpeg(3))
        try await scene.importAll(library)
        let after = tree(scene.libraryPath.appending("originals"))
        #expect(after["undated/a.jpg"] == before["undated/a.jpg"])
    }
}
