import Foundation
import PhotoModel
import SystemPackage
import Testing

@testable import PhotoIngest

@Suite struct BurstFinderTests {
    /// The bursts found among photos with these times, as `asset: first frame` in the order of the photos.
    private func bursts(
        _ times: [String], _ change: (Int, inout ImageMetadata, inout FilePath) -> Void = { _, _, _ in },
        named name: (Int) -> String = { "IMG_\(1000 + $0).JPG" }
    ) -> [String] {
        var finder = BurstFinder()
        return times.enumerated().flatMap { index, time in
            var metadata = ImageMetadata()
            metadata.model = "X100"
            metadata.captureTime = CaptureTime(time)
            var folder: FilePath = "/card"
            change(index, &metadata, &folder)
            let frame = BurstFinder.Frame(
                asset: "\(index)", folder: folder, size: PixelSize(width: 40, height: 30), metadata: metadata,
                name: SourceName(Array(name(index).utf8)))
            return finder.add(frame).map { "\($0.asset): \($0.burst)" }
        }
    }

    private let quick = ["10:00:00.000", "10:00:00.200", "10:00:00.400", "10:00:00.600"].map { "2024-05-17T" + $0 }

    @Test func framesCloseAfterEachOtherAreABurst() {
        #expect(bursts(quick) == ["0: 0", "1: 0", "2: 0", "3: 0"])
        #expect(bursts(Array(quick.prefix(2))).isEmpty, "Two are no burst.")
        #expect(bursts(quick + ["2024-05-17T10:00:09.000"]).count == 4)
    }

    @Test func anythingElseInCommonIsNeeded() {
        #expect(bursts(quick) { index, metadata, _ in if index == 2 { metadata.model = "Other" } }.isEmpty)
        #expect(bursts(quick) { _, metadata, _ in metadata.model = nil }.isEmpty)
        #expect(bursts(quick) { index, _, folder in if index == 2 { folder = "/other" } }.isEmpty)
        #expect(bursts(quick.reversed()).isEmpty, "Clocks do not go back.")
        #expect(bursts(quick) { _, metadata, _ in metadata.burstIdentifier = "theirs" }.isEmpty)
    }

    @Test func withoutFractionsTwoASecondAreNeeded() {
        let times = ["00", "00", "01", "01", "02"].map { "2024-05-17T10:00:" + $0 }
        #expect(bursts(times).count == 5)
        #expect(bursts(["00", "01", "02", "03"].map { "2024-05-17T10:00:" + $0 }).isEmpty, "A patient finger.")
        #expect(
            bursts(["00", "01", "02"].map { "2024-05-17T10:00:" + $0 }, named: { "IMG_\($0)_BURST0\($0).jpg" }).count
                == 3)
    }

    // MARK: A common second is not sufficient

    private let second = Array(repeating: "2024-05-17T10:00:07", count: 5)

    @Test("Without fractions, the names of a camera or a phone show the order")
    func namesShowTheOrder() {
        for name in ["IMG_%04d.JPG", "DSC0%04d.JPG", "P517%04d.JPG", "20240517-DSC_%04d.jpg", "dscf%04d.jpg"] {
            #expect(bursts(second, named: { String(format: name, 101 + $0) }).count == 5, "\(name)")
        }
        for name in ["20240517_100007_%03d.jpg", "IMG_20240517_100007_%d.jpg", "20240517_100007(%d).jpg"] {
            #expect(bursts(second, named: { String(format: name, 1 + $0) }).count == 5, "\(name)")
        }
        #expect(bursts(second, named: { "IMG_\(1000 + 3 * $0).JPG" }).count == 5, "Frames between were deleted.")
        for name in [
            "scan%03d.jpg", "scan%04d.jpg", "Scan_%04d.jpg", "Scan_20240517_100007_%03d.jpg", "holiday%d.jpg", "%d.jpg",
            "2024-05-17-%04d.jpg",
        ] {
            #expect(bursts(second, named: { String(format: name, 101 + $0) }).isEmpty, "\(name)")
        }
        #expect(bursts(second, named: { "IMG_\(1000 + 100 * $0).JPG" }).isEmpty, "Other frames were between them.")
        #expect(bursts(second, named: { "\(["a", "b", "c", "d", "e"][$0]).jpg" }).isEmpty)
    }

    @Test("Photos with the time of an unset clock, or with a day only, are not a burst")
    func unsetClocks() {
        for time in [
            "1990-01-01T00:00:00", "2000-01-01T00:00:07", "2012-01-01T00:00:07.000", "1990-06-15T00:00:00",
            "1990-06-15T12:00:00", "1990-06-15T12:00:00.000",
        ] {
            #expect(bursts(Array(repeating: time, count: 5)).isEmpty, "\(time)")
        }
        let fireworks = ["00.1", "00.3", "00.5", "00.7"].map { "2024-01-01T00:00:" + $0 + "00" }
        #expect(bursts(fireworks).count == 4, "Fractions advance only on a running clock.")
    }

    @Test("Equal fractions are no evidence")
    func equalFractions() {
        let times = Array(repeating: "2024-05-17T10:00:07.000", count: 5)
        #expect(bursts(times, named: { "picture\($0).jpg" }).isEmpty)
        #expect(bursts(times).count == 5, "The names are.")
    }

    @Test(arguments: ["Perfection V600", "CanoScan 9000F", "HP Scanjet G4010", "MG5300 series", "OpticFilm 8200i"])
    func scannersTakeNoBursts(model: String) {
        #expect(bursts(second) { _, metadata, _ in metadata.model = model }.isEmpty)
        #expect(bursts(quick) { _, metadata, _ in metadata.model = model }.isEmpty)
    }
}
