import PhotoModel
import SystemPackage
import Testing

@testable import PhotoIngest

@Suite struct BurstFinderTests {
    /// The bursts found among photos with these times, as `asset: first frame` in the order of the photos.
    private func bursts(
        _ times: [String], states: Bool = false,
        _ change: (Int, inout ImageMetadata, inout FilePath) -> Void = { _, _, _ in }
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
                statesBurst: states)
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
        #expect(bursts(["00", "01", "02"].map { "2024-05-17T10:00:" + $0 }, states: true).count == 3)
    }
}
