import TestSupport
import Testing

@testable import PhotoIngest

@Suite struct SourceNameTests {
    private func name(_ text: String) -> SourceName { SourceName(Array(text.utf8)) }

    @Test(
        "The parts of a name",
        arguments: [
            ("IMG_1234.JPG", "IMG_1234", 0, SourceName.Role.photo, nil),
            ("IMG_1234.HEIC", "IMG_1234", 0, .otherPhoto, nil),
            ("DSC_0042.NEF", "DSC_0042", 0, .raw, nil),
            ("IMG_E1234.JPG", "IMG_1234", 0, .editedPhoto, nil),
            ("IMG_E1234.MOV", "IMG_1234", 0, .editedVideo, nil),
            ("IMG_1234.MOV", "IMG_1234", 0, .video, nil),
            ("IMG_1234_HEVC.MOV", "IMG_1234", 0, .video, nil), ("IMG_1234_HEVC(1).MOV", "IMG_1234", 1, .video, nil),
            ("IMG_E1234_HEVC.MOV", "IMG_1234", 0, .editedVideo, nil),
            ("IMG_1234_HEVC.JPG", "IMG_1234_HEVC", 0, .photo, nil),
            ("IMG_1234.AAE", "IMG_1234", 0, .adjustments, nil),
            ("IMG_O1234.AAE", "IMG_1234", 0, .adjustments, nil),
            ("IMG_1234-edited.jpg", "IMG_1234", 0, .editedPhoto, nil),
            ("IMG_1234-edited(1).jpg", "IMG_1234", 1, .editedPhoto, nil),
            ("IMG_1234-bearbeitet.jpg", "IMG_1234", 0, .editedPhoto, nil),
            ("Plage-modifié.jpeg", "Plage", 0, .editedPhoto, nil),
            ("IMG_1234(1).jpg", "IMG_1234", 1, .photo, nil),
            ("IMG_1234 (2).jpg", "IMG_1234", 2, .photo, nil),
            ("IMG_1234.jpg.json", "IMG_1234", 0, .sidecar, "IMG_1234.jpg"),
            ("IMG_1234.jpg(1).json", "IMG_1234", 1, .sidecar, "IMG_1234(1).jpg"),
            ("IMG_1234.jpg.supplemental-metadata.json", "IMG_1234", 0, .sidecar, "IMG_1234.jpg"),
            ("IMG_1234.jpg.supplemental-metadata(1).json", "IMG_1234", 1, .sidecar, "IMG_1234(1).jpg"),
            ("IMG_1234.jpg.suppl.json", "IMG_1234", 0, .sidecar, "IMG_1234.jpg"),
            ("IMG_1234.xmp", "IMG_1234", 0, .sidecar, nil),
            ("IMG_1234.JPG.xmp", "IMG_1234", 0, .sidecar, "IMG_1234.JPG"),
            ("My.holiday.xmp", "My.holiday", 0, .sidecar, nil),
            ("PXL_20210101_120000000.MP.jpg", "PXL_20210101_120000000", 0, .photo, nil),
            ("PXL_20210101_120000000.MP", "PXL_20210101_120000000", 0, .video, nil),
            ("IMG_E12345678.JPG", "IMG_E12345678", 0, .photo, nil),
            ("IMG_EAST.JPG", "IMG_EAST", 0, .photo, nil),
            ("edited.jpg", "edited", 0, .photo, nil), ("(1).jpg", "(1)", 0, .photo, nil),
            ("C0001M01.XML", "C0001", 0, .accompaniment, nil),
            ("20240517_C0001M01.XML", "20240517_C0001", 0, .accompaniment, nil),
            ("M01.XML", "M01", 0, .accompaniment, nil), ("DJI_0001.SRT", "DJI_0001", 0, .accompaniment, nil),
            ("DSC_0001.WAV", "DSC_0001", 0, .accompaniment, nil),
            ("notes.txt", "notes", 0, .other, nil), ("README", "README", 0, .other, nil),
            (".jpg", ".jpg", 0, .other, nil), ("", "", 0, .other, nil), ("....", "...", 0, .other, nil),
        ] as [(String, String, Int, SourceName.Role, String?)])
    func parts(_ text: String, stem: String, number: Int, role: SourceName.Role, subject: String?) {
        let name = name(text)
        #expect(String(decoding: name.stem, as: UTF8.self) == stem)
        #expect(name.number == number)
        #expect(name.role == role)
        #expect(name.subject.map { String(decoding: $0, as: UTF8.self) } == subject)
    }

    @Test func burstsAreStated() {
        #expect(name("00000IMG_00000_BURST20190708091011500_COVER.jpg").statesBurst)
        #expect(name("IMG_20200101_120000_BURST001.jpg").statesBurst)
        #expect(name("20160101_120000_Burst01.jpg").statesBurst)
        #expect(!name("IMG_1234.JPG").statesBurst)
        #expect(!name("Paint_Burst.jpg").statesBurst)
    }

    private func isInOrder(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.withUnsafeBytes { a in b.withUnsafeBytes { SourceName.isInOrder(a, $0) } }
    }

    @Test func aShotsFilesAreNeighboursWithThePhotoFirst() {
        let names = [
            "IMG_0001.AAE", "IMG_0001.DNG", "IMG_0001.JPG", "IMG_0001.MOV", "IMG_0001.xmp", "IMG_0002.HEIC",
            "IMG_0002.MOV", "IMG_0010(1).jpg", "IMG_0010.jpg", "IMG_0010.jpg(1).json", "IMG_0010.jpg.json",
            "IMG_E0001.JPG", "IMG_E0001.MOV", "Thumbs.db", "a.jpg",
        ]
        let sorted = names.sorted { isInOrder(Array($0.utf8), Array($1.utf8)) }
        #expect(
            sorted == [
                "IMG_0001.JPG", "IMG_0001.DNG", "IMG_E0001.JPG", "IMG_0001.MOV", "IMG_E0001.MOV", "IMG_0001.AAE",
                "IMG_0001.xmp", "IMG_0002.HEIC", "IMG_0002.MOV", "IMG_0010.jpg", "IMG_0010.jpg.json",
                "IMG_0010(1).jpg", "IMG_0010.jpg(1).json", "Thumbs.db", "a.jpg",
            ])
    }

    @Test func theOrderIsTotal() {
        var random = Seeded(11)
        let pieces = [
            "IMG_", "E", "1", "12", "(1)", ".jpg", ".JPG", ".json", "-edited", ".MP", ".mov", " ", ".", "\u{0}", "é",
        ]
        var names: [[UInt8]] = [[0xFF, 0xFE], [0x2E], Array(repeating: 0x29, count: 255)]
        for _ in 0..<60 {
            let count = random.next() % 6
            let picked = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
            names.append(Array(picked.joined().utf8))
        }
        for a in names {
            #expect(!isInOrder(a, a))
            for b in names where a != b {
                #expect(isInOrder(a, b) != isInOrder(b, a), "\(a) \(b)")
                for c in names where isInOrder(a, b) && isInOrder(b, c) {
                    #expect(isInOrder(a, c), "\(a) \(b) \(c)")
                }
            }
        }
    }
}
