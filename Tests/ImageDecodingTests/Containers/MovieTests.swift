import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Videos that the tests build by the specifications of ISO/IEC 14496-12 and QuickTime.
@Suite struct MovieTests {
    /// 2019-07-08 09:10:11 UTC from 1904: `date -u -d '2019-07-08 09:10:11' +%s` and 2,082,844,800.
    private static let created = 1_562_577_011 + 2_082_844_800

    private func inspect(_ movie: [UInt8]..., brand: String = "qt  ") throws -> ImageReading {
        let media = Boxes.box("mdat", [UInt8](repeating: 7, count: 5000))
        return try ImageDecoder().inspect(
            .bytes(Boxes.fileType(brand) + media + Boxes.box("moov", movie.flatMap { $0 })))
    }

    @Test(arguments: [0, 1])
    func headerHasDurationAndInstant(version: Int) throws {
        let reading = try inspect(
            Boxes.movieHeader(created: Self.created, scale: 600, duration: 1500, version: version))
        #expect(reading.format == .video && reading.metadata.duration == 2.5)
        #expect(reading.metadata.captureTime?.description == "2019-07-08T09:10:11+00:00")
    }

    @Test func unknownTimesAreNil() throws {
        for duration in [0, 0xFFFF_FFFF] {
            let metadata = try inspect(Boxes.movieHeader(created: 0, scale: 600, duration: duration)).metadata
            #expect(metadata.duration == nil && metadata.captureTime == nil)
        }
        #expect(try inspect(Boxes.movieHeader(created: 0, scale: 0, duration: 5)).metadata.duration == nil)
        let long = Boxes.movieHeader(created: -1, scale: 1, duration: -1, version: 1)
        #expect(try inspect(long).metadata == ImageMetadata())
    }

    /// Phones write [0 1 -1 0] for a video that was held upright and is displayed turned clockwise.
    @Test(arguments: [
        ([1, 0, 0, 1], Orientation.up), ([0, 1, -1, 0], .right), ([-1, 0, 0, -1], .down), ([0, -1, 1, 0], .left),
        ([-1, 0, 0, 1], .upMirrored), ([2, 0, 0, 2], .up), ([1, 1, -1, 1], .up),
    ])
    func matrixIsTheOrientation(matrix: [Int], orientation: Orientation) throws {
        let reading = try inspect(Boxes.videoTrack(width: 1920, height: 1080, matrix: matrix))
        #expect(reading.storedSize == PixelSize(width: 1920, height: 1080))
        #expect(reading.metadata.orientation == orientation)
        #expect(reading.displayedSize?.width == (orientation.swapsAxes ? 1080 : 1920))
    }

    @Test func keysWinOverTheHeader() throws {
        let metadata = try inspect(
            Boxes.movieHeader(created: Self.created, scale: 600, duration: 600),
            Boxes.items([
                ("com.apple.quicktime.creationdate", "2019-07-08T11:10:11+0200"), ("com.apple.quicktime.make", "Apple"),
                ("com.apple.quicktime.model", "iPhone 11"),
                ("com.apple.quicktime.location.ISO6709", "-33.2600-070.5000+012.500/"),
                ("com.apple.quicktime.content.identifier", "1745E022"), ("com.apple.photos.captureMode", "Time-lapse"),
            ])
        ).metadata
        #expect(metadata.captureTime?.description == "2019-07-08T11:10:11+02:00")
        #expect(metadata.make == "Apple" && metadata.model == "iPhone 11" && metadata.contentIdentifier == "1745E022")
        #expect(metadata.location == ImageMetadata.Location(latitude: -33.26, longitude: -70.5, altitude: 12.5))
        #expect(metadata.subtypes == .videoTimelapse)
    }

    @Test func userDataHasTexts() throws {
        let metadata = try inspect(
            Boxes.box(
                "udta", Boxes.userText("©day", "2019-07-08T11:10:11+0200"), Boxes.userText("©mak", "Canon"),
                Boxes.userText("©mod", "G7"), Boxes.userText("©xyz", "+12.5-120.25/"), Boxes.userText("©nam", "Surf"),
                Boxes.number(0, 4))
        ).metadata
        #expect(metadata.captureTime?.description == "2019-07-08T11:10:11+02:00")
        #expect(metadata.make == "Canon" && metadata.model == "G7" && metadata.title == "Surf")
        #expect(metadata.location == ImageMetadata.Location(latitude: 12.5, longitude: -120.25))
    }

    @Test func manyFramesASecondAreAHighFrameRate() throws {
        #expect(
            try inspect(Boxes.videoTrack(width: 4, height: 4, frames: 240)).metadata.subtypes == .videoHighFrameRate)
        #expect(try inspect(Boxes.videoTrack(width: 4, height: 4, frames: 60)).metadata.subtypes == [])
    }

    @Test(arguments: [
        ("+48.8577+002.295/", 48.8577, 2.295), ("+4851.462+00217.700/", 48.8577, 2.295),
        ("-485127.72+0021742.0/", -48.8577, 2.295),
    ])
    func placesInDegreesMinutesAndSeconds(text: String, latitude: Double, longitude: Double) throws {
        let place = try inspect(Boxes.items([("com.apple.quicktime.location.ISO6709", text)])).metadata.location
        #expect(abs((place?.latitude ?? 0) - latitude) < 1e-9 && abs((place?.longitude ?? 0) - longitude) < 1e-9)
    }
}
