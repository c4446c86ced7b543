import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Live Photos whose picture and video state the same content identifier, in any order, folder and import.
@Suite struct LivePhotoImportTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    /// A picture of an iPhone: maker note, entry 0x0011 (as exiftool's Apple.pm has it).
    static func picture(_ seed: UInt64, _ identifier: String, _ time: String = "2021:05:05 12:00:00") -> [UInt8] {
        let text = Array(identifier.utf8) + [0]
        let note =
            Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + TIFFBuilder.number(1, 2) + TIFFBuilder.number(0x11, 2)
            + TIFFBuilder.number(2, 2) + TIFFBuilder.number(text.count, 4) + TIFFBuilder.number(32, 4)
            + TIFFBuilder.number(0, 4) + text
        let exif = TIFFBuilder(
            main: [.text(0x010F, "Apple"), .text(0x0110, "iPhone 12")],
            exif: [.text(0x9003, time), TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)])
        return TestPhoto.with(exif, TestPhoto.jpeg(seed))
    }

    static func video(_ identifier: String, _ time: String = "2021-05-05T12:00:01+0200", seconds: Int = 2) -> [UInt8] {
        GroupedImportTests.video(
            [("com.apple.quicktime.content.identifier", identifier), ("com.apple.quicktime.creationdate", time)],
            seconds: seconds)
    }

    static func identifier(_ number: Int) -> String { "0000\(1000 + number)-1111-2222-3333-444455556666" }

    /// The assets, each as the kinds and names of its files.
    private func assets(_ library: OwnedLibrary) throws -> [String] {
        var assets: [String] = []
        try library.forEachAsset { asset in
            assets.append(
                asset.resources.map { "\($0.kind) \($0.originalFilename?.string ?? "")" }.joined(separator: ", "))
        }
        return assets.sorted()
    }

    private func livePhotoCount(_ library: OwnedLibrary) throws -> Int {
        var count = 0
        try library.forEachAsset { if $0.metadata.subtypes.contains(.photoLive) { count += 1 } }
        return count
    }

    // MARK: Order, folder, import

    enum Imports: CaseIterable { case one, pictureFirst, videoFirst, videoFolderFirst, resumed }

    /// The paths of the picture and the video, which the walk reads in the order of their names.
    static let names: [(FilePath, FilePath)] = [
        ("IMG_1.JPG", "IMG_1.MOV"), ("IMG_1.JPG", "IMG_1_HEVC.MOV"), ("A.JPG", "B.MOV"), ("B.JPG", "A.MOV"),
        ("img_1.jpg", "img_1(1).mov"), ("img_1(1).jpg", "img_1.mov"), ("x/IMG_1.JPG", "y/IMG_1.MOV"),
        ("y/IMG_1.JPG", "x/IMG_1.MOV"), ("x/B.JPG", "y/A.MOV"), ("y/B.JPG", "x/A.MOV"),
    ]

    @Test(arguments: LongTests.every(4, of: names), Imports.allCases)
    func aPairIsOneAsset(names: (picture: FilePath, video: FilePath), imports: Imports) async throws {
        let picture = try scene.add(names.picture, Self.picture(1, Self.identifier(1)))
        let video = try scene.add(names.video, Self.video(Self.identifier(1)))
        let library = try scene.open()
        let batches: [[FilePath]] =
            switch imports {
            case .one: [[scene.source]]
            case .pictureFirst: [[picture], [video]]
            case .videoFirst: [[video], [picture]]
            case .videoFolderFirst: [[video, picture]]
            case .resumed: [[video], [picture], [scene.source]]
            }
        var summaries: [ImportSummary] = []
        for batch in batches { summaries.append(try await scene.importAll(library, batch).summary) }
        let (pictureName, videoName) = (try #require(picture.lastComponent), try #require(video.lastComponent))
        let files = "original \(pictureName), pairedVideo \(videoName)"
        #expect(try assets(library) == [files])
        #expect(try livePhotoCount(library) == 1)
        #expect(summaries.map(\.imported).reduce(0, +) == 2)
        #expect(summaries.allSatisfy { $0.joinedLivePhotos == 0 }, "No import repaired anything.")
        if batches.count == 1 {
            #expect(summaries[0].assets == 1 && summaries[0].videos == 0)
        }
    }

    @Test("Also what a dry run says does not depend on the order", arguments: names)
    func aDryRunCountsOneAsset(picture: FilePath, video: FilePath) async throws {
        try scene.add(picture, Self.picture(1, Self.identifier(1)))
        try scene.add(video, Self.video(Self.identifier(1)))
        let summary = try await scene.importAll(dryRun: true).summary
        #expect(summary.planned == 2 && summary.plannedAssets == 1 && summary.videos == 0)
    }

    /// Names of icloudpd and of no program, with many files in one batch and in several.
    @Test(arguments: ["IMG_%d_HEVC.MOV", "A%d.MOV", "Z%d.MOV"], [1, 4])
    func manyPairsInOneFolder(video: String, jobs: Int) async throws {
        let count = 70
        for number in 0..<count {
            try scene.add(
                FilePath("IMG_\(number).JPG"),
                Self.picture(UInt64(number), Self.identifier(number), "2021:05:05 12:\(10 + number % 50):00"))
            try scene.add(
                FilePath(String(format: video, number)),
                Self.video(Self.identifier(number), "2021-05-05T12:\(10 + number % 50):0\(number / 50)+0200"))
        }
        let library = try scene.open()
        let summary = try await scene.importAll(library, jobs: jobs).summary
        #expect(try library.assetCount() == count)
        #expect(try livePhotoCount(library) == count)
        #expect(summary.assets == count && summary.videos == 0 && summary.imported == 2 * count)
        #expect(try await scene.importAll(library).summary.resumed == 2 * count)
        #expect(try library.assetCount() == count)
    }

    /// Google numbers the pictures and the videos of equal names separately.
    @Test func crossedNames() async throws {
        for number in 0..<40 {
            let other = (number + 1) % 40
            try scene.add(FilePath("IMG_\(100 + number).JPG"), Self.picture(UInt64(number), Self.identifier(number)))
            try scene.add(FilePath("IMG_\(100 + number).MOV"), Self.video(Self.identifier(other)))
        }
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(try library.assetCount() == 40)
        var differing = 0
        try library.forEachAsset { asset in
            let names = asset.resources.compactMap { $0.originalFilename?.stem }
            if names.count == 2, names[0] != names[1] { differing += 1 }
        }
        #expect(differing == 40)
    }

    // MARK: Copies

    @Test func aVideoBelongsToThePictureOfItsName() async throws {
        // A JPEG that was made of the HEIC keeps its maker note.
        try scene.add("a/Copy.JPG", Self.picture(1, Self.identifier(1)))
        try scene.add("b/IMG_1.JPG", Self.picture(2, Self.identifier(1)))
        try scene.add("b/IMG_1.MOV", Self.video(Self.identifier(1)))
        try scene.add("b/Other.JPG", Self.picture(3, Self.identifier(1)))
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(
            try assets(library) == [
                "original Copy.JPG", "original IMG_1.JPG, pairedVideo IMG_1.MOV", "original Other.JPG",
            ])
    }

    @Test func anImportOfDoublesMakesTwoLivePhotos() async throws {
        try scene.add("a/IMG_1.JPG", Self.picture(1, Self.identifier(1)))
        try scene.add("a/IMG_1.MOV", Self.video(Self.identifier(1)))
        let library = try scene.open()
        try await scene.importAll(library)
        try scene.add("b/IMG_1.JPG", Self.picture(1, Self.identifier(1)))
        try scene.add("b/IMG_1.MOV", Self.video(Self.identifier(1)))
        try await scene.importAll(library, [scene.source.appending("b")]) { $0.duplicates = .importAll }
        let pair = "original IMG_1.JPG, pairedVideo IMG_1.MOV"
        #expect(try assets(library) == [pair, pair])
    }

    @Test func identifiersWithoutInformationPairNothing() async throws {
        try scene.add("A.JPG", Self.picture(1, "00000000-0000-0000-0000-000000000000"))
        try scene.add("B.MOV", Self.video("00000000-0000-0000-0000-000000000000"))
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(try library.assetCount() == 2)
    }

    // MARK: Sidecars

    private func xmp(_ title: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="\(title)"/></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// The video's sidecar is read with the video, which may be before or after the picture.
    @Test(arguments: ["A", "Z"])
    func theSidecarOfTheVideoStays(video: String) async throws {
        try scene.add("M.JPG", Self.picture(1, Self.identifier(1)))
        try scene.add(FilePath("\(video).MOV"), Self.video(Self.identifier(1)))
        try scene.add(FilePath("\(video).MOV.xmp"), xmp("Waves"))
        let library = try scene.open()
        let (items, summary) = try await scene.importAll(library)
        #expect(
            try assets(library) == ["original M.JPG, pairedVideo \(video).MOV, sidecar \(video).MOV.xmp"], "\(items)")
        #expect(summary.assets == 1 && summary.skipped == 0)
        var titles: [String?] = []
        try library.forEachAsset { titles.append($0.metadata.title) }
        #expect(titles == ["Waves"])
    }

    // MARK: Repair

    /// A split pair, as earlier versions left it: the picture was in the trash when its video came.
    private func splitPair() async throws -> OwnedLibrary {
        try scene.add("B.JPG", Self.picture(1, Self.identifier(1)))
        let library = try scene.open()
        try await scene.importAll(library)
        let asset = try #require(try library.allLocalIdentifiers().first)
        _ = try library.deleteAssets([asset])
        try scene.add("A.MOV", Self.video(Self.identifier(1)))
        try scene.add("A.MOV.xmp", xmp("Waves"))
        try await scene.importAll(library)
        _ = try library.restoreDeletedAssets([asset])
        #expect(try library.assetCount() == 2)
        return library
    }

    /// The assets after the import that joins the pair; the library is closed again.
    private func joinedPair() async throws -> [String] {
        let library = try await splitPair()
        try await scene.importAll(library)
        return try assets(library)
    }

    @Test func anImportJoinsAPairThatWasSplit() async throws {
        let library = try await splitPair()
        let picture = try #require(
            try library.assets(withLocalIdentifiers: library.allLocalIdentifiers()).values
                .first { $0.mediaType == .image })
        let summary = try await scene.importAll(library).summary
        #expect(summary.joinedLivePhotos == 1)
        #expect(summary.imported == 0 && summary.assets == 0)
        #expect(try assets(library) == ["original B.JPG, pairedVideo A.MOV, sidecar A.MOV.xmp"])
        #expect(try library.allLocalIdentifiers() == [picture.localIdentifier])
        #expect(try await scene.importAll(library).summary.joinedLivePhotos == 0, "Once.")
    }

    @Test func aDryRunJoinsNothing() async throws {
        let library = try await splitPair()
        try await scene.importAll(library, dryRun: true)
        #expect(try library.assetCount() == 2)
    }

    /// The video stays in `originals`, and its sidecar below the video's path.
    @Test(arguments: [true, false])
    func aRebuildKeepsJoinedPairs(knowsCatalog: Bool) async throws {
        let before = try await joinedPair()
        try scene.waitUntilClosed()
        if !knowsCatalog {
            for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
                try? FileManager.default.removeItem(atPath: scene.libraryPath.appending(name).string)
            }
            try? FileManager.default.removeItem(atPath: scene.libraryPath.appending("catalog-copy").string)
        }
        let files = Gathered<RepairedFile>()
        _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true) { files.append($0) }
        #expect(files.all.allSatisfy { $0.status == .rebuilt }, "\(files.all)")
        #expect(try assets(scene.open()) == before)
    }
}
