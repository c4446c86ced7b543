import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Unusual EXIF values, in blocks that the tests build.
@Suite struct EXIFTests {
    private func metadata(_ tiff: [UInt8]) throws -> ImageMetadata {
        try ImageDecoder().inspect(.bytes(SmallJPEG.with(exif: tiff))).metadata
    }

    private func metadata(main: [TIFFBuilder.Entry] = [], exif: [TIFFBuilder.Entry] = [], gps: [TIFFBuilder.Entry] = [])
        throws -> ImageMetadata
    {
        try metadata(TIFFBuilder(main: main, exif: exif, gps: gps).bytes)
    }

    @Test(arguments: [
        ("0000:00:00 00:00:00", nil), ("    :  :     :  :  ", nil), ("", nil), ("2001:02:30 00:00:00", nil),
        ("2019:07:08 09:10:11", "2019-07-08T09:10:11"), ("2019-07-08T09:10:11", "2019-07-08T09:10:11"),
        ("2019:07:08 24:00:00", "2019-07-08T00:00:00"), ("2015:08:22 24:08:19", "2015-08-22T00:08:19"),
        ("2015:02:01 14:42:59+01:00", "2015-02-01T14:42:59+01:00"), ("2019:07:08", nil),
    ])
    func dates(text: String, time: String?) throws {
        #expect(try metadata(exif: [.text(0x9003, text)]).captureTime?.description == time)
    }

    @Test func digitizedTimeReplacesABlankOriginalTime() throws {
        let metadata = try metadata(exif: [
            .text(0x9003, "0000:00:00 00:00:00"), .text(0x9004, "2020:01:02 03:04:05"), .text(0x9011, "+01:00"),
            .text(0x9012, "-09:30"), .text(0x9291, "11"), .text(0x9292, "056  "),
        ])
        #expect(metadata.captureTime?.description == "2020-01-02T03:04:05.056-09:30")
    }

    @Test(arguments: [
        ("+05:45", 345), ("-03:30", -210), ("Z", 0), ("-5:00", -300), ("+0530", 330), ("   :  ", nil), ("+15:00", nil),
    ])
    func offsets(text: String, minutes: Int?) throws {
        let time = try metadata(exif: [.text(0x9003, "2020:01:02 03:04:05"), .text(0x9011, text)]).captureTime
        #expect(time != nil && time?.offsetMinutes == minutes)
    }

    @Test func textIsTrimmedAndMayBeLatin1() throws {
        let metadata = try metadata(
            main: [
                .bytes(0x010F, Array("  Léica  \0rest".utf8)), .bytes(0x0110, [0x4C, 0xE9, 0x69, 0x63, 0x61, 0x20, 0]),
            ], exif: [.bytes(0xA434, [0x20, 0x20, 0, 0])])
        #expect(metadata.make == "Léica" && metadata.model == "Léica" && metadata.lens == nil)
    }

    @Test(arguments: [(0, Orientation.up), (1, .up), (6, .right), (8, .left), (9, .up), (65535, .up)])
    func orientations(value: Int, orientation: Orientation) throws {
        #expect(try metadata(main: [.short(0x0112, value)]).orientation == orientation)
    }

    private func location(_ latitudeRef: String, _ longitudeRef: String, _ minutes: (Int, Int)) throws
        -> ImageMetadata.Location?
    {
        try metadata(gps: [
            .text(1, latitudeRef), .rationals(2, [(33, 1), minutes, (3600, 100)]), .text(3, longitudeRef),
            .rationals(4, [(70, 1), (30, 1), (0, 1)]), .byte(5, 1), .rationals(6, [(25, 2)]),
        ]).location
    }

    @Test func southAndWestAndBelowTheSeaAreNegative() throws {
        let place = try location("S", "W", (15, 1))
        #expect(place?.latitude == -33.26 && place?.longitude == -70.5 && place?.altitude == -12.5)
        #expect(try location("N", "E", (15, 1))?.latitude == 33.26)
    }

