import Foundation
import ImageDecoding
import LocationRemoval
import TestSupport
import Testing

/// Places that exiftool wrote into real files are removed, and nothing else.
@Suite(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
struct ExiftoolTests {
    struct Sample: CustomTestStringConvertible {
        let path: String
        let arguments: [String]
        var testDescription: String { path + " " + (arguments.first ?? "") }
    }

    static let samples: [Sample] = {
        let jpegs = [
            "deb-exiftool/Image-ExifTool-13.25/t/images/Canon.jpg",
            "deb-exiftool/Image-ExifTool-13.25/t/images/GPS.jpg",
            "deb-exiftool/Image-ExifTool-13.25/t/images/Nikon.jpg",
            "deb-exiftool/Image-ExifTool-13.25/t/images/Panasonic.jpg",
            "deb-exiftool/Image-ExifTool-13.25/t/images/Sony.jpg",
            "deb-exiftool/Image-ExifTool-13.25/t/images/Olympus.jpg",
        ]
        let png = "pngsuite-lunapaint/png/exif2c08.png"
        let plain = "pngsuite-lunapaint/png/basn2c08.png"
        var samples: [Sample] = []
        for arguments in [
            TestPlace.exif, TestPlace.xmp, TestPlace.iptc, TestPlace.exif + TestPlace.xmp + TestPlace.iptc,
            ["-api", "ByteOrder=II"] + TestPlace.exif, ["-ExifByteOrder=MM"] + TestPlace.exif,
        ] {
            samples += jpegs.map { Sample(path: $0, arguments: arguments) }
            samples += [png, plain].map { Sample(path: $0, arguments: arguments) }
        }
        // Extended XMP.
        let long = String(repeating: "long description ", count: 5000)
        samples.append(Sample(path: jpegs[0], arguments: TestPlace.xmp + ["-XMP-dc:Description=" + long]))
        // Compressed chunks.
        samples.append(Sample(path: plain, arguments: ["-z"] + TestPlace.xmp))
        return samples
    }()

    @Test(
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
        arguments: LongTests.every(10, of: samples.indices))
    func removesOnlyPlaces(index: Int) throws {
        let sample = Self.samples[index]
        let folder = try TemporaryFolder()
        let name = "photo." + (sample.path as NSString).pathExtension
        try folder.write(try Corpus.bytes(of: sample.path), to: name)
        let plain = try Exiftool.tags(folder.path(name)).filter { !Exiftool.isPlace($0) }
        try Exiftool.write(sample.arguments, to: folder.path(name))
        // exiftool compresses IPTC in a PNG, and a compressed chunk goes as a whole.
        let isCompressed =
            sample.arguments.first == "-z"
            || name.hasSuffix("png") && sample.arguments.contains { $0.hasPrefix("-IPTC") }
        try expectRemoval(of: folder.path(name), keepsOtherTags: !isCompressed)
        #expect(!plain.isEmpty)
    }

    /// A thumbnail with its own coordinates.
    @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func removesFromThumbnail() throws {
        let folder = try TemporaryFolder()
        let jpeg = try Corpus.bytes(of: "deb-exiftool/Image-ExifTool-13.25/t/images/Canon.jpg")
        try folder.write(jpeg, to: "thumbnail.jpg")
        try folder.write(jpeg, to: "photo.jpg")
        try Exiftool.write(TestPlace.exif, to: folder.path("thumbnail.jpg"))
        try Exiftool.write(["-ThumbnailImage<=" + folder.path("thumbnail.jpg")], to: folder.path("photo.jpg"))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("photo.jpg"))))
        #expect(TestPlace.isIn(bytes))
        #expect(!TestPlace.isIn(try withoutPlaces(bytes)))
    }

    /// A video as QuickTime stores places in three ways, and as XMP.
    @Test(arguments: [
        ["-Keys:GPSCoordinates=48.123456, 11.582203, 519"], ["-UserData:GPSCoordinates=48.123456, 11.582203, 519"],
        ["-ItemList:GPSCoordinates=48.123456, 11.582203, 519"], TestPlace.xmp, ["-UserData:LocationInformation=x"],
        [
            "-Keys:GPSCoordinates=48.123456, 11.582203, 519", "-Keys:LocationName=\(TestPlace.city)",
            "-Keys:Make=Somebody", "-UserData:GPSCoordinates=48.123456, 11.582203, 519", "-ItemList:Title=A title",
        ],
    ])
    func removesFromVideo(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let movie =
            Boxes.fileType("qt  ")
            + Boxes.box(
                "moov", Boxes.movieHeader(created: 3_600_000_000, scale: 600, duration: 600),
                Boxes.videoTrack(width: 64, height: 48)) + Boxes.box("mdat", [UInt8](repeating: 7, count: 500))
        try folder.write(movie, to: "video.mov")
        try Exiftool.write(arguments, to: folder.path("video.mov"))
        try expectRemoval(of: folder.path("video.mov"))
    }

    /// All files that the corpus has, with the places that their cameras wrote.
    @Test(.long, .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func leavesNoPlaceInTheCorpus() throws {
        let folder = try TemporaryFolder()
        var count = 0
        for file in Corpus.entries.map({ Corpus.folder.appendingPathComponent($0.path) }) + Self.formatSamples {
            let bytes = [UInt8](try Data(contentsOf: file))
            guard let changed = try? withoutPlaces(bytes), changed != bytes else { continue }
            #expect(changed.count == bytes.count)
            count += 1
            try folder.write(changed, to: "\(count).bin")
        }
        let left = try Exiftool.tags(folder.url.path).filter(Exiftool.isPlace)
        #expect(left == [])
        #expect(count > 50)
    }

    /// exiftool, which reads damaged files in its own way, finds no place in files that were changed at random.
    @Test(.long, .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func leavesNoPlaceInChangedFiles() throws {
        let folder = try TemporaryFolder()
        let images = "deb-exiftool/Image-ExifTool-13.25/t/images/"
        var generator = Seeded(11)
        var count = 0
        for name in [images + "Canon.jpg", images + "Panasonic.jpg", "pngsuite-lunapaint/png/basn2c08.png"] {
            let seed = "seed." + (name as NSString).pathExtension
            try folder.write(try Corpus.bytes(of: name), to: seed)
            try Exiftool.write(TestPlace.exif + TestPlace.xmp, to: folder.path(seed))
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(seed))))
            try FileManager.default.removeItem(atPath: folder.path(seed))
            for _ in 0..<15 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                guard let result = try? withoutPlaces(changed) else { continue }
                count += 1
                try folder.write(result, to: "\(count)." + (name as NSString).pathExtension)
            }
        }
        // Without the names of unknown tags, whose numbers are those of changed directories.
        let left = try Exiftool.tags(folder.url.path).filter { Exiftool.isPlace($0) && !$0.contains("_0x") }
        #expect(left == [])
        #expect(count > 22)
    }

    /// Pictures and videos of other formats beside the corpus.
    private static var formatSamples: [URL] {
        let folder = Corpus.folder.deletingLastPathComponent().appendingPathComponent("corpus-formats")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let wanted = ["heic", "heif", "avif", "mov", "mp4", "webp", "jpg", "jpeg", "png"]
        return (files?.allObjects as? [URL] ?? []).filter { wanted.contains($0.pathExtension.lowercased()) }
    }

    /// Removes the places from a file, and compares exiftool's tags before and after.
    private func expectRemoval(of path: String, keepsOtherTags: Bool = true) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let before = try Exiftool.tags(path)
        #expect(before.contains(where: Exiftool.isPlace))
        let changed = try withoutPlaces(bytes)
        #expect(changed.count == bytes.count)
        try Data(changed).write(to: URL(fileURLWithPath: path))
        let after = try Exiftool.tags(path)
        #expect(after.filter(Exiftool.isPlace) == [])
        if keepsOtherTags {
            let expected = before.filter { isComparable($0) && !Exiftool.isPlace($0) }
            #expect(after.filter(isComparable).difference(from: expected).isEmpty)
        }
        #expect(!TestPlace.isIn(changed))
        let digests = try [bytes, changed].map { bytes in
            var luma = NoLuma()
            return try ImageDecoder().read(.bytes(bytes), into: &luma).imageDataDigest
        }
        #expect(digests[0] == digests[1])
        // Nothing is left to remove.
        #expect(try withoutPlaces(changed) == changed)
    }

    /// Whether a line of tags is compared: not a place, and not a value that follows from the removal.
    ///
    /// A blank text of a place is not compared, nor are free boxes, positions, and the digest of IPTC.
    private func isComparable(_ line: String) -> Bool {
        let name = line.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        return !name.contains(/Unknown_|Free|IPTCDigest|CurrentIPTC|Warning|_0xffff|0x0000/)
            && !name.contains(/\ (City|Country|State|Province|Sub-loc|ContentLoc|TimeZoneCity)/)
    }
}

/// Ignores the rows.
struct NoLuma: LumaConsumer {
    mutating func begin(_ geometry: LumaGeometry) {}
    mutating func consume(row y: Int, _ row: UnsafeBufferPointer<UInt8>) {}
}
