import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The pictures that are shown of videos.
@Suite struct VideoPosterTests {
    private static let whole = Rendition(side: .long, pixels: 65_500, quality: 90)
    private static let negative = SmallVideo.pixels.map { 255 - $0 }

    private func picture(_ video: SmallVideo) throws -> PixelBuffer {
        try ImageDecoder().pixels(.bytes(video.bytes), as: Self.whole)
    }

    /// Whether the samples are near those before coding; those of the two frames differ by 100 on average.
    private func isNear(_ picture: PixelBuffer, _ samples: [UInt8]) -> Bool {
        guard picture.samples.count == samples.count else { return false }
        let differences = zip(picture.samples, samples).map { abs(Int($0) - Int($1)) }
        return Double(differences.reduce(0, +)) / Double(samples.count) < 6
    }

    @Test(arguments: SmallVideo.Coding.allCases, [(true, false), (false, true)])
    func firstFrameIsShown(coding: SmallVideo.Coding, place: (isMovieFirst: Bool, hasLongPlaces: Bool)) throws {
        var video = SmallVideo(coding)
        (video.isMovieFirst, video.hasLongPlaces) = place
        let picture = try picture(video)
        #expect(picture.size == PixelSize(width: SmallVideo.side, height: SmallVideo.side) && picture.channels == 3)
        #expect(isNear(picture, SmallVideo.pixels))
        #expect(isWholeJPEG(Data(try ImageDecoder().render(.bytes(video.bytes), as: .thumbnail))))
    }

    /// A video is never compared with another file.
    @Test(arguments: SmallVideo.Coding.allCases)
    func videosHaveNoIdentity(coding: SmallVideo.Coding) throws {
        let (reading, luma) = try ImageDecoder().decode(SmallVideo(coding).bytes)
        #expect(reading.format == .video && reading.format.isDisplayable && !reading.format.isDecodable)
        #expect(reading.condition == .unsupported && reading.imageDataDigest == nil && luma.luma.isEmpty)
        #expect(reading.metadata.duration == 1 && reading.warnings.count == 1)
        #expect(reading.displayedSize == PixelSize(width: SmallVideo.side, height: SmallVideo.side))
    }

    @Test(arguments: ["avc3", "hev1"])
    func parameterSetsCanBeInTheSample(type: String) throws {
        let coding: SmallVideo.Coding = type == "avc3" ? .h264 : .hevc
        var video = SmallVideo(coding)
        video.entryType = type
        // H.264: after 6 bytes there is the set with its length of 16 bits, then 1 and the next set.
        if coding == .h264 {
            let record = video.configuration
            let length = Int(record[6]) << 8 | Int(record[7])
            let next = 8 + length + 1
            let sets = [record[8..<8 + length], record[next + 2..<next + 2 + Int(record[next + 1])]]
            video.configuration = record.prefix(5) + [0xE0, 0]
            video.samples[0] = sets.flatMap { Boxes.number($0.count, 4) + $0 } + video.samples[0]
        }
        #expect(isNear(try picture(video), SmallVideo.pixels))
    }

    // MARK: Key frames

    private func numbers(_ type: String, _ numbers: [Int]) -> [UInt8] {
        Boxes.full(type, numbers.flatMap { Boxes.number($0, 4) })
    }

    private func edits(_ edits: [(duration: Int, time: Int)], version: Int = 0) -> [UInt8] {
        let length = version == 1 ? 8 : 4
        let entries = edits.flatMap {
            Boxes.number($0.duration, length) + Boxes.number($0.time, length) + Boxes.number(1 << 16, 4)
        }
        return Boxes.box("edts", Boxes.full("elst", version: version, Boxes.number(edits.count, 4), entries))
    }

    @Test func framesThatAreNoKeyFramesArePassed() throws {
        var video = SmallVideo(.h264)
        video.tables["stss"] = numbers("stss", [1, 2])
        #expect(isNear(try picture(video), Self.negative))
    }

