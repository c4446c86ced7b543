import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Videos that are cut, changed, or lie about their parts.
@Suite struct HostileVideoTests {
    /// A low limit, so that a changed size is not a large picture.
    private static let limits: DecodeLimits = {
        var limits = DecodeLimits.standard
        limits.maxPixels = 1 << 20
        return limits
    }()

    private func message(_ bytes: [UInt8]) -> String? {
        do {
            _ = try ImageDecoder(limits: Self.limits).render(.bytes(bytes), as: .thumbnail)
            return nil
        } catch {
            #expect(error.code == .unsupportedFile || error.code == .limitExceeded)
            return error.message
        }
    }

    @Test(arguments: SmallVideo.Coding.allCases, [true, false])
    func cutVideosHaveNoPicture(coding: SmallVideo.Coding, isMovieFirst: Bool) {
        var video = SmallVideo(coding)
        video.isMovieFirst = isMovieFirst
        let bytes = video.bytes
        // The first sample ends before the second.
        let end = isMovieFirst ? bytes.count - video.samples[1].count : bytes.count
        for count in stride(from: 12, to: end - 1, by: isMovieFirst ? 7 : 29) {
            let message = message(Array(bytes.prefix(count)))
            // Tables at the end of a cut file can be whole.
            if isMovieFirst { #expect(message != nil, "\(count)") }
        }
    }

    @Test(arguments: SmallVideo.Coding.allCases)
    func changedVideosAreHarmless(coding: SmallVideo.Coding) throws {
        let original = SmallVideo(coding).bytes
        var random = Seeded(UInt64(original.count))
        for _ in 0..<LongTests.count(300, all: 4000) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = message(bytes)
        }
    }

