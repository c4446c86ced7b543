import ImageDecoding
import LocationRemoval
import PhotoModel
import TestSupport
import Testing

/// Places in JPEGs and in files inside them.
struct JPEGTests {
    @Test func removesDirectoryOfCoordinates() throws {
        let file = SmallFiles.jpeg(SmallFiles.segment(exif: SmallFiles.exif))
        #expect(try ImageDecoder().inspect(.bytes(file)).metadata.location != nil)
        let changed = try withoutPlaces(file)
        let metadata = try ImageDecoder().inspect(.bytes(changed)).metadata
        #expect(metadata.location == nil && metadata.make == "Maker")
        #expect(metadata.captureTime?.description == "2020-01-02T03:04:05")
        #expect(!TestPlace.isIn(changed))
    }

    /// The types of links that readers follow.
    @Test(arguments: [1, 3, 4, 6, 8, 9, 13] as [UInt16], [false, true])
    func followsLinksOfAllTypes(type: UInt16, isLittleEndian: Bool) throws {
        var block = TIFFBuilder(gps: [
            .text(1, "N"), .rationals(2, [(48, 1), (7, 1), (24, 1)]), .text(3, "E"), .rationals(4, [(11, 1)]),
        ])
        (block.linkType, block.isLittleEndian) = (type, isLittleEndian)
        let file = SmallFiles.jpeg(SmallFiles.segment(exif: block.bytes))
        #expect(TestPlace.isIn(file))
        #expect(try ImageDecoder().inspect(.bytes(file)).metadata.location != nil)
        #expect(!TestPlace.isIn(try withoutPlaces(file)))
    }

    @Test func fileWithoutPlacesHasNoOverwrites() throws {
        let block = TIFFBuilder(main: [.text(0x010F, "Maker")], exif: [.text(0x9003, "2020:01:02 03:04:05")]).bytes
        let file = SmallFiles.jpeg(SmallFiles.segment(exif: block) + SmallFiles.segment(xmp: "<x:a xmlns:x='b'/>"))
        #expect(try LocationRemoval.overwrites(of: .jpeg, in: ImageSource.bytes(file)) == [])
    }

    /// Two blocks, and a second picture with its own.
    @Test func removesFromFurtherPictures() throws {
        let segment = SmallFiles.segment(exif: SmallFiles.exif)
        let second = SmallFiles.jpeg(segment + SmallFiles.segment(xmp: SmallFiles.xmp))
        let file = SmallFiles.jpeg(segment + segment, after: [0, 0] + second + second)
        #expect(!TestPlace.isIn(try withoutPlaces(file)))
    }

    /// The video of a motion photo: offsets of its samples count from its own beginning.
    @Test func removesFromMotionPhoto() throws {
        let sample = Array("{\"GPS\": 48.123456}".utf8)
        let video = SmallFiles.video(
            handler: "camm", description: Boxes.box("camm", Boxes.number(0, 8)), samples: [sample, sample, sample],
            userData: Boxes.box("udta", Boxes.userText("©xyz", "+48.123456+011.582203/"), SmallFiles.location))
        let picture = SmallFiles.jpeg()
        let changed = try withoutPlaces(picture + video)
        #expect(!TestPlace.isIn(changed))
        #expect(changed.prefix(picture.count) == picture[...])
        #expect(changed.count == picture.count + video.count)
        let reading = try ImageDecoder().inspect(.bytes(Array(changed.dropFirst(picture.count))))
        #expect(reading.metadata.location == nil && reading.storedSize == PixelSize(width: 64, height: 48))
    }

    /// Samsung's trailer: a video, and the country of the mobile network.
    @Test func removesFromSamsungTrailer() throws {
        func part(_ type: Int, _ name: String, _ data: [UInt8]) -> [UInt8] {
            little(type << 16, 4) + little(name.utf8.count, 4) + Array(name.utf8) + data
        }
        let video = SmallFiles.video(
            handler: "soun", description: Boxes.box("mp4a"), samples: [[1], [2]],
            userData: Boxes.box("udta", Boxes.userText("©xyz", "+48.123456+011.582203/")))
        let parts = [
            (0x0A30, part(0x0A30, "MotionPhoto_Data", video)), (0x0AA1, part(0x0AA1, "MCC_Data", Array("262".utf8))),
            (0x0A01, part(0x0A01, "Image_UTC_Data", Array("1577934245".utf8))),
        ]
        var distance = parts.reduce(0) { $0 + $1.1.count }
        var directory = Array("SEFH".utf8) + little(107, 4) + little(parts.count, 4)
        for (type, bytes) in parts {
            directory += little(type << 16, 4) + little(distance, 4) + little(bytes.count, 4)
            distance -= bytes.count
        }
        let trailer = parts.flatMap(\.1) + directory + little(directory.count, 4) + Array("SEFT".utf8)
        let changed = try withoutPlaces(SmallFiles.jpeg(after: trailer))
        #expect(!TestPlace.isIn(changed) && !changed.has("262") && changed.has("1577934245"))
    }

