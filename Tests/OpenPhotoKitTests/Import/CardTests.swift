import Foundation
import MessageSupport
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoIngest

/// Imports and checks of cards in the layouts of real cameras, and of phones.
@Suite struct CardTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    /// A file of the camera's own, without the bytes of a picture.
    private static let index = Array("index of a camera".utf8)

    private static func video(_ seconds: Int) -> [UInt8] { GroupedImportTests.video(seconds: seconds) }

    /// The first packets of an AVCHD recording: a program association table, and the start of a program map.
    private static func recording(_ seed: UInt8) -> [UInt8] {
        let table: [UInt8] = [0, 0, 0, 0, 0x47, 0x40, 0, 0x10, 0, 0, 0xB0, 0x11, 0, 0, 0xC1, 0, 0]
        let map: [UInt8] = [0, 0, 0, 0, 0x47, 0x41, 0, 0x10, 0, 2, 0xB0, 0x17]
        return [table, map].flatMap { $0 + [UInt8](repeating: seed, count: 192 - $0.count) }
    }

    private static func clip(_ number: Int) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.00">
            <Duration value="\(number)"/></NonRealTimeMeta>
            """.utf8)
    }

    private static let subtitles = Array("1\n00:00:00,000 --> 00:00:00,033\n[iso : 100]\n".utf8)

    private static func sound(_ count: Int = 100) -> [UInt8] {
        Array("RIFF".utf8) + Boxes.number(count, 4) + Array("WAVEfmt ".utf8) + [UInt8](repeating: 7, count: count)
    }

    /// The names of the skipped files of each reason.
    private func skipped(_ items: [ImportItem]) -> [String: [String]] {
        let skipped = items.filter { $0.status == .skipped }
        return Dictionary(grouping: skipped) { $0.skipReason?.rawValue ?? "" }
            .mapValues { $0.compactMap { $0.path.lastComponent?.string }.sorted() }
    }

    /// The names of the files of each asset.
    private func assets(_ library: OwnedLibrary) throws -> [String] {
        var assets: [String] = []
        try library.forEachAsset { asset in
            assets.append(asset.resources.compactMap { $0.originalFilename?.string }.joined(separator: " "))
        }
        return assets.sorted()
    }

    private func check(_ library: OwnedLibrary, _ filter: PathFilter = PathFilter()) throws -> (
        summary: SafeSummary, notSafe: [String]
    ) {
        let files = Gathered<SafeFile>()
        try library.checkSafetyAndWait(of: [scene.source], filter: filter) { files.append($0) }
        var summary = SafeSummary()
        files.all.forEach { summary.count($0) }
        return (
            summary, files.all.filter { $0.status == .notSafe }.compactMap { $0.path.lastComponent?.string }.sorted()
        )
    }

    private struct Card: CustomTestStringConvertible {
        let name: String
        let files: [(FilePath, [UInt8])]
        let assets: [String]
        let housekeeping: [String]
        var testDescription: String { name }
    }

    private static let cards = [
        Card(
            name: "Canon",
            files: [
                ("DCIM/100CANON/IMG_0001.JPG", TestPhoto.jpeg(1)), ("DCIM/100CANON/MVI_0002.AVI", video(2)),
                ("DCIM/100CANON/MVI_0002.THM", TestPhoto.jpeg(2, width: 160, height: 120)),
                ("DCIM/100CANON/IMG_0001.WAV", sound()), ("DCIM/CANONMSC/M0100.CTG", index),
                ("MISC/AUTPRINT.MRK", index),
            ], assets: ["IMG_0001.JPG IMG_0001.WAV", "MVI_0002.AVI"],
            housekeeping: ["AUTPRINT.MRK", "M0100.CTG", "MVI_0002.THM"]),
        Card(
            name: "Sony",
            files: [
                ("DCIM/100MSDCF/DSC00001.JPG", TestPhoto.jpeg(1)), ("AVF_INFO/AVIN0001.INP", index),
                ("AVF_INFO/AVIN0001.BNP", index), ("PRIVATE/M4ROOT/CLIP/C0001.MP4", video(2)),
                ("PRIVATE/M4ROOT/CLIP/C0001M01.XML", clip(1)), ("PRIVATE/M4ROOT/SUB/C0001S03.MP4", video(3)),
                ("PRIVATE/M4ROOT/THMBNL/C0001T01.JPG", TestPhoto.jpeg(2)), ("PRIVATE/M4ROOT/MEDIAPRO.XML", index),
                ("PRIVATE/M4ROOT/STATUS.BIN", index), ("PRIVATE/SONY/SONYCARD.IND", index),
            ], assets: ["C0001.MP4 C0001M01.XML", "DSC00001.JPG"],
            housekeeping: [
                "AVIN0001.BNP", "AVIN0001.INP", "C0001S03.MP4", "C0001T01.JPG", "MEDIAPRO.XML", "SONYCARD.IND",
                "STATUS.BIN",
            ]),
        Card(
            name: "Panasonic",
            files: [
                ("DCIM/100_PANA/P1000001.JPG", TestPhoto.jpeg(1)),
                ("PRIVATE/AVCHD/BDMV/STREAM/00000.MTS", recording(1)),
                ("PRIVATE/AVCHD/BDMV/STREAM/00001.MTS", recording(2)),
                ("PRIVATE/AVCHD/BDMV/CLIPINF/00000.CPI", index), ("PRIVATE/AVCHD/BDMV/PLAYLIST/00000.MPL", index),
                ("PRIVATE/AVCHD/BDMV/INDEX.BDM", index), ("PRIVATE/AVCHD/AVCHDTN/THUMB.TID", index),
                ("SD_VIDEO/PRG001/PRG001.PGI", index), ("SD_VIDEO/PRG001/MOV001.MOI", index),
            ], assets: ["00000.MTS", "00001.MTS", "P1000001.JPG"],
            housekeeping: ["00000.CPI", "00000.MPL", "INDEX.BDM", "MOV001.MOI", "PRG001.PGI", "THUMB.TID"]),
        Card(
            name: "GoPro",
            files: [
                ("DCIM/100GOPRO/GX010001.MP4", video(2)), ("DCIM/100GOPRO/GX010001.THM", TestPhoto.jpeg(1)),
                ("DCIM/100GOPRO/GL010001.LRV", video(3)), ("DCIM/100GOPRO/GOPR0002.JPG", TestPhoto.jpeg(2)),
                ("DCIM/100GOPRO/GOPR0003.MP4", video(4)), ("DCIM/100GOPRO/GOPR0003.LRV", video(5)),
                ("DCIM/100GOPRO/GOPR0003.WAV", sound(2 << 20)), ("MISC/version.txt", index),
            ], assets: ["GOPR0002.JPG", "GOPR0003.MP4 GOPR0003.WAV", "GX010001.MP4"],
            housekeeping: ["GL010001.LRV", "GOPR0003.LRV", "GX010001.THM", "version.txt"]),
        Card(
            name: "DJI",
            files: [
                ("DCIM/100MEDIA/DJI_0001.MP4", video(2)), ("DCIM/100MEDIA/DJI_0001.SRT", subtitles),
                ("DCIM/100MEDIA/DJI_0001.LRF", video(3)), ("DCIM/100MEDIA/DJI_0002.JPG", TestPhoto.jpeg(1)),
                ("MISC/THM/100/DJI_0001.THM", TestPhoto.jpeg(2)), ("MISC/THM/100/DJI_0001.SCR", TestPhoto.jpeg(3)),
                ("MISC/IDX/100/DJI_0001.IDX", index),
            ], assets: ["DJI_0001.MP4 DJI_0001.SRT", "DJI_0002.JPG"],
            housekeeping: ["DJI_0001.IDX", "DJI_0001.LRF", "DJI_0001.SCR", "DJI_0001.THM"]),
    ]

    @Test(arguments: cards.indices) func theCardOfACamera(_ index: Int) async throws {
        let card = Self.cards[index]
        for (path, bytes) in card.files { try scene.add(path, bytes) }
        let library = try scene.open()
        let before = try check(library)
        #expect(before.summary.housekeeping == card.housekeeping.count)
        #expect(before.summary.notSafe == card.files.count - card.housekeeping.count)
        let planned = try await scene.importAll(library, dryRun: true)
        #expect(planned.summary.plannedAssets == card.assets.count)
        let (items, summary) = try await scene.importAll(library)
        #expect(try assets(library) == card.assets, "\(card.name)")
        #expect(skipped(items) == ["housekeeping": card.housekeeping], "\(card.name)")
        #expect(summary.failed == 0)
        let after = try check(library)
        #expect(after.summary.isSafe, "\(card.name): \(after.notSafe)")
        #expect(after.summary.housekeeping == card.housekeeping.count)
        #expect(try await scene.importAll(library).summary.skips == [.housekeeping: card.housekeeping.count])
    }

    /// A second import finds the small copies without their videos.
    @Test(arguments: cards.indices) func movingACardLeavesOnlyHousekeeping(_ index: Int) async throws {
        let card = Self.cards[index]
        for (path, bytes) in card.files { try scene.add(path, bytes) }
        let library = try scene.open()
        _ = try await scene.importAll(library, mode: .move)
        let (items, summary) = try await scene.importAll(library, mode: .move)
        #expect(skipped(items) == ["housekeeping": card.housekeeping], "\(card.name)")
        #expect(summary.assets == 0)
        #expect(try assets(library) == card.assets)
        #expect(try check(library).summary.notSafe == 0)
    }

    @Test func recordingsAreVideos() async throws {
        try scene.add("AVCHD/BDMV/STREAM/00000.MTS", Self.recording(1))
        let library = try scene.open()
        #expect(try await scene.importAll(library).summary.unknownByExtension.isEmpty)
        #expect(try library.fetchAssets(AssetQuery(.mediaType(.video))).count == 1)
    }

    // MARK: Files of a person

    /// Each has a name of housekeeping and is a picture or a video that the library must get.
    @Test func aPersonsPictureIsNeverHousekeeping() async throws {
        let names: [FilePath] = [
            // A small picture is all that is left of a lost video.
            "DCIM/100CANON/MVI_0009.THM", "DCIM/100CANON/M0100.CTG", "MISC/IMG_0001.JPG", "MISC/M0100.BIN",
            "DCIM/100GOPRO/GL010009.LRV", "PRIVATE/M4ROOT/CLIP/C0002.MP4", "PRIVATE/M4ROOT/SUB/C0009S03.MP4",
            "PRIVATE/M4ROOT/THMBNL/C0009T01.JPG", "PRIVATE/M4ROOT/SUB/holiday.MP4", "Holiday/MISC/a.jpg",
            "Holiday/SUB/C0002S03.MP4", "Holiday/b.THM",
        ]
        for (number, name) in names.enumerated() {
            try scene.add(
                name, ["MP4", "LRV"].contains(name.extension) ? Self.video(number + 1) : TestPhoto.jpeg(UInt64(number)))
        }
        // A picture of the same name is no video.
        try scene.add("Holiday/b.JPG", TestPhoto.jpeg(99))
        let library = try scene.open()
        #expect(try check(library).summary.housekeeping == 0)
        #expect(try check(library).summary.notSafe == names.count + 1)
        let (items, summary) = try await scene.importAll(library)
        #expect(skipped(items).isEmpty)
        #expect(summary.assets == names.count + 1)
        #expect(try check(library).summary.isSafe)
    }

    /// Files that no card has, with names of housekeeping, are named as files that no import stores.
    @Test func aPersonsDocumentsAreNotHousekeeping() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        for name in ["beam.inp", "list.ind", "M4ROOT/letter.txt"] {
            try scene.add(FilePath("Work").pushing(FilePath(name)), Self.index)
        }
        let library = try scene.open()
        #expect(skipped(try await scene.importAll(library).items)["housekeeping"] == nil)
        #expect(try check(library).notSafe == ["beam.inp", "letter.txt", "list.ind"])
    }

    /// A person may put a document into a folder that the camera uses for itself.
    @Test func aDocumentInACamerasFolderIsNotHousekeeping() async throws {
        let documents: [FilePath] = [
            "MISC/letter.doc", "MISC/notes", "MISC/THM/list.txt", "AVF_INFO/letter.pdf", "PRIVATE/M4ROOT/will.docx",
            "PRIVATE/M4ROOT/SUB/cut.txt",
        ]
        try scene.add("DCIM/100CANON/IMG_0001.JPG", TestPhoto.jpeg(1))
        try scene.add("PRIVATE/M4ROOT/CLIP/C0001.MP4", Self.video(2))
        try scene.add("MISC/AUTPRINT.MRK", Self.index)
        for name in documents { try scene.add(name, Self.index) }
        let library = try scene.open()
        #expect(skipped(try await scene.importAll(library).items)["housekeeping"] == ["AUTPRINT.MRK"])
        let checked = try check(library)
        #expect(checked.notSafe == documents.compactMap { $0.lastComponent?.string }.sorted())
        #expect(!checked.summary.isSafe)
    }

    /// The owner has the last word.
    @Test func aNamedFileIsImported() async throws {
        try scene.add("MVI_0001.AVI", Self.video(1))
        let small = try scene.add("MVI_0001.THM", TestPhoto.jpeg(1))
        let library = try scene.open()
        #expect(try await scene.importAll(library, [small]).summary.assets == 1)
    }

    // MARK: Sounds and texts

    @Test func soundsAndTextsWithoutTheirPhotoAreSkipped() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("song.wav", Self.sound())
        try scene.add("film.srt", Self.subtitles)
        try scene.add("a.xml", Array("<?xml version=\"1.0\"?>\n<letter/>".utf8))
        let library = try scene.open()
        #expect(skipped(try await scene.importAll(library).items) == ["notAPhoto": ["a.xml", "film.srt", "song.wav"]])
        #expect(try assets(library) == ["a.jpg"])
    }

    /// The photo of a sound may have been imported earlier.
    @Test func aSoundIsAttachedLater() async throws {
        try scene.add("DSC_0001.JPG", TestPhoto.jpeg(1))
        let library = try scene.open()
        _ = try await scene.importAll(library)
        try scene.add("DSC_0001.WAV", Self.sound())
        #expect(try await scene.importAll(library).items.first { $0.role == .sidecar }?.status == .imported)
        #expect(try assets(library) == ["DSC_0001.JPG DSC_0001.WAV"])
    }

    @Test func soundsStayWithTheirPhotosInANewCatalogue() async throws {
        try scene.add("GOPR0003.MP4", Self.video(4))
        try scene.add("GOPR0003.WAV", Self.sound(2 << 20))
        _ = try await scene.importAll()
        try scene.waitUntilClosed()
        _ = try await OwnedLibrary.repair(at: scene.libraryPath, rebuild: true) { _ in }
        #expect(try assets(scene.open()) == ["GOPR0003.MP4 GOPR0003.WAV"])
    }

    // MARK: Phones

    @Test func filesThatAPhoneDeletedOrDidNotComplete() async throws {
        try scene.add("DCIM/Camera/IMG_1.jpg", TestPhoto.jpeg(1))
        try scene.add("DCIM/Camera/.trashed-1718000000-IMG_2.jpg", TestPhoto.jpeg(2))
        try scene.add("DCIM/Camera/.pending-1718000000-IMG_3.jpg", TestPhoto.jpeg(3))
        // Names that only look like these.
        try scene.add("DCIM/Camera/.trashed-IMG_4.jpg", TestPhoto.jpeg(4))
        try scene.add("DCIM/Camera/.pending-1718000000.jpg", TestPhoto.jpeg(5))
        let library = try scene.open()
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.assets == 3)
        #expect(
            skipped(items) == [
                "deletedOnDevice": [".trashed-1718000000-IMG_2.jpg"], "incomplete": [".pending-1718000000-IMG_3.jpg"],
            ])
        // They may be the only copies.
        #expect(
            try check(library).notSafe == [".pending-1718000000-IMG_3.jpg", ".trashed-1718000000-IMG_2.jpg"])
        let excluded = try check(
            library, PathFilter(exclude: [".trashed-*-IMG_2.jpg", "DCIM/Camera/.pending-*-IMG_3.jpg"]))
        #expect(excluded.summary.isSafe && excluded.summary.excluded == 2)
    }

    /// The day in the name is the day on which the phone received the picture.
    @Test func namesOfWhatsAppGiveNoCaptureTime() async throws {
        try scene.add("WhatsApp Images/IMG-20240517-WA0001.jpg", TestPhoto.jpeg(1))
        try scene.add("WhatsApp Images/.Statuses/1.jpg", TestPhoto.jpeg(2))
        let library = try scene.open()
        let (items, _) = try await scene.importAll(library)
        #expect(skipped(items) == ["hiddenFolder": [".Statuses"]])
        #expect(try library.fetchAssets(AssetQuery()).map(\.captureTime) == [nil])
        // Patterns are compared with paths below the checked folder, also in hidden folders.
        let filter = PathFilter(exclude: ["WhatsApp Images/.Statuses/*"])
        let checked = try check(library, filter)
        #expect(checked.summary.isSafe && checked.summary.excluded == 1)
    }
}