    /// Each table with each 32 bits replaced by large numbers, zero and ones.
    @Test func numbersInTablesLie() {
        func table(_ type: String, _ numbers: [Int]) -> [UInt8] {
            Boxes.full(type, numbers.flatMap { Boxes.number($0, 4) })
        }
        let tables: [(String, [Int])] = [
            ("stss", [2, 1, 2]), ("stts", [1, 2, 300]), ("ctts", [1, 2, 200]), ("stsc", [2, 1, 1, 1, 2, 1, 1]),
            ("stsz", [0, 2, 231, 318]), ("stco", [2, 700, 931]),
        ]
        for (type, numbers) in tables {
            for index in numbers.indices {
                for lie in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
                    var video = SmallVideo(.h264)
                    for (type, numbers) in tables.prefix(3) { video.tables[type] = table(type, numbers) }
                    let edit = Boxes.full("elst", Boxes.number(1, 4), Boxes.number(300, 4), Boxes.number(250, 4))
                    video.trackBoxes = Boxes.box("edts", edit + Boxes.number(1 << 16, 4))
                    var numbers = numbers
                    numbers[index] = lie
                    video.tables[type] = table(type, numbers)
                    _ = message(video.bytes)
                }
            }
        }
    }

    @Test func placesOfSamplesLie() {
        var video = SmallVideo(.h264)
        video.hasLongPlaces = true
        for place in [Int.max, Int.max - 100, -1, 1 << 40] {
            let table = Boxes.full("co64", Boxes.number(1, 4), Boxes.number(place, 8))
            video.tables["stco"] = table
            #expect(message(video.bytes) != nil)
        }
        video.tables["stco"] = []
        #expect(message(video.bytes)?.contains("no key frame") == true)
    }

    @Test func chunksWithoutOrder() {
        for runs in [[1, 0, 1, 1], [2, 5, 1, 1, 1, 1, 1], [2, 1, 0, 1, 2, 1, 1], [0], [1, 1, 1, 0], [1, 1, 1, 9]] {
            var video = SmallVideo(.h264)
            video.tables["stsc"] = Boxes.full("stsc", runs.flatMap { Boxes.number($0, 4) })
            #expect(message(video.bytes) != nil, "\(runs)")
        }
    }

    @Test func fragmentsLie() {
        for flags in [0x0, 0x1, 0x205, 0xFFF] {
            for number in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var video = SmallVideo(.h264)
                video.tables["stsz"] = Boxes.full("stsz", Boxes.number(0, 8))
                video.movieBoxes = Boxes.box(
                    "mvex", Boxes.full("trex", [1, 1, 300, number, 0].flatMap { Boxes.number($0, 4) }))
                let header = Boxes.full(
                    "tfhd", flags: flags & 0x3F, Boxes.number(1, 4), Boxes.number(number << 31, 8),
                    Boxes.number(number, 4), Boxes.number(number, 4), Boxes.number(number, 4))
                let run = Boxes.full("trun", flags: flags, (0..<6).flatMap { _ in Boxes.number(number, 4) })
                _ = message(video.bytes + Boxes.box("moof", Boxes.box("traf", header, run)))
            }
        }
    }

    /// Without a check before, the decoder would allocate the memory for the coded picture.
    @Test(arguments: SmallVideo.Coding.allCases)
    func codedPicturesLargerThanStatedAreRefused(coding: SmallVideo.Coding) throws {
        let (picture, side) = (LargeCodedPicture(coding), LargeCodedPicture.side)
        let files: [(Int, Int) -> [UInt8]] = [picture.video, picture.heif]
        for file in files {
            #expect(message(file(side, side)) == nil)
            #expect(message(file(side - 8, side - 2)) == nil)
            for (width, height) in [(64, 64), (side, 64), (64, side)] {
                #expect(message(file(width, height))?.contains("larger than the file states") == true)
            }
        }
    }

    /// Empty units need more memory than their lengths.
    @Test(arguments: [SmallVideo.Coding.h264, .hevc])
    func tooManyUnitsAreRefused(coding: SmallVideo.Coding) {
        var video = SmallVideo(coding)
        let units = [UInt8](repeating: 0, count: 4 * 65_536)
        video.samples = [units + video.samples[0]]
        #expect(message(video.bytes)?.contains("units") == true)
        video.samples = [units.dropLast(4 * 1000) + SmallVideo(coding).samples[0]]
        #expect(message(video.bytes) == nil)
    }

    @Test func webPLargerThanItsCanvasIsRefused() throws {
        let picture = SmallCodedPicture.lossyWebP.bytes
        func file(_ width: Int, _ height: Int) -> [UInt8] {
            func little(_ number: Int, _ count: Int) -> [UInt8] { Boxes.number(number, count).reversed() }
            let header =
                Array("VP8X".utf8) + little(10, 4) + little(0, 4) + little(width - 1, 3) + little(height - 1, 3)
            let body = Array("WEBP".utf8) + header + picture.dropFirst(12)
            return Array("RIFF".utf8) + little(body.count, 4) + body
        }
        #expect(message(file(32, 24)) == nil)
        for (width, height) in [(16, 16), (32, 25), (31, 24), (9000, 24)] {
            #expect(message(file(width, height)) != nil)
        }
    }

    @Test func otherKindsOfVideosSayWhy() {
        var video = SmallVideo(.h264)
        video.entryType = "vp09"
        #expect(message(video.bytes)?.contains("“vp09”") == true)
        video = SmallVideo(.h264)
        video.tables["stss"] = Boxes.full("stss", Boxes.number(0, 4))
        #expect(message(video.bytes)?.contains("no key frame") == true)
        for (set, reason) in [
            (SequenceSets.interlaced, "Interlaced"), (SequenceSets.tenBits, "8 bits"),
            (SequenceSets.halfColors, "8 bits"),
        ] {
            video = SmallVideo(.h264)
            video.configuration = [1, 100, 0, 30, 0xFF, 0xE1] + Boxes.number(set.count, 2) + set + [0]
            video.size = (320, 240)
            #expect(message(video.bytes)?.contains(reason) == true)
        }
    }

    /// The key frame is in front of a hole of 100 GB, and the movie behind it: reading all would not end.
    @Test func onlyTheNeededBytesAreRead() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("large.mov")
        var video = SmallVideo(.h264)
        video.isMovieFirst = false
        let bytes = video.bytes
        let data = video.samples.reduce(0) { $0 + $1.count }
        let movie = Boxes.fileType(video.brand).count + 8 + data
        let hole = 100_000_000_000
        // The size of `mdat` in 64 bits, and in front of it a box without a meaning that keeps the places of the
        // samples.
        let head = Boxes.fileType(video.brand)
        let extended = Boxes.number(1, 4) + Array("mdat".utf8) + Boxes.number(hole - head.count, 8)
        video.tables["stco"] = Boxes.full(
            "stco", Boxes.number(2, 4), Boxes.number(head.count + 16, 4),
            Boxes.number(head.count + 16 + video.samples[0].count, 4))
        let tail = video.bytes.dropFirst(movie)
        #expect(bytes.count > movie)
        try folder.write(head + extended + video.samples.flatMap { $0 }, to: "large.mov")
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        let written = Array(tail).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, hole) }
        try #require(written == tail.count)
        let source = ImageSource.file(descriptor: descriptor, size: hole + written)
        let pixels = try ImageDecoder().pixels(source, as: Rendition(side: .long, pixels: 64, quality: 90))
        #expect(pixels.size.width == SmallVideo.side)
        #expect(try ImageDecoder().inspect(source).metadata.duration == 1)
    }
}
