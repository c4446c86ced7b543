import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Texts and properties in XMP, IPTC, maker notes and PNG chunks.
@Suite struct DescriptionTests {
    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    private func packet(_ properties: String, attributes: String = "") -> [UInt8] {
        Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="\(Self.rdf)"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
            xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
            xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \(attributes)>
            \(properties)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """.utf8)
    }

    private func jpeg(xmp: [UInt8]) -> [UInt8] {
        SmallJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
    }

    private func resource(_ sets: [(UInt8, String)]) -> [UInt8] {
        var record: [UInt8] = []
        for (number, text) in sets {
            record += [0x1C, 2, number] + TIFFBuilder.number(text.utf8.count, 2) + Array(text.utf8)
        }
        return SmallJPEG.segment(
            0xED,
            Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0] + TIFFBuilder.number(record.count, 4) + record)
    }

    private func metadata(_ segments: [UInt8]) throws -> ImageMetadata {
        try ImageDecoder().inspect(.bytes(SmallJPEG.with(segments))).metadata
    }

    private let properties = """
        <dc:title><rdf:Alt><rdf:li xml:lang="de">Strand</rdf:li><rdf:li xml:lang="x-default">Beach</rdf:li></rdf:Alt>
        </dc:title><dc:description><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li></rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>sand</rdf:li></rdf:Bag></dc:subject>
        """

    @Test func propertiesOfXMP() throws {
        let metadata = try metadata(
            jpeg(xmp: packet(properties, attributes: "xmp:CreateDate=\"2021-02-03T04:05:06+01:00\"")))
        #expect(metadata.title == "Beach" && metadata.caption == "A & B" && metadata.keywords == ["sea", "sand"])
        #expect(metadata.captureTime?.description == "2021-02-03T04:05:06+01:00")
    }

    @Test(arguments: [true, false])
    func packetsInUTF16(isLittleEndian: Bool) throws {
        let units = String(decoding: packet(properties), as: UTF8.self).utf16
        let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let swapped = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try metadata(jpeg(xmp: isLittleEndian ? swapped : bytes)).title == "Beach")
    }

    @Test func xmpWinsOverIPTCAndKeywordsAreOfBoth() throws {
        let iptc = resource([
            (5, "Title"), (120, "Caption"), (25, "sand"), (25, "wind"), (55, "20200102"), (60, "030405+0100"),
        ])
        let alone = try metadata(iptc)
        #expect(alone.title == "Title" && alone.caption == "Caption" && alone.keywords == ["sand", "wind"])
        #expect(alone.captureTime?.description == "2020-01-02T03:04:05+01:00")
        let both = try metadata(iptc + jpeg(xmp: packet(properties)))
        #expect(both.title == "Beach" && both.caption == "A & B" && both.keywords == ["sea", "sand", "wind"])
    }

    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA", "OLYMPUS DIGITAL CAMERA         ", "SANYO DIGITAL CAMERA", "GE DIGITAL CAMERA",
        "JENOPTIK DIGITAL CAMERA",
        "KONICA MINOLTA DIGITAL CAMERA", "SONY DSC", "Exif_JPEG_PICTURE",
        "<Digimax S500 / Kenox S500 / Digimax Cyber 530>",
    ])
    func textsThatCamerasWriteIntoEveryFileAreIgnored(text: String) throws {
        func exif(_ text: String) -> [UInt8] {
            SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + TIFFBuilder(main: [.text(0x010E, text)]).bytes)
        }
        #expect(try metadata(exif(text)).caption == nil)
        #expect(try metadata(exif("My " + text)).caption?.hasPrefix("My ") == true)
        #expect(try metadata(exif("Noon") + resource([(120, text)])).caption == "Noon")
        #expect(try metadata(exif(text) + resource([(120, "Noon")])).caption == "Noon")
    }

    /// The place of XMP, if EXIF has none.
    @Test func placesOfXMP() throws {
        let names = "xmlns:exif=\"http://ns.adobe.com/exif/1.0/\" "
        func place(_ properties: String, attributes: String = "", gps: [TIFFBuilder.Entry] = []) throws
            -> ImageMetadata.Location?
        {
            let exif = SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + TIFFBuilder(gps: gps).bytes)
            return try metadata(exif + jpeg(xmp: packet(properties, attributes: names + attributes))).location
        }
        let attributes = "exif:GPSLatitude='33,51.0S' exif:GPSLongitude='151,12.0E'"
        let here = ImageMetadata.Location(latitude: -33.85, longitude: 151.2)
        #expect(try place("", attributes: attributes) == here)
        let altitude = attributes + " exif:GPSAltitude='250/20' exif:GPSAltitudeRef='1'"
        #expect(try place("", attributes: altitude)?.altitude == -12.5)
        let list = "<rdf:Seq><rdf:li>33/1</rdf:li><rdf:li>51/1</rdf:li><rdf:li>0/1</rdf:li></rdf:Seq>"
        #expect(
            try place(
                "<exif:GPSLatitude>\(list)</exif:GPSLatitude><exif:GPSLatitudeRef>S</exif:GPSLatitudeRef>",
                attributes: "exif:GPSLongitude='151,12.0E'") == here)
        #expect(try place("", attributes: "exif:GPSLatitude='0' exif:GPSLongitude='0.000000'") == nil)
        #expect(try place("", attributes: "exif:GPSLatitude='-33.85'") == nil)
        let zero = [(0, 1), (0, 1), (0, 1)]
        let unknown: [TIFFBuilder.Entry] = [.text(1, "N"), .rationals(2, zero), .text(3, "E"), .rationals(4, zero)]
        #expect(try place("", attributes: attributes, gps: unknown) == here)
        let north = [(9, 1), (0, 1), (0, 1)]
        let known: [TIFFBuilder.Entry] = [.text(1, "N"), .rationals(2, north), .text(3, "E"), .rationals(4, zero)]
        #expect(
            try place("", attributes: attributes, gps: known) == ImageMetadata.Location(latitude: 9, longitude: 0))
    }

    @Test func timeOfEXIFWins() throws {
        let exif = TIFFBuilder(main: [.text(0x010E, "By the camera")], exif: [.text(0x9003, "2019:01:01 00:00:00")])
        let segments = SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif.bytes)
        let metadata = try metadata(
            segments + jpeg(xmp: packet(properties, attributes: "xmp:CreateDate=\"2021-02-03T04:05:06\"")))
        #expect(metadata.captureTime?.description == "2019-01-01T00:00:00" && metadata.caption == "A & B")
        #expect(try self.metadata(segments).caption == "By the camera")
    }

    @Test func kindsOfPhotos() throws {
        let attributes = "hdrgm:Version=\"1.0\" GPano:ProjectionType=\"equirectangular\""
        #expect(try metadata(jpeg(xmp: packet("", attributes: attributes))).subtypes == [.photoHDR, .photoPanorama])
        let screenshot = TIFFBuilder(exif: [.bytes(0x9286, Array("ASCII\0\0\0Screenshot".utf8))])
        #expect(
            try metadata(SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + screenshot.bytes)).subtypes
                == .photoScreenshot)
    }

    @Test func picturesOfApplesCameras() throws {
        for (rendered, subtypes) in [(6, MediaSubtypes.photoPanorama), (8, .photoDepthEffect), (3, .photoHDR), (1, [])]
        {
            let exif = TIFFBuilder(main: [.text(0x010F, "Apple")], exif: [.short(0xA401, rendered)]).bytes
            #expect(try metadata(SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif)).subtypes == subtypes)
        }
    }

    /// Packets with entities that expand to 10⁹ characters, with bytes that are not text, and with deep nesting.
    @Test func hostilePacketsAreHarmless() throws {
        let bomb = """
            <!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            """
        #expect(try metadata(jpeg(xmp: Array(bomb.utf8) + packet(properties))) == ImageMetadata())
        let deep = packet(String(repeating: "<dc:title>", count: 5000))
        #expect(try metadata(jpeg(xmp: deep)).title == nil)
        var generator = Seeded(7)
        let sound = packet(properties)
        for _ in 0..<2000 {
            var changed = sound
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            // Parts of names, declarations and tags, because Foundation's parser crashed after such changes.
            let tokens = [
                "<", ">", ":", "\"", "xmlns:", "xmlns=\"\"", "<a:b ", "/>", "<![CDATA[", "]]>", "<!--", "&#0;", "<:b>",
            ]
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let place = Int.random(in: 0..<changed.count, using: &generator)
                changed.insert(contentsOf: Array((tokens.randomElement(using: &generator) ?? "").utf8), at: place)
            }
            _ = try metadata(jpeg(xmp: changed))
        }
    }

    private func appleNote(_ entries: [TIFFBuilder.Entry]) -> [UInt8] {
        // The directory is at 14. Its offsets count from the beginning of the note.
        let head = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]
        var fields = TIFFBuilder.number(entries.count, 2)
        var values: [UInt8] = []
        for entry in entries {
            fields +=
                TIFFBuilder.number(Int(entry.tag), 2) + TIFFBuilder.number(Int(entry.type), 2)
                + TIFFBuilder.number(entry.count, 4)
            if entry.value.count <= 4 {
                fields += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                fields += TIFFBuilder.number(14 + 2 + 12 * entries.count + 4 + values.count, 4)
                values += entry.value
            }
        }
        return head + fields + TIFFBuilder.number(0, 4) + values
    }

    @Test func applesMakerNoteHasIdentifiers() throws {
        let note = appleNote([
            TIFFBuilder.Entry(tag: 0x0A, type: 9, count: 1, value: [0, 0, 0, 3]), .text(0x0B, "BURST-1"),
            .text(0x11, "CONTENT-1"),
        ])
        let exif = TIFFBuilder(exif: [TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)])
        let metadata = try metadata(SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif.bytes))
        #expect(metadata.contentIdentifier == "CONTENT-1" && metadata.burstIdentifier == "BURST-1")
        #expect(metadata.subtypes == .photoHDR)
    }

    /// A program that converts the file to little-endian can convert the note, and leave or change its mark.
    ///
    /// The values are those that exiftool 12.57 reads.
    @Test(arguments: ["MM", "II"], [false, true])
    func byteOrdersOfApplesMakerNote(mark: String, isLittleEndian: Bool) throws {
        let entries: [TIFFBuilder.Entry] = [.numbers(0x0A, type: 4, [3]), .text(0x11, "CONTENT-1")]
        var directory = TIFFBuilder(main: entries)
        directory.isLittleEndian = isLittleEndian
        // The offsets count from the beginning of the note, which is 6 bytes before the header of a block.
        let head = Array("Apple iOS\0".utf8) + [0, 1] + Array(mark.utf8)
        let note = head + Self.moved(directory.bytes, by: 6, isLittleEndian: isLittleEndian).dropFirst(8)
        let exif = TIFFBuilder(exif: [TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)])
        let metadata = try metadata(SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif.bytes))
        #expect(metadata.contentIdentifier == "CONTENT-1" && metadata.subtypes == .photoHDR)
    }

    /// The block with the offset of its second entry increased.
    private static func moved(_ block: [UInt8], by distance: UInt8, isLittleEndian: Bool) -> [UInt8] {
        var block = block
        block[8 + 2 + 12 + 8 + (isLittleEndian ? 0 : 3)] += distance
        return block
    }

    /// The camera's clock, GPS time and offset.
    ///
    /// The implied offset is a multiple of a quarter of an hour, within 90 s and at most 14 h. Otherwise no offset is
    /// implied. A stated offset takes precedence.
    @Test(
        arguments: [
            ("2020:07:01 12:00:00", "2020:07:01", (10, 0, 0), nil, 120),
            ("2020:07:01 02:00:30", "2020:06:30", (20, 15, 0), nil, 345),
            ("2020:07:01 12:05:00", "2020:07:01", (10, 0, 0), nil, nil),
            ("2020:07:03 12:00:00", "2020:07:01", (10, 0, 0), nil, nil),
            ("2020:07:01 12:00:00", "2020:07:01", (10, 0, 0), "+03:00", 180),
        ] as [(String, String, (Int, Int, Int), String?, Int?)])
    func satelliteTimeGivesTheOffset(wall: String, date: String, time: (Int, Int, Int), stated: String?, minutes: Int?)
        throws
    {
        let exif = TIFFBuilder(
            exif: [.text(0x9003, wall)] + (stated.map { [.text(0x9011, $0)] } ?? []),
            gps: [.rationals(7, [(time.0, 1), (time.1, 1), (time.2, 1)]), .text(29, date)])
        let found = try metadata(SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif.bytes)).captureTime
        #expect(found != nil && found?.offsetMinutes == minutes)
    }

    @Test func textsOfPNG() throws {
        func inspect(_ chunks: [UInt8]) throws -> ImageMetadata {
            try ImageDecoder().inspect(
                .bytes(SmallPNG.bytes(width: 1, depth: 8, colorType: 0, rows: [[9]], extra: chunks))
            ).metadata
        }
        let texts = [("Title", "Sea"), ("Creation Time", "Mon, 10 Mar 2003 15:04:43 +0100"), ("Software", "x")]
        let plain = try inspect(texts.flatMap { SmallPNG.chunk("tEXt", Array("\($0.0)\0\($0.1)".utf8)) })
        #expect(plain.title == "Sea" && plain.captureTime?.description == "2003-03-10T15:04:43+01:00")
        let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet(properties)
        #expect(try inspect(SmallPNG.chunk("iTXt", xmp)).keywords == ["sea", "sand"])
    }
}
