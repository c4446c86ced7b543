import Foundation
import FoundationXML
import ImageDecoding
import LocationRemoval
import PhotoModel
import TestSupport
import Testing

/// XMP, JSON and the chunks of PNG.
struct TextTests {
    @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
    func removesFromSidecar(encoding: String.Encoding) throws {
        let file = [UInt8](try #require(SmallFiles.xmp.data(using: encoding)))
        let changed = try withoutPlaces(file, .unknown)
        let text = try #require(String(bytes: changed, encoding: encoding))
        for word in ["GPS", "48,7", "11,34", "City", "Muenchhausen", "LocationShown", "Sublocation"] {
            #expect(SmallFiles.xmp.contains(word) && !text.contains(word))
        }
        for word in ["p:Credit=\"A > credit\"", "<p:Headline>A headline</p:Headline>", "e:ISOSpeedLatitudeyyy=\"7\""] {
            #expect(text.contains(word))
        }
        #expect(text.count == SmallFiles.xmp.count)
        let parser = XMLParser(data: Data(text.utf8))
        #expect(parser.parse())
    }

    /// The packet of a picture that is not well-formed becomes blank; a file is refused.
    @Test(arguments: [
        "<a><GPSLatitude>48.123456</a>", "<a GPSLatitude=48.123456/>", "<a b='48.123456'", "<a><b>48.123456</c></a>",
        "<!DOCTYPE a [<!ENTITY b '48.123456'>]><a>&b;</a>", "48.123456",
    ])
    func malformedXMPGoes(text: String) throws {
        #expect(!TestPlace.isIn(try withoutPlaces(SmallFiles.jpeg(SmallFiles.segment(xmp: text)))))
        #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try withoutPlaces(Array(text.utf8), .unknown) }
    }

    /// A picture in Base64, and machine tags.
    @Test func removesFromValues() throws {
        let picture = Data(SmallFiles.jpeg(SmallFiles.segment(exif: SmallFiles.exif))).base64EncodedString()
        let plain = Data(SmallFiles.jpeg()).base64EncodedString()
        let packet = """
            <a xmlns:b="c" b:Data="\(picture)" b:Other="\(plain)"><li>geo:lat=48.123456</li><li>\(picture)</li>\
            <li>a word</li></a>
            """
        let changed = try withoutPlaces(SmallFiles.jpeg(SmallFiles.segment(xmp: packet)))
        #expect(!changed.has(picture) && changed.has(plain) && changed.has("a word") && !TestPlace.isIn(changed))
    }

    @Test func propertyListsStay() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>adjustmentBaseVersion</key><integer>0</integer></dict></plist>
            """
        #expect(try withoutPlaces(Array(list.utf8), .unknown) == Array(list.utf8))
    }

    /// Extended XMP, whose parts are in any order, with a property across two parts.
    @Test func removesFromExtendedXMP() throws {
        let packet = Array(SmallFiles.xmp.utf8)
        let cut = try #require(SmallFiles.xmp.range(of: "Muenchhausen"))
        let place = SmallFiles.xmp.utf8.distance(from: SmallFiles.xmp.startIndex, to: cut.lowerBound) + 5
        func part(_ range: Range<Int>) -> [UInt8] {
            SmallFiles.segment(
                0xE1,
                Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 32)
                    + Boxes.number(packet.count, 4) + Boxes.number(range.lowerBound, 4) + packet[range])
        }
        let file = SmallFiles.jpeg(part(place..<packet.count) + part(0..<place))
        let changed = try withoutPlaces(file)
        #expect(!TestPlace.isIn(changed) && !changed.has("Muenc") && changed.has("A headline"))
    }

    @Test func removesFromTakeoutFile() throws {
        let file = Array(
            """
            {"title": "A.jpg", "description": "say \\"hello\\"", "photoTakenTime": {"timestamp": "1577934245"},
             "geoData": {"latitude": 48.123456, "longitude": -1.5, "altitude": 5, "latitudeSpan": 0.0},
             "\\u0067eoDataExif": {"latitude": 48.123456E0, "longitude": 11.582203, "altitude": 519.0},
             "geoInfo": {"latitude_": 48.123456, "altitude_": 519.0, "uninterpreted": "519"},
             "GPSPosition": ["48.123456 N", null, {"x": "Muenchhausen"}], "favorited": true}
            """.utf8)
        let changed = try withoutPlaces(file, .unknown)
        #expect(!TestPlace.isIn(changed) && !changed.has("11.58") && !changed.has("519"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(changed)) as? [String: Any])
        let place = try #require(object["geoDataExif"] as? [String: Double])
        #expect(place == ["latitude": 0, "longitude": 0, "altitude": 0])
        #expect(object["description"] as? String == "say \"hello\"" && object["favorited"] as? Bool == true)
    }

    @Test(arguments: ["{\"geoData\": {\"latitude\": 48.1", "[1,]", "{} {}", "{\"a\" 1}", "plain 48.1", "\u{1}"])
    func malformedFilesAreRefused(text: String) {
        #expect(throws: PhotoLibraryError(.unsupportedFile, "")) { try withoutPlaces(Array(text.utf8), .unknown) }
    }

    // MARK: PNG

    private static let chunks: [[UInt8]] = [
        SmallFiles.chunk("eXIf", SmallFiles.exif),
        SmallFiles.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(SmallFiles.xmp.utf8)),
        // Compressed: the compression is not read.
        SmallFiles.chunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + Array("48.123456".utf8)),
        SmallFiles.chunk("zTXt", Array("Raw profile type exif\0\0".utf8) + Array("48.123456".utf8)),
        SmallFiles.chunk("tEXt", Array("exif:GPSLatitude\0".utf8) + Array("48.123456".utf8)),
        SmallFiles.chunk(
            "tEXt",
            Array("Raw profile type exif\0\nexif\n    300\n".utf8)
                + Array(
                    (Array("Exif\0\0".utf8) + SmallFiles.exif).map {
                        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
                    }.joined().utf8)),
    ]

    @Test(arguments: chunks.indices)
    func removesFromChunks(index: Int) throws {
        let title = SmallFiles.chunk("tEXt", Array("Title\0A title".utf8))
        let file = SmallFiles.png(Self.chunks[index] + title)
        let changed = try withoutPlaces(file)
        #expect(changed != file && !TestPlace.isIn(changed) && changed.has(title))
        // The latitude in hexadecimal digits.
        #expect(!changed.has("0000003000000001"))
        try expectValidChecksums(changed)
    }

    @Test func keepsChunksWithoutPlaces() throws {
        let block = TIFFBuilder(main: [.text(0x010F, "Maker")]).bytes
        let hexadecimal = block.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let file = SmallFiles.png(
            SmallFiles.chunk("eXIf", block) + SmallFiles.chunk("zTXt", Array("Comment\0\0abc".utf8))
                + SmallFiles.chunk("zTXt", Array("Raw profile type icc\0\0abc".utf8))
                + SmallFiles.chunk("tEXt", Array("Raw profile type exif\0\nexif\n    40\n\(hexadecimal)".utf8)))
        #expect(try LocationRemoval.overwrites(of: .png, in: ImageSource.bytes(file)) == [])
    }

    private func expectValidChecksums(_ png: [UInt8]) throws {
        var place = 8
        while place < png.count {
            let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let checksum = png[place + 8 + length..<place + 12 + length].reduce(0) { $0 << 8 | UInt32($1) }
            #expect(SmallFiles.checksum(png[place + 4..<place + 8 + length]) == checksum)
            place += 12 + length
        }
        #expect(place == png.count)
    }
}