    @Test(arguments: [0, 1])
    func editsDetermineTheFirstFrame(version: Int) throws {
        var video = SmallVideo(.h264)
        video.tables["stss"] = numbers("stss", [2, 1, 2])
        // The second frame begins at 300.
        for (time, isSecond) in [(0, false), (1, true), (300, true), (5000, true)] {
            video.trackBoxes = edits([(10, -1), (300, time)], version: version)
            #expect(isNear(try picture(video), isSecond ? Self.negative : SmallVideo.pixels), "\(time)")
        }
        // The edit that encoders write if frames are displayed later than they are decoded.
        video.tables["ctts"] = numbers("ctts", [1, 2, 200])
        video.trackBoxes = edits([(600, 200)], version: version)
        #expect(isNear(try picture(video), SmallVideo.pixels))
    }

    /// Both frames are in one chunk, of all samples of one size or not.
    @Test func framesOfAChunkFollowEachOther() throws {
        var video = SmallVideo(.h264)
        video.tables["stss"] = numbers("stss", [1, 2])
        video.tables["stsc"] = numbers("stsc", [2, 1, 2, 1, 2, 1, 1])
        #expect(isNear(try picture(video), Self.negative))
        let count = video.samples.map(\.count).max() ?? 0
        // The units of a sample can be followed by others; type 12 fills up.
        video.samples = video.samples.map { sample in
            let missing = count + 8 - sample.count
            return sample + Boxes.number(missing - 4, 4) + [12] + [UInt8](repeating: 0xFF, count: missing - 5)
        }
        video.tables["stsz"] = numbers("stsz", [count + 8, 2])
        #expect(isNear(try picture(video), Self.negative))
    }

    @Test(arguments: [0, 1])
    func fragmentsHaveTheirOwnTables(hasDefaults: Int) throws {
        var video = SmallVideo(.h264)
        let size = video.samples[0].count
        for type in ["stts", "stsc", "stco"] { video.tables[type] = numbers(type, [0]) }
        video.tables["stsz"] = numbers("stsz", [0, 0])
        video.movieBoxes = Boxes.box("mvex", numbers("trex", [1, 1, 300, hasDefaults == 1 ? size : 0, 0]))
        video.samples.removeLast()
        // The sample is in `mdat`, which ends before the fragment.
        let start = video.bytes.count - size
        let header = Boxes.full("tfhd", flags: 0x1, Boxes.number(1, 4), Boxes.number(start, 8))
        let run = Boxes.full(
            "trun", flags: hasDefaults == 1 ? 0x1 : 0x305, Boxes.number(1, 4), Boxes.number(0, 4),
            hasDefaults == 1 ? [] : [0x02000000, 300, size].flatMap { Boxes.number($0, 4) })
        let fragment = Boxes.box("moof", Boxes.full("mfhd", Boxes.number(1, 4)), Boxes.box("traf", header, run))
        let pixels = try ImageDecoder().pixels(.bytes(video.bytes + fragment), as: Self.whole)
        #expect(isNear(pixels, SmallVideo.pixels))
    }

    // MARK: Tracks

    @Test(arguments: [([0, 1, -1, 0], Orientation.right), ([-1, 0, 0, -1], .down), ([0, -1, 1, 0], .left)])
    func matrixTurnsThePicture(matrix: [Int], orientation: Orientation) throws {
        var video = SmallVideo(.hevc)
        let upright = try picture(video)
        video.matrix = matrix
        let turned = try picture(video)
        let last = SmallVideo.side - 1
        func pixel(_ x: Int, _ y: Int, _ picture: PixelBuffer) -> ArraySlice<UInt8> {
            picture.samples[(y * SmallVideo.side + x) * 3..<(y * SmallVideo.side + x) * 3 + 3]
        }
        for (x, y) in [(0, 0), (5, 40), (last, 0), (20, last)] {
            let source: (Int, Int) =
                switch orientation {
                case .right: (y, last - x)
                case .left: (last - y, x)
                default: (last - x, last - y)
                }
            #expect(pixel(x, y, turned) == pixel(source.0, source.1, upright))
        }
    }