    @Test func anIncompletePlaceIsNil() throws {
        #expect(try location("S", "W", (15, 0)) == nil)
        #expect(try location("", "W", (15, 1)) == nil)
        #expect(try location("N", "E", (5000, 1)) == nil)
    }

    /// Phones replace the place by zeros for apps that may not see it, and keep the tags.
    @Test func zeroZeroIsNoPlace() throws {
        func place(_ latitude: Int, _ longitude: Int) throws -> ImageMetadata.Location? {
            try metadata(gps: [
                .text(1, "N"), .rationals(2, [(latitude, 1), (0, 1), (0, 1)]), .text(3, "W"),
                .rationals(4, [(longitude, 1), (0, 1), (0, 1)]), .rationals(6, [(0, 1)]),
            ]).location
        }
        #expect(try place(0, 0) == nil)
        #expect(try place(0, 9)?.longitude == -9)
        #expect(try place(9, 0)?.latitude == 9)
    }

    /// Casio separates the numbers of GPSDateStamp by NUL, and others write no separator.
    ///
    /// The time may be a text.
    @Test(
        arguments: [
            (.text(29, "2020\007\001"), .rationals(7, [(10, 1), (0, 1), (0, 1)])),
            (.text(29, "20200701"), .rationals(7, [(10, 1), (0, 1), (999, 1000)])),
            (.text(29, "2020-07-01"), .numbers(7, type: 3, [10, 0, 0])),
            (.text(29, "2020:07:01"), .text(7, "10:00:00")),
            (.text(29, "2020:07:01"), .rationals(7, [(0, 1), (600, 1), (0, 1)])),
        ] as [(TIFFBuilder.Entry, TIFFBuilder.Entry)])
    func satelliteTimes(date: TIFFBuilder.Entry, time: TIFFBuilder.Entry) throws {
        let metadata = try metadata(exif: [.text(0x9003, "2020:07:01 12:00:00")], gps: [time, date])
        #expect(metadata.captureTime?.description == "2020-07-01T12:00:00+02:00")
    }

    /// A maker note that libexif would read as Canon's, and a second entry of a tag.
    @Test func makerNotesAndRepeatedEntriesAreNotRead() throws {
        let note = TIFFBuilder.number(1, 2) + [UInt8](repeating: 0xFF, count: 400)
        let metadata = try metadata(
            main: [.text(0x010F, "Canon"), .text(0x010F, "Nikon"), .bytes(0x927C, note)],
            exif: [.bytes(0x927C, note), .text(0xA431, "42")])
        #expect(metadata.make == "Canon" && metadata.bodySerial == "42")
    }

    @Test func directoriesThatOverlapAreRefused() throws {
        var tiff = TIFFBuilder(main: [.text(0x010F, "Loop")], exif: [.text(0xA431, "42")]).bytes
        // The second entry of the main directory, which links to the EXIF directory, is changed to link to the main
        // directory.
        tiff.replaceSubrange(8 + 2 + 12 + 8..<8 + 2 + 24, with: TIFFBuilder.number(8, 4))
        let reading = try ImageDecoder().inspect(.bytes(SmallJPEG.with(exif: tiff)))
        #expect(reading.metadata == ImageMetadata())
        #expect(reading.warnings.map(\.code) == ["metadataDamaged"])
    }

    /// Every truncated block, and every block with one changed byte, is read without a crash.
    @Test func cutAndChangedBlocksAreHarmless() throws {
        let tiff = TIFFBuilder(
            main: [.text(0x010F, "Canon"), .short(0x0112, 6)], exif: [.text(0x9003, "2020:01:02 03:04:05")],
            gps: [.text(1, "N"), .rationals(2, [(1, 1), (2, 1), (3, 1)])]
        ).bytes
        for index in tiff.indices {
            _ = try metadata(Array(tiff.prefix(index)))
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = tiff
                changed[index] = value
                _ = try metadata(changed)
            }
        }
    }
}
