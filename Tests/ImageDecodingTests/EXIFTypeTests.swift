import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Fields in other types and counts than the standard names, in both byte orders.
@Suite struct EXIFTypeTests {
    private typealias Entry = TIFFBuilder.Entry

    /// A block, and whether exiftool reads another value from it, which is not the intended one.
    private struct Case {
        let name: String
        let block: TIFFBuilder
        var differs = false
    }

    private static let integerTypes: [UInt16] = [1, 3, 4, 6, 8, 9]
    private static let numberTypes: [UInt16] = integerTypes + [11, 12]

    private static func place(
        _ latitude: Entry, _ reference: Entry? = .text(1, "S"), altitude: [Entry] = []
    ) -> TIFFBuilder {
        TIFFBuilder(
            gps: [reference, latitude, .text(3, "W"), .rationals(4, [(70, 1), (30, 1), (0, 1)])].compactMap { $0 }
                + altitude)
    }

    private static let degrees = Entry.rationals(2, [(33, 1), (15, 1), (36, 1)])

    private static let cases: [Case] = {
        var cases: [Case] = []
        func add(_ name: String, _ block: TIFFBuilder, differs: Bool = false) {
            cases.append(Case(name: name, block: block, differs: differs))
        }
        for type in numberTypes + [2, 7] {
            add("orientation of type \(type)", TIFFBuilder(main: [.numbers(0x0112, type: type, [6])]))
            add(
                "altitude reference of type \(type)",
                place(degrees, altitude: [.numbers(5, type: type, [1]), .rationals(6, [(25, 2)])]))
        }
        add("orientation as a fraction", TIFFBuilder(main: [.rationals(0x0112, [(6, 1)])]))
        add("orientation as a signed fraction", TIFFBuilder(main: [.rationals(0x0112, [(6, 1)], type: 10)]))
        add("two orientations", TIFFBuilder(main: [.numbers(0x0112, type: 3, [6, 1])]), differs: true)
        for type in integerTypes {
            var block = TIFFBuilder(main: [.text(0x010F, "Casio")], exif: [.text(0x9003, "2019:07:08 09:10:11")])
            block.linkType = type
            add("link of type \(type)", block)
        }
        for type in numberTypes {
            add("degrees, minutes and seconds of type \(type)", place(.numbers(2, type: type, [33, 15, 36])))
        }
        for type: UInt16 in [2, 11, 12] {
            add("decimal degrees of type \(type)", place(.numbers(2, type: type, [33.25])))
            add(
                "altitude of type \(type)",
                place(degrees, altitude: [.byte(5, 0), .numbers(6, type: type, [12.5])]))
        }
        add("decimal degrees as a fraction", place(.rationals(2, [(3326, 100)])))
        add("degrees and minutes", place(.rationals(2, [(33, 1), (156, 10)])))
        add("four fractions", place(.rationals(2, [(33, 1), (15, 1), (36, 1), (0, 1)])))
        add("signed fractions", place(.rationals(2, [(33, 1), (15, 1), (36, 1)], type: 10)))
        add("negative degrees", place(.rationals(2, [(-3326, 100)], type: 10)))
        // exiftool adds the minutes to the negative degrees.
        add(
            "negative degrees and minutes",
            place(.rationals(2, [(-33, 1), (15, 1), (36, 1)], type: 10)), differs: true)
        add("degrees and minutes as a text", place(.text(2, "33,15.6")))
        add("reference as a word", place(degrees, .text(1, "South")))
        add("reference without NUL", place(degrees, .bytes(1, Array("S".utf8))))
        add("reference in lower case", place(degrees, .text(1, "s")))
        add("reference as UNDEFINED", place(degrees, Entry(tag: 1, type: 7, count: 2, value: Array("S\0".utf8))))
        // exiftool takes the number 83 for north.
        add(
            "reference as BYTE",
            place(degrees, Entry(tag: 1, type: 1, count: 2, value: Array("S\0".utf8))), differs: true)
        for type in numberTypes {
            add("altitude of type \(type)", place(degrees, altitude: [.byte(5, 0), .numbers(6, type: type, [12])]))
        }
        add("negative altitude", place(degrees, altitude: [.byte(5, 0), .rationals(6, [(-25, 2)], type: 10)]))
        add(
            "negative altitude below the sea",
            place(degrees, altitude: [.byte(5, 1), .rationals(6, [(-25, 2)], type: 10)]))
        return cases
    }()

    private func metadata(_ block: TIFFBuilder, isLittleEndian: Bool) throws -> ImageMetadata {
        var block = block
        block.isLittleEndian = isLittleEndian
        return try ImageDecoder().inspect(.bytes(SmallJPEG.with(exif: block.bytes))).metadata
    }

