import Foundation
import ImageDecoding
import LocationRemoval
import PhotoModel
import TestSupport
import Testing

/// HEIF, videos, TIFF and raw files.
struct ContainerTests {
    @Test func removesFromHEIC() throws {
        let file = Boxes.heic(properties: [Boxes.extent(64, 48)], exif: SmallFiles.exif)
        #expect(try ImageDecoder().inspect(.bytes(file)).metadata.location != nil)
        let changed = try withoutPlaces(file)
        let reading = try ImageDecoder().inspect(.bytes(changed))
        #expect(reading.metadata.location == nil && reading.metadata.make == "Maker")
        #expect(reading.storedSize == PixelSize(width: 64, height: 48))
        #expect(!TestPlace.isIn(changed))
    }

    @Test func removesFromMotionPhotoInHEIC() throws {
        let video = SmallFiles.video(
            handler: "camm", description: Boxes.box("camm"), samples: [Array("48.123456".utf8), [1, 2]],
            userData: Boxes.box("udta", SmallFiles.location))
        let file = Boxes.heic(properties: [Boxes.extent(64, 48)]) + Boxes.box("mpvd", video)
        #expect(!TestPlace.isIn(try withoutPlaces(file)))
    }

    // MARK: Videos

    @Test func removesFromUserDataAndKeys() throws {
        let file = SmallFiles.video(
            handler: "soun", description: Boxes.box("mp4a"), samples: [[1]],
            userData: Boxes.box(
                "udta", Boxes.userText("©xyz", "+48.123456+011.582203/"), SmallFiles.location,
                Boxes.userText("©nam", "A title"), Boxes.box("PENT", Array("unknown 48.123456".utf8)))
                + Boxes.items([
                    ("com.apple.quicktime.location.ISO6709", "+48.123456+011.582203/"),
                    ("com.apple.quicktime.location.name", TestPlace.city), ("com.apple.quicktime.make", "Maker"),
                ])
                + Boxes.box("uuid", [UInt8](repeating: 9, count: 16), Array("48.123456".utf8))
                + Boxes.box("free", Array("stale 48.123456".utf8)))
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed))
        let metadata = try ImageDecoder().inspect(.bytes(changed)).metadata
        #expect(metadata.location == nil && metadata.title == "A title" && metadata.make == "Maker")
        #expect(changed.count == file.count)
    }

    /// Tracks of positions go with their samples, in any known and unknown form.
    @Test(arguments: [
        ("meta", "gpmd"), ("camm", "camm"), ("meta", "djmd"), ("meta", "rtmd"), ("meta", "mett"), ("text", "text"),
        ("sbtl", "tx3g"), ("data", "abcd"),
    ])
    func removesTracksOfPositions(handler: String, format: String) throws {
        let samples = (0..<5).map { Array("GPS 48.123456 at \($0)".utf8) }
        let file = SmallFiles.video(
            handler: handler, description: Boxes.box(format, Boxes.number(1, 8)), samples: samples)
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed) && !changed.has(handler))
        #expect(try ImageDecoder().inspect(.bytes(changed)).storedSize == PixelSize(width: 64, height: 48))
    }

    /// Apple's timed metadata goes only if one of its keys is a location.
    @Test(arguments: [("com.apple.quicktime.still-image-time", false), ("com.apple.quicktime.location.ISO6709", true)])
    func readsKeysOfTimedMetadata(key: String, isPlace: Bool) throws {
        let keys = Boxes.box("keys", Boxes.box("\0\0\0\u{1}", Boxes.box("keyd", Array("mdta\(key)".utf8))))
        let file = SmallFiles.video(
            handler: "meta", description: Boxes.box("mebx", Boxes.number(1, 8), keys),
            samples: [Array("48.123456".utf8)])
        #expect(TestPlace.isIn(try withoutPlaces(file)) == !isPlace)
    }

    /// Subtitles without positions stay.
    @Test func keepsSubtitles() throws {
        let file = SmallFiles.video(
            handler: "sbtl", description: Boxes.box("tx3g", Boxes.number(1, 8)), samples: [Array("Hello".utf8)])
        #expect(try withoutPlaces(file) == file)
    }

    @Test func refusesUnknownForms() throws {
        let damaged = SmallFiles.video(
            handler: "meta", description: Boxes.box("gpmd", Boxes.number(1, 8)), samples: [[1], [2]])
        let place = try #require(Data(damaged).range(of: Data("stsz".utf8), options: .backwards))
        for file in [
            Array(damaged[..<place.lowerBound]) + Array("sssz".utf8) + damaged[place.upperBound...],
            Boxes.fileType("mp42") + Boxes.box("moov", Boxes.box("gps ", Boxes.number(0, 8))),
            Boxes.fileType("mp42") + Boxes.box("moov", Boxes.box("cmov", Boxes.number(0, 8))),
            Boxes.fileType("mp42") + Boxes.box("abcd", [UInt8](repeating: 1, count: 5 << 20)),
        ] {
            #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try withoutPlaces(file) }
        }
    }

    /// Apple's cameras leave the headers that they wrote first between the samples.
    @Test func erasesWhatNoSampleUses() throws {
        let stale = Boxes.box("udta", Boxes.userText("©xyz", "+48.123456+011.582203/"))
        let file = SmallFiles.video(
            handler: "soun", description: Boxes.box("mp4a"),
            samples: [Array("first".utf8), Array("second".utf8), stale],
            usedSamples: 2)
        #expect(TestPlace.isIn(file))
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed) && changed.has("firstsecond"))
    }

    /// Sizes and counts whose product is greater than any number.
    @Test func largeSampleTablesAreHarmless() throws {
        var file = SmallFiles.video(
            handler: "meta", description: Boxes.box("gpmd", Boxes.number(1, 8)), samples: [[1], [2]])
        let place = try #require(Data(file).range(of: Data("stsz".utf8), options: .backwards)).upperBound
        file.replaceSubrange(place + 4..<place + 12, with: [UInt8](repeating: 0xFF, count: 8))
        let runs = try #require(Data(file).range(of: Data("stsc".utf8), options: .backwards)).upperBound
        file.replaceSubrange(runs + 12..<runs + 16, with: [UInt8](repeating: 0xFF, count: 4))
        #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try withoutPlaces(file) }
    }

    /// A file whose headers state exabytes is read in bounded memory.
    @Test func largeOffsetsAreHarmless() throws {
        let file =
            Boxes.fileType("mp42") + Boxes.number(1, 4) + Array("mdat".utf8) + [0x7F]
            + [UInt8](repeating: 0xFF, count: 7)
        #expect(try withoutPlaces(file) == file)
    }

    // MARK: TIFF and raw files

    /// GeoTIFF's keys, XMP and IPTC in a TIFF file.
    @Test func removesFromTIFF() throws {
        let city = Array(TestPlace.city.utf8)
        let iptc: [UInt8] = [0x1C, 2, 90, 0, UInt8(city.count)] + city + [0x1C, 2, 105, 0, 3] + Array("abc".utf8)
        let file = TIFFBuilder(
            main: [
                .short(0x0100, 64), .short(0x0101, 48),
                TIFFBuilder.Entry(
                    tag: 0x02BC, type: 1, count: SmallFiles.xmp.utf8.count, value: Array(SmallFiles.xmp.utf8)),
                TIFFBuilder.Entry(tag: 0x83BB, type: 7, count: iptc.count, value: iptc),
                .text(34_737, "48.123456 in WGS 84"), .text(0x010F, "Maker"),
            ], gps: [.rationals(2, [(48, 1), (7, 1), (0, 1)])]
        ).bytes
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed) && changed.has("Maker") && changed.has("A headline") && changed.has("abc"))
        #expect(try ImageDecoder().inspect(.bytes(changed)).storedSize == PixelSize(width: 64, height: 48))
    }

    @Test func removesFromPanasonicRaw() throws {
        let file = TIFFBuilder(
            main: [
                .bytes(0x002E, SmallFiles.jpeg(SmallFiles.segment(exif: SmallFiles.exif))), .text(0x010F, "Panasonic"),
            ]
        ).bytes
        #expect(!TestPlace.isIn(try withoutPlaces(file, .raw)))
    }

    /// Canon's raw file: a block of coordinates in its own box.
    @Test func removesFromCanonRaw() throws {
        let canon: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let main = TIFFBuilder(main: [.text(0x010F, "Canon")]).bytes
        let coordinates = TIFFBuilder(main: [.text(1, "N"), .rationals(2, [(48, 1), (7, 1), (0, 1)])]).bytes
        let file =
            Boxes.fileType("crx ")
            + Boxes.box("moov", Boxes.box("uuid", canon, Boxes.box("CMT1", main), Boxes.box("CMT4", coordinates)))
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed))
        #expect(try ImageDecoder().inspect(.bytes(changed)).metadata.make == "Canon")
    }

    @Test(arguments: ["II+\0\u{8}\0\0\0", "FOVb0000", "II\u{1A}\0\0\0HEAPCCDR"])
    func refusesKindsThatAreNotEdited(head: String) {
        let file = Array(head.utf8) + [UInt8](repeating: 0, count: 64)
        #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try withoutPlaces(file) }
    }

    // MARK: Other containers

    @Test func removesFromWebP() throws {
        func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
            Array(type.utf8) + Boxes.number(payload.count, 4).reversed() + payload
                + [UInt8](repeating: 0, count: payload.count & 1)
        }
        let chunks =
            chunk("VP8X", [0x0C, 0, 0, 0, 63, 0, 0, 47, 0, 0]) + chunk("VP8L", [0x2F, 1, 2, 3, 4])
            + chunk("EXIF", SmallFiles.exif) + chunk("XMP ", Array(SmallFiles.xmp.utf8))
        let file = chunk("RIFF", Array("WEBP".utf8) + chunks)
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed) && changed.has([0x2F, 1, 2, 3, 4]))
        #expect(try ImageDecoder().inspect(.bytes(changed)).metadata.make == "Maker")
    }

    @Test func removesFromGIF() throws {
        let picture: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
        let magic = [0x01] + (0...255).reversed().map { UInt8($0) } + [0, 0]
        let packet = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array(SmallFiles.xmp.utf8) + magic
        let changed = try withoutPlaces(picture + packet + [0x3B])
        #expect(!TestPlace.isIn(changed) && changed.has("A headline"))
        #expect(changed.suffix(magic.count + 1) == (magic + [0x3B])[...])
    }

    /// Matroska: the tag of a place is refused, other tags are not.
    @Test(arguments: [("RECORDING_LOCATION", true), ("ENCODER", false)])
    func readsTagsOfMatroska(name: String, isPlace: Bool) throws {
        func element(_ id: [UInt8], _ payload: [UInt8]) -> [UInt8] { id + [0x40, UInt8(payload.count)] + payload }
        let tag = element([0x67, 0xC8], element([0x45, 0xA3], Array(name.utf8)) + element([0x44, 0x87], [0x31]))
        let file =
            element([0x1A, 0x45, 0xDF, 0xA3], [])
            + element([0x18, 0x53, 0x80, 0x67], element([0x12, 0x54, 0xC3, 0x67], element([0x73, 0x73], tag)))
        if isPlace {
            #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try withoutPlaces(file) }
        } else {
            #expect(try withoutPlaces(file) == file)
        }
    }

    @Test func bitmapsHaveNoPlaces() throws {
        #expect(try LocationRemoval.overwrites(of: .bmp, in: ImageSource.bytes(Array("BM48.123456".utf8))) == [])
    }
}
