import TestSupport

/// Small files with places that are built by the specifications of their formats.
enum SmallFiles {
    /// Big-endian EXIF with the coordinates of ``TestPlace``.
    static let exif = TIFFBuilder(
        main: [.text(0x010F, "Maker")], exif: [.text(0x9003, "2020:01:02 03:04:05")],
        gps: [
            .text(1, "N"), .rationals(2, [(48, 1), (7, 1), (244_416, 10_000)]), .text(3, "E"),
            .rationals(4, [(11, 1), (34, 1), (559_308, 10_000)]), .byte(5, 0), .rationals(6, [(519, 1)]),
        ]
    ).bytes

    /// EXIF whose maker note has a directory of one text, in the layout of a maker.
    static func exif(make: String, notePrefix: String, tag: Int, text: String) -> [UInt8] {
        let value = Array(text.utf8)
        // The note is the last value of the block, so its position follows from the length of an equal block.
        func block(_ place: Int) -> [UInt8] {
            let note =
                Array(notePrefix.utf8) + TIFFBuilder.number(1, 2) + TIFFBuilder.number(tag, 2)
                + TIFFBuilder.number(2, 2) + TIFFBuilder.number(value.count, 4) + TIFFBuilder.number(place, 4)
                + TIFFBuilder.number(0, 4) + value
            return TIFFBuilder(
                main: [.text(0x010F, make)],
                exif: [TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)]
            ).bytes
        }
        return block(block(0).count - value.count)
    }

    /// 8 by 8 gray pixels.
    static func jpeg(_ segments: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
        JPEGBuilder.picture(segments, after: after)
    }

    static func segment(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] { JPEGBuilder.segment(code, payload) }

    static func segment(exif: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + exif) }

    static func segment(xmp: String) -> [UInt8] {
        segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8))
    }

    /// One gray pixel, and chunks before its data.
    static func png(_ chunks: [UInt8], after: [UInt8] = []) -> [UInt8] { PNGBuilder.picture(chunks, after: after) }

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] { PNGBuilder.chunk(type, payload) }

    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 { PNGBuilder.checksum(bytes) }

    /// XMP with coordinates as attributes, as elements, and in structures.
    static let xmp = """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF \
        xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="" \
        xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:p='http://ns.adobe.com/photoshop/1.0/' \
        xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:GPSLatitude="48,7.4N" p:City = 'Muenchhausen' \
        e:ISOSpeedLatitudeyyy="7" p:Credit="A > credit"><e:GPSLongitude>11,34.9E</e:GPSLongitude>\
        <i:LocationShown><r:Bag><r:li i:Sublocation="Muenchhausen"/></r:Bag></i:LocationShown>\
        <p:Headline>A headline</p:Headline></r:Description></r:RDF></x:xmpmeta><?xpacket end="w"?>
        """

    // MARK: Videos

    /// A video with a track of metadata, whose samples are the texts.
    ///
    /// - Parameter usedSamples: The number of samples that the track refers to; `nil` for all.
    static func video(
        handler: String, description: [UInt8], samples: [[UInt8]], userData: [UInt8] = [], brand: String = "mp42",
        usedSamples: Int? = nil
    ) -> [UInt8] {
        let fileType = Boxes.fileType(brand)
        let data = Boxes.box("mdat", samples.flatMap { $0 })
        let used = Array(samples.prefix(usedSamples ?? samples.count))
        // Two samples in the first chunk, and one in each other.
        let starts = [0] + (2..<max(2, used.count)).map { index in used.prefix(index).reduce(0) { $0 + $1.count } }
        let table = Boxes.box(
            "stbl", Boxes.full("stsd", Boxes.number(1, 4), description),
            Boxes.full(
                "stsz", Boxes.number(0, 4), Boxes.number(used.count, 4), used.flatMap { Boxes.number($0.count, 4) }),
            Boxes.full(
                "stsc", Boxes.number(2, 4), Boxes.number(1, 4), Boxes.number(min(2, used.count), 4),
                Boxes.number(1, 4), Boxes.number(2, 4), Boxes.number(1, 4), Boxes.number(1, 4)),
            Boxes.full(
                "stco", Boxes.number(starts.count, 4), starts.flatMap { Boxes.number(fileType.count + 8 + $0, 4) }))
        let track = Boxes.box(
            "trak",
            Boxes.box(
                "mdia", Boxes.full("hdlr", Boxes.number(0, 4), Array(handler.utf8), Boxes.number(0, 13)),
                Boxes.box("minf", table)))
        return fileType + data
            + Boxes.box(
                "moov", Boxes.movieHeader(created: 3_600_000_000, scale: 600, duration: 600),
                Boxes.videoTrack(width: 64, height: 48), track, userData)
    }

    /// 3GPP's location: longitude, latitude and altitude.
    static let location = Boxes.full(
        "loci", Boxes.number(0, 2), Array("Muenchhausen\0".utf8), [0], Boxes.number(11 << 16, 4),
        Boxes.number(48 << 16, 4), Boxes.number(519 << 16, 4), Array("earth\0\0".utf8))
}