    /// Data of an unknown kind after the picture, and in an application segment.
    @Test func erasesUnknownData() throws {
        let file = SmallFiles.jpeg(
            SmallFiles.segment(0xE5, Array("UNKNOWN\0 48.123456".utf8)), after: Array("and 48.123456".utf8))
        #expect(!TestPlace.isIn(try withoutPlaces(file)))
        #expect(throws: PhotoLibraryError(.unsupportedFile, "")) {
            try withoutPlaces(SmallFiles.jpeg(after: [UInt8](repeating: 1, count: 5 << 20)))
        }
    }

    /// The digest of the image data also covers scans with markers in their data.
    @Test func keepsScans() throws {
        var file = SmallFiles.jpeg(SmallFiles.segment(exif: SmallFiles.exif))
        file.insert(contentsOf: [0xFF, 0xD0, 0x3F, 0xFF, 0x00], at: file.count - 2)
        let changed = try withoutPlaces(file)
        let end = SmallFiles.segment(exif: SmallFiles.exif).count + 2
        #expect(changed[end...] == file[end...])
        #expect(!TestPlace.isIn(changed))
    }

    // MARK: Maker notes

    @Test func removesFromMakerNote() throws {
        let block = SmallFiles.exif(
            make: "Panasonic", notePrefix: "Panasonic\0\0\0", tag: 0x6D, text: TestPlace.city + " on the Lahn")
        let file = SmallFiles.jpeg(SmallFiles.segment(exif: block))
        #expect(TestPlace.isIn(file))
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed) && changed.has("Panasonic\0\0\0"))
    }

    /// A note of an unknown kind goes; a note of a kind without places stays.
    @Test func erasesUnknownMakerNote() throws {
        func file(_ make: String, _ prefix: String) -> [UInt8] {
            SmallFiles.jpeg(
                SmallFiles.segment(exif: SmallFiles.exif(make: make, notePrefix: prefix, tag: 1, text: "48.123456")))
        }
        #expect(!TestPlace.isIn(try withoutPlaces(file("Nobody", "NOTE"))))
        let known = file("Apple", "Apple iOS\0\0\u{1}MM")
        #expect(try withoutPlaces(known) == known)
    }

    // MARK: Hostile blocks

    /// A directory of coordinates that is the main directory, or that is in the header.
    @Test(arguments: [8, 4, 10])
    func refusesOverlappingDirectories(offset: Int) throws {
        let block = TIFFBuilder(main: [
            .text(0x010F, "Maker"), TIFFBuilder.Entry(tag: 0x8825, type: 4, count: 1, value: Boxes.number(offset, 4)),
        ]).bytes
        let file = SmallFiles.jpeg(SmallFiles.segment(exif: block))
        do {
            let changed = try withoutPlaces(file)
            #expect(changed.has("Maker"))
        } catch let error as PhotoLibraryError {
            #expect(error.code == .unsupportedFile)
        }
    }

    /// Directories that link to themselves end.
    @Test func cyclesEnd() throws {
        var block = TIFFBuilder(main: [
            .text(0x010F, "Maker"), TIFFBuilder.Entry(tag: 0x8769, type: 4, count: 1, value: Boxes.number(8, 4)),
            TIFFBuilder.Entry(tag: 0x014A, type: 4, count: 1, value: Boxes.number(8, 4)),
        ]).bytes
        block.replaceSubrange(8 + 2 + 36..<8 + 2 + 36 + 4, with: Boxes.number(8, 4))
        let file = SmallFiles.jpeg(SmallFiles.segment(exif: block))
        #expect(try withoutPlaces(file) == file)
    }
}

/// A little-endian number.
private func little(_ value: Int, _ count: Int) -> [UInt8] { Boxes.number(value, count).reversed() }