    @Test func pixelsCanBeWide() throws {
        var video = SmallVideo(.h264)
        video.displayedSize = (width: 128, height: 64)
        #expect(try picture(video).size == PixelSize(width: 64, height: 32))
        video.displayedSize = (width: 20, height: 60)
        #expect(try picture(video).size == PixelSize(width: 21, height: 64))
    }

    @Test func disabledTracksAreNotShown() throws {
        var video = SmallVideo(.h264)
        let handler = Boxes.full("hdlr", Boxes.number(0, 4), Array("vide".utf8), Boxes.number(0, 13))
        video.movieBoxes = Boxes.box(
            "trak", Boxes.trackHeader(320, 240, [1, 0, 0, 1], flags: 0), Boxes.box("mdia", handler))
        #expect(isNear(try picture(video), SmallVideo.pixels))
        #expect(try ImageDecoder().inspect(.bytes(video.bytes)).storedSize?.width == SmallVideo.side)
        // A video whose tracks are all disabled is shown nevertheless.
        video.movieBoxes = []
        video.flags = 0
        #expect(isNear(try picture(video), SmallVideo.pixels))
    }

    /// The box takes precedence over the coded picture, whose matrix is that of BT.601.
    ///
    /// QuickTime's box has no levels.
    @Test func colorsOfTheBoxAreUsed() throws {
        var video = SmallVideo(.h264)
        let plain = try picture(video)
        func colors(_ type: String, _ matrix: Int, _ range: [UInt8]) throws -> PixelBuffer {
            video.entryBoxes = Boxes.box("colr", Array(type.utf8), [0, 1, 0, 1], Boxes.number(matrix, 2), range)
            return try picture(video)
        }
        #expect(try colors("nclx", 6, [0]) == plain)
        #expect(try colors("nclc", 6, []) == plain)
        #expect(try colors("nclx", 1, [0]) != plain)
        #expect(try colors("nclc", 1, []) == colors("nclx", 1, [0]))
        #expect(try colors("nclx", 6, [0x80]) != plain)
    }

    @Test(arguments: [("msf1", SmallVideo.Coding.hevc, ImageFormat.heic), ("avis", .av1, .avif)])
    func imageSequencesWithoutItemsAreVideos(
        brand: String, coding: SmallVideo.Coding, format: ImageFormat
    ) throws {
        var video = SmallVideo(coding)
        (video.brand, video.handler) = (brand, "pict")
        #expect(isNear(try picture(video), SmallVideo.pixels))
        let (reading, luma) = try ImageDecoder().decode(video.bytes)
        #expect(reading.format == format && reading.condition == .unsupported && luma.luma.isEmpty)
    }

    // MARK: Limits

    @Test(arguments: SmallVideo.Coding.allCases)
    func limitsApply(coding: SmallVideo.Coding) throws {
        let source = ImageSource.bytes(SmallVideo(coding).bytes)
        var limits = DecodeLimits.standard
        limits.maxPixels = SmallVideo.side * SmallVideo.side - 1
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) {
            try ImageDecoder(limits: limits).render(source, as: .thumbnail)
        }
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) {
            try ImageDecoder(budget: DecoderMemoryBudget(bytes: 1000)).render(source, as: .thumbnail)
        }
        #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try ImageDecoder().render(source, as: .thumbnail, monitor: DecodeMonitor { _ in false })
        }
    }

    @Test(arguments: SmallVideo.Coding.allCases)
    func allThreadsGetTheSamePicture(coding: SmallVideo.Coding) async throws {
        let video = SmallVideo(coding)
        let expected = try picture(video)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { (try? ImageDecoder().pixels(.bytes(video.bytes), as: Self.whole)) == expected }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}
