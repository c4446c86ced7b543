import Foundation
import Glibc
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Imports of folders like those of phones, cameras and exports.
@Suite struct GroupedImportTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    static func camera(_ time: String, subSeconds: String? = nil) -> TIFFBuilder {
        let fraction = subSeconds.map { [TIFFBuilder.Entry.text(0x9291, $0)] } ?? []
        return TIFFBuilder(
            main: [.text(0x010F, "Fujifilm"), .text(0x0110, "X100")], exif: [.text(0x9003, time)] + fraction)
    }

    static func photo(_ seed: UInt64, _ time: String = "2024:05:17 10:30:00", subSeconds: String? = nil)
        -> [UInt8]
    {
        TestPhoto.with(camera(time, subSeconds: subSeconds), TestPhoto.jpeg(seed))
    }

    /// A DNG without a picture.
    static func raw(_ time: String) -> [UInt8] {
        var tiff = camera(time)
        tiff.main += [
            .short(0x0100, 40), .short(0x0101, 30),
            TIFFBuilder.Entry(tag: 0xC612, type: 1, count: 4, value: [1, 4, 0, 0]),
        ]
        return tiff.bytes
    }

    static func video(_ texts: [(String, String)] = [], seconds: Int = 2) -> [UInt8] {
        Boxes.fileType("qt  ")
            + Boxes.box(
                "moov", Boxes.movieHeader(created: 0, scale: 600, duration: 600 * seconds),
                Boxes.videoTrack(width: 40, height: 30, seconds: seconds), Boxes.items(texts))
    }

    static func plist(_ keys: [String: Any]) throws -> [UInt8] {
        Array(try PropertyListSerialization.data(fromPropertyList: keys, format: .xml, options: 0))
    }

    /// The assets, each as the kinds and names of its files.
    private func assets(_ library: OwnedLibrary) throws -> [String] {
        var assets: [String] = []
        try library.forEachAsset { asset in
            assets.append(
                asset.resources.map { "\($0.kind) \($0.originalFilename?.string ?? "")" }.joined(separator: ", "))
        }
        return assets.sorted()
    }

    @Test func aCameraCardWithRawAndJPEG() async throws {
        try scene.add("DSCF0001.JPG", Self.photo(1))
        try scene.add("DSCF0001.DNG", Self.raw("2024:05:17 10:30:00"))
        try scene.add("DSCF0002.JPG", Self.photo(2, "2024:05:17 10:31:00"))
        try scene.add("DSCF0002.DNG", Self.raw("2023:01:01 00:00:00"))
        try scene.add("DSCF0003.DNG", Self.raw("2024:05:17 10:32:00"))
        let library = try scene.open()
        let (items, summary) = try await scene.importAll(library)
        #expect(
            try assets(library) == [
                "original DSCF0001.JPG, alternatePhoto DSCF0001.DNG", "original DSCF0002.DNG", "original DSCF0002.JPG",
                "original DSCF0003.DNG",
            ])
        #expect(summary.imported == 5)
        #expect(summary.assets == 4)
        #expect(items.filter { $0.role == .alternatePhoto }.count == 1)
        let stored = try library.storedFiles().first { $0.resource.kind == .alternatePhoto }
        #expect(stored?.path == "attached/2024/05/DSCF0001.JPG/alternatePhoto-DSCF0001.DNG")
        #expect(try await scene.importAll(library).summary.resumed == 5)
    }

    @Test func aPhonesLivePhotosAndEdits() async throws {
        let content = "com.apple.quicktime.content.identifier"
        try scene.add("IMG_0001.JPG", Self.photo(1))
        try scene.add("IMG_0001.MOV", Self.video([("com.apple.quicktime.creationdate", "2024-05-17T10:30:01+0200")]))
        try scene.add("IMG_E0001.JPG", Self.photo(2))
        try scene.add(
            "IMG_0001.AAE",
            try Self.plist(["adjustmentFormatIdentifier": "com.apple.photo", "adjustmentData": Data([1])]))
        // A separate video that has the name of a photo.
        try scene.add("IMG_0002.JPG", Self.photo(3))
        try scene.add("IMG_0002.MOV", Self.video([(content, "A")], seconds: 60))
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(
            try assets(library) == [
                "original IMG_0001.JPG, fullSizePhoto IMG_E0001.JPG, adjustmentData IMG_0001.AAE, pairedVideo IMG_0001.MOV",
                "original IMG_0002.JPG", "original IMG_0002.MOV",
            ])
        var live: [Asset] = []
        try library.forEachAsset { if $0.metadata.subtypes.contains(.photoLive) { live.append($0) } }
        #expect(live.count == 1)
        #expect(live.first?.metadata.duration == 2)
        #expect(live.first?.mediaType == .image)
    }

    @Test func anExportOfGoogle() async throws {
        let json = SidecarTests.takeout
        try scene.add("Harbour/IMG_1234.JPG", TestPhoto.jpeg(1))
        try scene.add("Harbour/IMG_1234.JPG.json", Array(json.utf8))
        try scene.add("Harbour/IMG_1234-edited.JPG", TestPhoto.jpeg(2))
        try scene.add("Harbour/lonely.JPG.json", Array(json.replacing("IMG_1234", with: "lonely").utf8))
        try scene.add("Harbour/package.json", Array("{\"name\": \"not a sidecar\"}".utf8))
        let library = try scene.open()
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.skipped == 2)
        #expect(items.first { $0.path.lastComponent == "lonely.JPG.json" }?.error?.message.contains("photo") == true)
        var first: Asset?
        try library.forEachAsset { if $0.original?.originalFilename == "IMG_1234.JPG" { first = $0 } }
        let asset = try #require(first)
        #expect(asset.resources.map(\.kind) == [.original, .sidecar])
        #expect(asset.captureTime?.description == "2024-05-17T08:30:00+00:00")
        #expect(asset.metadata.caption == "At the harbour")
        #expect(asset.isFavorite)
        // The edited copy states no capture time, so it is not known to be the same shot.
        #expect(try library.assetCount() == 2)
    }

    @Test func aSidecarThatComesLaterFindsItsPhoto() async throws {
        let photo = try scene.add("a/IMG_1.JPG", Self.photo(1))
        let library = try scene.open()
        try await scene.importAll(library)
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Late"/></rdf:RDF></x:xmpmeta>
            """
        try scene.add("a/IMG_1.xmp", Array(xmp.utf8))
        #expect(try await scene.importAll(library).summary.imported == 1)
        #expect(try assets(library) == ["original IMG_1.JPG, sidecar IMG_1.xmp"])
        // The same files in another folder: the bytes of the photo and of its sidecar are in the library.
        try scene.add("b/IMG_1.JPG", try photo.contents())
        try scene.add("b/IMG_1.xmp", Array(xmp.utf8))
        let again = try await scene.importAll(library).summary
        #expect(again.imported == 0)
        #expect(again.duplicates == 4)
        #expect(try assets(library) == ["original IMG_1.JPG, sidecar IMG_1.xmp"])
    }

    /// The photo and its video have one asset, and the name of the photo finds the sidecar.
    @Test func aNewSidecarBesideAKnownLivePhotoFindsIt() async throws {
        let video = Self.video([("com.apple.quicktime.creationdate", "2024-05-17T10:30:01+0200")])
        try scene.add("a/IMG_1.JPG", Self.photo(1))
        try scene.add("a/IMG_1.MOV", video)
        let library = try scene.open()
        try await scene.importAll(library)
        try scene.add("b/IMG_1.JPG", Self.photo(1))
        try scene.add("b/IMG_1.MOV", video)
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Late"/></rdf:RDF></x:xmpmeta>
            """
        try scene.add("b/IMG_1.JPG.xmp", Array(xmp.utf8))
        let summary = try await scene.importAll(library).summary
        #expect(summary.imported == 1 && summary.skipped == 0)
        let files = try assets(library)
        #expect(files.count == 1 && files.first?.contains("sidecar IMG_1.JPG.xmp") == true, "\(files)")
    }

    @Test func theNewestSidecarsDescriptionsCount() async throws {
        func xmp(_ title: String) -> [UInt8] {
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="\(title)"/></rdf:RDF></x:xmpmeta>
                """.utf8)
        }
        try scene.add("IMG_1.JPG", Self.photo(1, "2024:05:17 10:30:00"))
        try scene.add("IMG_1.xmp", xmp("Paris"))
        let library = try scene.open()
        try await scene.importAll(library)
        try scene.add("IMG_1.xmp", xmp("Tokyo"))
        try await scene.importAll(library)
        var titles: [String?] = []
        try library.forEachAsset { titles.append($0.metadata.title) }
        #expect(titles == ["Tokyo"])
    }

    @Test func attachedFilesAreLoadedWithTheirPhoto() async throws {
        try scene.add("DSCF0001.JPG", Self.photo(1, "2024:05:17 10:30:00"))
        try scene.add("DSCF0001.DNG", Self.raw("2024:05:17 10:30:00"))
        let library = try scene.open()
        try await scene.importAll(library)
        let folder = FilePath(scene.folder.path("out"))
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let names = try library.allLocalIdentifiers()
        for (attached, count) in [(false, 1), (true, 3)] {
            let outcomes = try await library.loadOriginals(of: names, to: folder, includingAttached: attached)
            #expect(outcomes.allSatisfy { (try? $0.get()) != nil })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string).count == count)
        }
        #expect(access(folder.appending("DSCF0001.DNG").string, F_OK) == 0)
    }

    @Test func burstsAreFoundByClockAndCamera() async throws {
        for (index, fraction) in ["00", "20", "40", "60"].enumerated() {
            try scene.add(FilePath("DSC_000\(index).JPG"), Self.photo(UInt64(index), subSeconds: fraction))
        }
        try scene.add("DSC_0009.JPG", Self.photo(9, "2024:05:17 11:00:00", subSeconds: "00"))
        let library = try scene.open()
        try await scene.importAll(library)
        var bursts: [String?] = []
        try library.forEachAsset { bursts.append($0.metadata.burstIdentifier) }
        #expect(bursts.count == 5)
        #expect(bursts.compactMap { $0 }.count == 4)
        #expect(Set(bursts.compactMap { $0 }).count == 1)
    }

    @Test func aDryRunSeesTheSame() async throws {
        try scene.add("DSCF0001.JPG", Self.photo(1))
        try scene.add("DSCF0001.DNG", Self.raw("2024:05:17 10:30:00"))
        let items = try await scene.importAll(dryRun: true).items
        #expect(items.map(\.role) == [.original, .alternatePhoto])
        #expect(items.allSatisfy { $0.status == .planned })
    }

    @Test func filesOfADeletedPhotoAreNotImported() async throws {
        try scene.add("IMG_1.JPG", Self.photo(1))
        try scene.add(
            "IMG_1.AAE",
            try Self.plist(["adjustmentFormatIdentifier": "com.apple.photo", "adjustmentData": Data([1])]))
        let library = try scene.open()
        try await scene.importAll(library)
        let asset = try #require(try library.allLocalIdentifiers().first)
        _ = try library.deleteAssets([asset])
        #expect(try await scene.importAll(library).summary.skipped == 2)
        #expect(try await library.purgeDeletedAssets([asset]) == [asset])
        #expect(try library.storedFiles().isEmpty)
        #expect(try await scene.importAll(library).summary.skipped == 2)
        #expect(try library.assetCount() == 0)
    }
}
