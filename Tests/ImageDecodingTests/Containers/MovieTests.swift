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

    /// Some programs count from 1970.
    ///
    /// As in exiftool 12.57, such a time is one that would be before 1970 if it counted from 1904.
    @Test(
        arguments: [
            (1_562_577_011, "2019-07-08T09:10:11+00:00"), (1_338_281_706, "2012-05-29T08:55:06+00:00"),
            (2_082_844_799, "2036-01-01T23:59:59+00:00"), (2_082_844_800, "1970-01-01T00:00:00+00:00"),
        ], [0, 1])
    func timesCountedFrom1970(created: (seconds: Int, time: String), version: Int) throws {
        let header = Boxes.movieHeader(created: created.seconds, scale: 600, duration: 1500, version: version)
        #expect(try inspect(header).metadata.captureTime?.description == created.time)
    }

    /// A track whose movie states no time: the time of the track, and without one that of its media.
    @Test(
        arguments: [
            (1_562_577_011, 1_338_281_706, "2019-07-08T09:10:11+00:00"), (0, created, "2019-07-08T09:10:11+00:00"),
            (0, 0, nil),
        ] as [(Int, Int, String?)])
    func timesOfTheTrack(track: Int, media: Int, time: String?) throws {
        let video = Boxes.videoTrack(width: 4, height: 4, created: (track, media))
        let metadata = try inspect(Boxes.movieHeader(created: 0, scale: 600, duration: 600), video).metadata
        #expect(metadata.captureTime?.description == time)
        let stated = Boxes.movieHeader(created: 1_500_000_000, scale: 600, duration: 600)
        #expect(try inspect(stated, video).metadata.captureTime?.description == "2017-07-14T02:40:00+00:00")
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

    /// A text that states no time, or a place of zeros, does not hide another one.
    @Test func textsWithoutAValueAreSkipped() throws {
        let metadata = try inspect(
            Boxes.box(
                "udta", Boxes.userText("©day", "2019"), Boxes.box("date", Array("2019-07-08T11:10:11+0200".utf8))),
            Boxes.box("udta", Boxes.userText("©xyz", "+12.5-120.25/")),
            Boxes.items([("com.apple.quicktime.location.ISO6709", "+00.0000+000.0000+000.000/")])
        ).metadata
        #expect(metadata.captureTime?.description == "2019-07-08T11:10:11+02:00")
        #expect(metadata.location == ImageMetadata.Location(latitude: 12.5, longitude: -120.25))
    }

    @Test func zeroZeroIsNoPlace() throws {
        for text in ["+00.0000+000.0000/", "-00.0000-000.0000/", "+0000.0+00000.0/"] {
            #expect(try inspect(Boxes.box("udta", Boxes.userText("©xyz", text))).metadata.location == nil)
        }
        func loci(_ longitude: Int, _ latitude: Int) throws -> ImageMetadata.Location? {
            let fields = [longitude << 16, latitude << 16, 0].flatMap { Boxes.number($0, 4) }
            let place = Boxes.full("loci", Boxes.number(0x15C7, 2), [0, 0], fields)
            return try inspect(Boxes.box("udta", place)).metadata.location
        }
        #expect(try loci(0, 0) == nil)
        #expect(try loci(9, 0)?.longitude == 9)
    }

    @Test func manyFramesASecondAreAHighFrameRate() throws {
        #expect(
            try inspect(Boxes.videoTrack(width: 4, height: 4, frames: 240)).metadata.subtypes == .videoHighFrameRate)
        #expect(try inspect(Boxes.videoTrack(width: 4, height: 4, frames: 60)).metadata.subtypes == [])
    }

    @Test(arguments: [
        ("+48.8577+002.295/", 48.8577, 2.295), ("+4851.462+00217.700/", 48.8577, 2.295),
        ("-485127.72+0021742.0/", -48.8577, 2.295), ("+48,8577+002,2950/", 48.8577, 2.295),
        ("\u{2212}48.8577+2.295+0035CRSWGS_84/", -48.8577, 2.295),
    ])
    func placesInDegreesMinutesAndSeconds(text: String, latitude: Double, longitude: Double) throws {
        let place = try inspect(Boxes.items([("com.apple.quicktime.location.ISO6709", text)])).metadata.location
        #expect(abs((place?.latitude ?? 0) - latitude) < 1e-9 && abs((place?.longitude ?? 0) - longitude) < 1e-9)
    }

    /// ISO 6709 has no degrees of three or five digits of latitude.
    @Test(arguments: ["+048.5+002.295/", "+48512+002.295/", "+48.5+0022.95/", "48.5+002.295/", "+98.5+002.295/"])
    func otherTextsAreNoPlaces(text: String) throws {
        #expect(try inspect(Boxes.items([("com.apple.quicktime.location.ISO6709", text)])).metadata.location == nil)
    }
}