    /// What exiftool reads from each block.
    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func valuesAreThoseOfExiftool() throws {
        let folder = try TemporaryFolder()
        let files = Self.cases.filter { !$0.differs }.flatMap { item in [false, true].map { (item, $0) } }
        for (index, (item, isLittleEndian)) in files.enumerated() {
            var block = item.block
            block.isLittleEndian = isLittleEndian
            try folder.write(SmallJPEG.with(exif: block.bytes), to: "\(index).jpg")
        }
        let output = try Exiftool.output(["-q", "-n", "-j", "-G1", "-r"], folder.url.path)
        let list = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
        #expect(list.count == files.count)
        for tags in list {
            let path = try #require(tags["SourceFile"] as? String)
            let index = try #require(Int(path.split(separator: "/").last?.dropLast(4) ?? ""))
            let (item, isLittleEndian) = files[index]
            let metadata = try metadata(item.block, isLittleEndian: isLittleEndian)
            let comment = Comment(rawValue: "\(item.name), \(isLittleEndian ? "little" : "big")-endian")
            #expect(metadata.orientation.rawValue == tags["IFD0:Orientation"] as? Int ?? 1, comment)
            let time = (tags["ExifIFD:DateTimeOriginal"] as? String).flatMap { CaptureTime(stated: $0) }
            #expect(metadata.captureTime == time, comment)
            for (value, tag) in [
                (metadata.location?.latitude, "Composite:GPSLatitude"),
                (metadata.location?.longitude, "Composite:GPSLongitude"),
                (metadata.location?.altitude, "Composite:GPSAltitude"),
            ] {
                let other = (tags[tag] as? NSNumber)?.doubleValue
                #expect((value == nil) == (other == nil), comment)
                #expect(abs((value ?? 0) - (other ?? 0)) < 1e-9, comment)
            }
        }
    }

    /// The values that the cases state.
    @Test(arguments: [false, true])
    func everyCaseHasItsValue(isLittleEndian: Bool) throws {
        for item in Self.cases {
            let metadata = try metadata(item.block, isLittleEndian: isLittleEndian)
            let comment = Comment(rawValue: item.name)
            if !item.block.exif.isEmpty {
                #expect(metadata.captureTime?.description == "2019-07-08T09:10:11", comment)
            } else if item.block.gps.isEmpty {
                #expect(metadata.orientation == .right, comment)
            } else {
                let latitude = try #require(metadata.location?.latitude, comment)
                #expect(abs(latitude + (item.name.hasPrefix("decimal degrees of") ? 33.25 : 33.26)) < 1e-9, comment)
            }
        }
    }

    /// CIPA DC-008-2023, 4.6.2: type 129 is a text in UTF-8.
    @Test(arguments: [1, 2, 7, 129] as [UInt16])
    func textsOfEveryType(type: UInt16) throws {
        let make = Array("Léica\0".utf8)
        let date = Array("2019:07:08 09:10:11".utf8)
        let block = TIFFBuilder(
            main: [Entry(tag: 0x010F, type: type, count: make.count, value: make)],
            exif: [Entry(tag: 0x9003, type: type, count: date.count, value: date)])
        let metadata = try metadata(block, isLittleEndian: false)
        #expect(metadata.make == "Léica" && metadata.captureTime?.description == "2019-07-08T09:10:11")
    }

    @Test func valuesWithoutOneMeaningAreNotRead() throws {
        func location(_ latitude: Entry, _ reference: Entry?) throws -> ImageMetadata.Location? {
            try metadata(Self.place(latitude, reference), isLittleEndian: false).location
        }
        #expect(try location(Self.degrees, .text(1, "S")) != nil)
        #expect(try location(Self.degrees, nil) == nil)
        #expect(try location(.rationals(2, [(-3326, 100)], type: 10), .text(1, "N")) == nil)
        #expect(try location(.rationals(2, [(33, 1), (15, 1), (0, 0)]), .text(1, "S")) == nil)
        #expect(try location(.numbers(2, type: 12, [.nan]), .text(1, "S")) == nil)
        #expect(try location(.numbers(2, type: 7, [33, 15, 36]), .text(1, "S")) == nil)
        #expect(try location(.numbers(2, type: 4, [33, 1, 15, 1, 36, 1]), .text(1, "S")) == nil)
        var block = TIFFBuilder(main: [.text(0x010F, "Casio")], exif: [.text(0x9003, "2019:07:08 09:10:11")])
        block.linkType = 12
        #expect(try metadata(block, isLittleEndian: false).captureTime == nil)
        let bytes = TIFFBuilder(main: [Entry(tag: 0x010F, type: 1, count: 3, value: [1, 2, 3])])
        #expect(try metadata(bytes, isLittleEndian: false).make == nil)
    }
}
