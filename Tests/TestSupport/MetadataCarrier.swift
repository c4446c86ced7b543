/// A small file with the same EXIF, XMP or IPTC in one of the ways in which formats and programs store them.
package struct MetadataCarrier: Sendable, CustomStringConvertible {
    package enum Block: Sendable { case exif, xmp, iptc }

    package let description: String
    package let file: [UInt8]
    /// The extension of the file's name.
    package let ending: String
    package let blocks: Set<Block>
    /// Whether exiftool 12.57 reads it.
    package let isReadByExiftool: Bool

    init(_ name: String, _ ending: String, _ blocks: Set<Block>, _ file: [UInt8], isReadByExiftool: Bool = true) {
        description = "\(ending): \(name)"
        self.ending = ending
        self.blocks = blocks
        self.file = file
        self.isReadByExiftool = isReadByExiftool
    }

    /// All ways.
    package static let all =
        jpegs + pngProfiles + pngs + riffs + jpegXLs + tiffs + heics + videos + [
            MetadataCarrier(
                "XMP in an extension", "gif", [.xmp],
                gif(
                    [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + xmp + [1]
                        + (0...255).reversed().map { UInt8($0) } + [0]))
        ]

    // MARK: Blocks

    package static let make = "Maker"
    package static let time = "2020-01-02T03:04:05"
    package static let latitude = 48.123456
    package static let longitude = 11.582203
    package static let city = "Muenchhausen"
    package static let word = "a word"
    package static let caption = "A caption"

    /// EXIF with a camera, a time and coordinates.
    package static let exif = block()

    private static func block(_ more: [TIFFBuilder.Entry] = [], size: [TIFFBuilder.Entry] = []) -> [UInt8] {
        TIFFBuilder(
            main: size + [.text(0x010F, make)] + more, exif: [.text(0x9003, "2020:01:02 03:04:05")],
            gps: [
                .text(1, "N"), .rationals(2, [(48, 1), (7, 1), (244_416, 10_000)]), .text(3, "E"),
                .rationals(4, [(11, 1), (34, 1), (559_308, 10_000)]),
            ]
        ).bytes
    }

    /// A packet with a keyword, a city and coordinates.
    package static let xmp = Array(
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
        xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="48,7.407360N" \
        exif:GPSLongitude="11,34.932180E" photoshop:City="\(city)">\
        <dc:subject><rdf:Bag><rdf:li>\(word)</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF>\
        </x:xmpmeta><?xpacket end="w"?>
        """.utf8)

    /// A record with a caption and a city.
    package static let iptc: [UInt8] = dataSet(120, caption) + dataSet(90, city)

    private static func dataSet(_ number: UInt8, _ text: String) -> [UInt8] {
        [0x1C, 2, number] + TIFFBuilder.number(text.utf8.count, 2) + Array(text.utf8)
    }

    private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
        let head = Array("8BIM".utf8) + TIFFBuilder.number(number, 2) + [0, 0]
        let padding: [UInt8] = data.count.isMultiple(of: 2) ? [] : [0]
        return head + TIFFBuilder.number(data.count, 4) + data + padding
    }

    private static let iptcResource = resource(0x0404, iptc)
    private static let exifHeader = Array("Exif\0\0".utf8)
    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let resourcesName = Array("Photoshop 3.0\0".utf8)

    // MARK: Files

    private static let jpegs: [MetadataCarrier] = {
        func application1(_ payload: [UInt8]) -> [UInt8] { JPEGBuilder.segment(0xE1, payload) }
        func application13(_ payload: [UInt8]) -> [UInt8] { JPEGBuilder.segment(0xED, resourcesName + payload) }
        let segments = [application1(exifHeader + exif), application1(xmpName + xmp), application13(iptcResource)]
        let digest = String(repeating: "0123456789ABCDEF", count: 2)
        func part(_ range: Range<Int>, of packet: [UInt8]) -> [UInt8] {
            application1(
                Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8) + TIFFBuilder.number(packet.count, 4)
                    + TIFFBuilder.number(range.lowerBound, 4) + packet[range])
        }
        let stub = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\(digest)"/></rdf:RDF>\
            </x:xmpmeta>
            """.utf8)
        let cut = iptcResource.count - 25
        // The coordinates are in the second segment.
        let half = exif.count - 60
        let ways: [(String, [UInt8], Set<Block>)] = [
            ("segments in one order", segments.flatMap { $0 }, [.exif, .xmp, .iptc]),
            ("segments in the other order", segments.reversed().flatMap { $0 }, [.exif, .xmp, .iptc]),
            ("fill bytes before segments", segments.flatMap { [0xFF, 0xFF, 0xFF] + $0 }, [.exif, .xmp, .iptc]),
            (
                "EXIF in two segments", [exif[..<half], exif[half...]].flatMap { application1(exifHeader + $0) },
                [.exif]
            ),
            ("EXIF behind other bytes", application1([0, 0] + exifHeader + exif), [.exif]),
            ("EXIF with another header", application1(Array("EXIF\0\0".utf8) + exif), [.exif]),
            ("empty EXIF before EXIF", application1(exifHeader + [0, 0]) + segments[0], [.exif]),
            (
                "XMP and IPTC in EXIF",
                application1(exifHeader + block([.bytes(0x02BC, xmp), .bytes(0x83BB, iptc)])), [.exif, .xmp, .iptc]
            ),
            (
                "extended XMP in any order",
                part(200..<xmp.count, of: xmp) + application1(xmpName + stub) + part(0..<200, of: xmp), [.xmp]
            ),
            (
                "image resources in two segments",
                application13(Array(iptcResource[..<cut])) + application13(Array(iptcResource[cut...])), [.iptc]
            ),
            (
                "image resources behind padding",
                application13(resource(0x03ED, [1, 2]) + [0, 0, 0]) + JPEGBuilder.segment(0xFE, [65])
                    + application13(iptcResource), [.iptc]
            ),
            (
                "image resources of another mark",
                application13(Array("MeSa".utf8) + resource(0x1B58, [1, 2]).dropFirst(4) + iptcResource), [.iptc]
            ),
            (
                "image resources of Photoshop 2.5",
                JPEGBuilder.segment(
                    0xED, Array("Adobe_Photoshop2.5:".utf8) + [UInt8](repeating: 0, count: 8) + iptcResource),
                [.iptc]
            ),
            ("EXIF in an image resource", application13(resource(0x0422, exif)), [.exif]),
            ("XMP in an image resource", application13(resource(0x0424, xmp)), [.xmp]),
        ]
        return ways.map { MetadataCarrier($0.0, "jpg", $0.2, JPEGBuilder.picture($0.1)) }
    }()

    private static let pngProfiles: [MetadataCarrier] = {
        let blocks: [(String, [UInt8], Block)] = [
            ("exif", exifHeader + exif, .exif), ("exif", exif, .exif), ("APP1", exifHeader + exif, .exif),
            ("APP1", xmpName + xmp, .xmp), ("xmp", xmp, .xmp), ("iptc", iptcResource, .iptc), ("iptc", iptc, .iptc),
            ("8bim", iptcResource, .iptc),
        ]
        return PNGBuilder.TextChunk.allCases.flatMap { chunk in
            blocks.map { kind, block, content in
                MetadataCarrier(
                    "profile \(kind) of \(block.count) bytes in \(chunk.rawValue)", "png", [content],
                    PNGBuilder.picture(chunk.chunk("Raw profile type \(kind)", PNGBuilder.profile(kind, block))))
            }
        }
    }()

    private static let pngs: [MetadataCarrier] =
        PNGBuilder.TextChunk.allCases.map { chunk in
            MetadataCarrier(
                "XMP in \(chunk.rawValue)", "png", [.xmp],
                PNGBuilder.picture(chunk.chunk("XML:com.adobe.xmp", xmp)))
        } + [
            MetadataCarrier("eXIf", "png", [.exif], PNGBuilder.picture(PNGBuilder.chunk("eXIf", exif))),
            MetadataCarrier(
                "eXIf with a header", "png", [.exif], PNGBuilder.picture(PNGBuilder.chunk("eXIf", exifHeader + exif))),
            MetadataCarrier(
                "a keyword with a small letter", "png", [.exif],
                PNGBuilder.picture(
                    PNGBuilder.TextChunk.compressed.chunk("raw profile type exif", PNGBuilder.profile("exif", exif)))),
        ]

    private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = payload.count.isMultiple(of: 2) ? [] : [0]
        return Array(type.utf8) + TIFFBuilder.number(payload.count, 4).reversed() + payload + padding
    }

    private static let riffs: [MetadataCarrier] = {
        let chunks: [(String, String, [UInt8], Block)] = [
            ("EXIF", "EXIF", exif, .exif), ("EXIF with a header", "EXIF", exifHeader + exif, .exif),
            ("XMP", "XMP ", xmp, .xmp),
        ]
        let header = chunk("LIST", Array("hdrl".utf8) + chunk("avih", [UInt8](repeating: 0, count: 56)))
        return chunks.map { name, type, block, content in
            let size = chunk("VP8X", [12, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            return MetadataCarrier(
                name, "webp", [content], chunk("RIFF", Array("WEBP".utf8) + size + chunk(type, block)))
        } + [
            MetadataCarrier("XMP", "avi", [.xmp], chunk("RIFF", Array("AVI ".utf8) + header + chunk("_PMX", xmp)))
        ]
    }()

    private static let jpegXLs: [MetadataCarrier] = [
        MetadataCarrier("Exif", "jxl", [.exif], SmallJPEGXL.file(SmallJPEGXL.exif(exif))),
        MetadataCarrier("xml", "jxl", [.xmp], SmallJPEGXL.file(Boxes.box("xml ", xmp))),
        // exiftool needs a module for Brotli that is not always installed.
        MetadataCarrier(
            "compressed Exif", "jxl", [.exif], SmallJPEGXL.file(SmallJPEGXL.compressed(SmallJPEGXL.exif(exif))),
            isReadByExiftool: false),
        MetadataCarrier(
            "compressed xml", "jxl", [.xmp], SmallJPEGXL.file(SmallJPEGXL.compressed(Boxes.box("xml ", xmp))),
            isReadByExiftool: false),
    ]

    private static let tiffs: [MetadataCarrier] = {
        func entry(_ tag: UInt16, _ type: UInt16, _ value: [UInt8]) -> TIFFBuilder.Entry {
            let unit = type == 4 ? 4 : 1
            let padded = value + [UInt8](repeating: 0, count: (unit - value.count % unit) % unit)
            return TIFFBuilder.Entry(tag: tag, type: type, count: padded.count / unit, value: padded)
        }
        let padded = iptc + [UInt8](repeating: 0, count: (4 - iptc.count % 4) % 4)
        let swapped: [UInt8] = stride(from: 0, to: padded.count, by: 4).flatMap { padded[$0..<$0 + 4].reversed() }
        let entries: [(String, TIFFBuilder.Entry, Set<Block>)] = [
            ("XMP as BYTE", entry(0x02BC, 1, xmp), [.exif, .xmp]),
            ("XMP as UNDEFINED", entry(0x02BC, 7, xmp), [.exif, .xmp]),
            ("IPTC as BYTE", entry(0x83BB, 1, iptc), [.exif, .iptc]),
            ("IPTC as UNDEFINED", entry(0x83BB, 7, iptc), [.exif, .iptc]),
            ("IPTC as LONG", entry(0x83BB, 4, iptc), [.exif, .iptc]),
            ("IPTC as LONG of swapped bytes", entry(0x83BB, 4, swapped), [.exif, .iptc]),
            ("IPTC in image resources", entry(0x8649, 1, iptcResource), [.exif, .iptc]),
            ("XMP in image resources", entry(0x8649, 7, resource(0x0424, xmp)), [.exif, .xmp]),
        ]
        return entries.map { name, entry, blocks in
            MetadataCarrier(name, "tif", blocks, block([entry], size: [.short(0x0100, 4), .short(0x0101, 3)]))
        }
    }()

    private static let heics: [MetadataCarrier] = {
        let offset = TIFFBuilder.number(6, 4) + exifHeader
        func items(_ name: String, _ items: [Boxes.Item], _ blocks: Set<Block>, isReadByExiftool: Bool = true)
            -> MetadataCarrier
        {
            MetadataCarrier(
                name, "heic", blocks, Boxes.heic(metadata: items), isReadByExiftool: isReadByExiftool)
        }
        let xmpItem = Boxes.Item("mime", content: "application/rdf+xml", xmp)
        return [
            items("EXIF at 0", [Boxes.Item("Exif", TIFFBuilder.number(0, 4) + exif)], [.exif]),
            items("EXIF at 6", [Boxes.Item("Exif", offset + exif)], [.exif]),
            items(
                "EXIF far behind",
                [Boxes.Item("Exif", TIFFBuilder.number(40, 4) + [UInt8](repeating: 7, count: 40) + exif)],
                [.exif]),
            items("EXIF without an offset", [Boxes.Item("Exif", exif)], [.exif]),
            items("EXIF with a header without an offset", [Boxes.Item("Exif", exifHeader + exif)], [.exif]),
            // exiftool takes the stated offset.
            items(
                "EXIF with a wrong offset", [Boxes.Item("Exif", TIFFBuilder.number(2, 4) + exif)], [.exif],
                isReadByExiftool: false),
            items(
                "EXIF of no picture before that of the displayed one",
                [Boxes.Item("Exif", [0, 0, 0, 0, 1]), Boxes.Item("Exif", offset + exif, describes: 1)], [.exif]),
            items("XMP behind another item", [Boxes.Item("mime", content: "text/plain", [65, 66]), xmpItem], [.xmp]),
            items("EXIF and XMP", [xmpItem, Boxes.Item("Exif", offset + exif)], [.exif, .xmp]),
        ]
    }()

    private static let videos: [MetadataCarrier] = {
        let identifier: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        let header = Boxes.movieHeader(created: 3_600_000_000, scale: 600, duration: 600)
        let track = Boxes.videoTrack(width: 64, height: 48)
        let canon: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let camera = Boxes.box("CMT1", TIFFBuilder(main: [.text(0x0110, "EOS")]).bytes)
        return [
            MetadataCarrier(
                "XMP in a box", "cr3", [.xmp],
                Boxes.fileType("crx ") + Boxes.box("moov", Boxes.box("uuid", canon, camera), header, track)
                    + Boxes.box("uuid", identifier, xmp)),
            MetadataCarrier(
                "XMP in a box", "mp4", [.xmp],
                Boxes.fileType("mp42") + Boxes.box("moov", header, track) + Boxes.box("uuid", identifier, xmp)),
            MetadataCarrier(
                "XMP in user data", "mov", [.xmp],
                Boxes.fileType("qt  ") + Boxes.box("moov", header, track, Boxes.box("udta", Boxes.box("XMP_", xmp)))),
        ]
    }()

    /// A GIF of one pixel with extensions before it.
    package static func gif(_ extensions: [UInt8]) -> [UInt8] {
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + extensions
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    }
}
