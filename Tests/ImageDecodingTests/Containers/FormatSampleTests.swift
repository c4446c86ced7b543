import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The values that exiftool 12.57 (`-n -G1`) reads from its own sample files, one of each kind (`t/images` of its
/// sources, in the corpus's folder `formats/exiftool`).
///
/// `Metadata.md` has the reasons for intended differences. XMP in GIF and CRW and the embedded JPEG of an X3F are not
/// read. X3F is rotated as in dcraw. A raw photo has no duration. A date `2009/10/27 12:14:34` keeps its seconds. The
/// duration of an AVI is that of its pictures.
@Suite(
    .enabled(
        if: FormatSample.arePresent,
        "the sample files are absent: put exiftool's t/images into the corpus's formats/exiftool"))
struct FormatSampleTests {
    @Test(arguments: FormatSample.all.indices)
    func equalsExiftool(index: Int) throws {
        let expected = FormatSample.all[index]
        let reading = try ImageDecoder().inspect(.bytes(try corpusBytes("formats/exiftool/" + expected.name)))
        #expect(reading.format == expected.format)
        if !reading.format.isDecodable {
            #expect(reading.condition == .unsupported && reading.warnings.map(\.code) == ["unsupported"])
        }
        #expect(reading.storedSize == PixelSize(width: expected.width, height: expected.height))
        let metadata = reading.metadata
        #expect(metadata.orientation == expected.orientation)
        #expect(metadata.captureTime?.description == expected.captureTime)
        #expect(metadata.make == expected.make && metadata.model == expected.model)
        #expect(metadata.title == expected.title && metadata.caption == expected.caption)
        #expect(metadata.keywords == expected.keywords)
        if let duration = expected.duration {
            #expect(abs((metadata.duration ?? 0) - duration) < 0.001)
        } else {
            #expect(metadata.duration == nil)
        }
    }

    /// Files that are truncated or changed at random never trap or hang.
    @Test(arguments: FormatSample.all.indices)
    func cutAndChangedFilesAreHarmless(index: Int) throws {
        let bytes = try corpusBytes("formats/exiftool/" + FormatSample.all[index].name)
        var generator = Seeded(UInt64(index))
        let start = ProcessorTime.ofThread
        for _ in 0..<300 {
            var changed = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
            for _ in 0..<Int.random(in: 0...6, using: &generator) where !changed.isEmpty {
                let place = Int.random(in: 0..<min(changed.count, 2048), using: &generator)
                changed[place] = Bool.random(using: &generator) ? 0xFF : UInt8.random(in: 0...255, using: &generator)
            }
            _ = try ImageDecoder().inspect(.bytes(Array(changed)))
        }
        #expect(ProcessorTime.ofThread - start < .seconds(30))
    }
}

struct FormatSample {
    let name: String
    let format: ImageFormat
    let width: Int
    let height: Int
    var orientation: Orientation = .up
    var captureTime: String?
    var make: String?
    var model: String?
    var duration: Double?
    var title: String?
    var caption: String?
    var keywords: [String] = []

    static var arePresent: Bool { (try? corpusBytes("formats/exiftool/QuickTime.heic")) != nil }

    static let all: [FormatSample] = [
        FormatSample(name: "BMP.bmp", format: .bmp, width: 8, height: 8),
        FormatSample(
            name: "CanonRaw.cr2", format: .raw, width: 3456, height: 2304, captureTime: "2005-08-03T18:59:18",
            make: "Canon", model: "Canon EOS 350D DIGITAL"),
        FormatSample(
            name: "CanonRaw.cr3", format: .raw, width: 6000, height: 4000, captureTime: "2018-02-21T12:08:56.210+00:00",
            make: "Canon", model: "Canon EOS M50"),
        FormatSample(
            name: "CanonRaw.crw", format: .raw, width: 3072, height: 2048, captureTime: "2003-11-10T17:39:26",
            make: "Canon", model: "Canon EOS DIGITAL REBEL"),
        FormatSample(
            name: "DNG.dng", format: .raw, width: 3516, height: 2328, captureTime: "2005-08-03T18:59:18", make: "Canon",
            model: "Canon EOS 350D DIGITAL"),
        FormatSample(
            name: "ExifTool.tif", format: .tiff, width: 160, height: 120, make: "Canon",
            model: "Canon EOS DIGITAL REBEL", title: "This is the title", caption: "The picture caption",
            keywords: ["exiftool", "test", "picture"]),
        FormatSample(
            name: "FujiFilm.raf", format: .raw, width: 4256, height: 1424, captureTime: "2007-05-22T13:58:30",
            make: "FUJIFILM", model: "FinePix S5Pro"),
        FormatSample(name: "GIF.gif", format: .gif, width: 8, height: 8),
        FormatSample(name: "GeoTiff.tif", format: .tiff, width: 25, height: 24),
        FormatSample(
            name: "Matroska.mkv", format: .video, width: 704, height: 576, captureTime: "2010-02-03T21:17:48+00:00",
            duration: 148.608),
        FormatSample(
            name: "Minolta.mrw", format: .raw, width: 3264, height: 2448, captureTime: "2004-11-18T23:14:58",
            make: "Konica Minolta Camera, Inc.", model: "DiMAGE A2"),
        FormatSample(
            name: "Nikon.nef", format: .raw, width: 3040, height: 2014, captureTime: "2004-06-09T16:02:35.000",
            make: "NIKON CORPORATION", model: "NIKON D70", caption: "A caption"),
        FormatSample(
            name: "Panasonic.rw2", format: .raw, width: 3648, height: 2736, captureTime: "2008-08-06T15:21:56",
            make: "Panasonic", model: "DMC-LX3"),
        FormatSample(
            name: "Pentax.avi", format: .video, width: 1280, height: 720, captureTime: "2009-10-27T12:14:34",
            duration: 24.9996),
        FormatSample(
            name: "PhaseOne.iiq", format: .raw, width: 7320, height: 5484, captureTime: "2013-06-19T15:44:21",
            make: "Leaf", model: "Credo 40"),
        FormatSample(name: "QuickTime.heic", format: .heic, width: 1596, height: 1064),
        FormatSample(
            name: "QuickTime.mov", format: .video, width: 320, height: 240, captureTime: "2005-08-11T14:03:54+00:00",
            duration: 4.9667, caption: "çømménts"),
        FormatSample(
            name: "RIFF.avi", format: .video, width: 320, height: 240, captureTime: "2003-03-10T15:04:43",
            duration: 15.5332),
        FormatSample(name: "RIFF.webp", format: .webp, width: 1, height: 1, keywords: ["test"]),
        FormatSample(name: "Sigma.x3f", format: .raw, width: 2268, height: 1512, orientation: .right),
        FormatSample(name: "SigmaDP2.x3f", format: .raw, width: 2640, height: 1760),
    ]
}
