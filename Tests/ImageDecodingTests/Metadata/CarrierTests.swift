import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// EXIF, XMP and IPTC in all ways in which formats and programs store them.
@Suite struct CarrierTests {
    @Test(arguments: MetadataCarrier.all)
    func isRead(carrier: MetadataCarrier) throws {
        let metadata = try ImageDecoder().inspect(.bytes(carrier.file)).metadata
        if carrier.blocks.contains(.exif) {
            #expect(metadata.make == MetadataCarrier.make)
            #expect(metadata.captureTime?.description == MetadataCarrier.time)
            let place = try #require(metadata.location)
            #expect(abs(place.latitude - MetadataCarrier.latitude) < 1e-6)
            #expect(abs(place.longitude - MetadataCarrier.longitude) < 1e-6)
        }
        #expect(metadata.keywords == (carrier.blocks.contains(.xmp) ? [MetadataCarrier.word] : []))
        #expect(metadata.caption == (carrier.blocks.contains(.iptc) ? MetadataCarrier.caption : nil))
    }

    /// exiftool finds the same, so the files are as programs write them.
    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func exiftoolAgrees() throws {
        let folder = try TemporaryFolder()
        for (index, carrier) in MetadataCarrier.all.enumerated() {
            try folder.write(carrier.file, to: "\(index).\(carrier.ending)")
        }
        let output = try Exiftool.output(
            ["-q", "-j", "-Make", "-EXIF:DateTimeOriginal", "-Subject", "-Caption-Abstract"], folder.url.path)
        let found = try JSONDecoder().decode([ExiftoolTags].self, from: Data(output.utf8))
        #expect(found.count == MetadataCarrier.all.count)
        for tags in found {
            let name = try #require(tags.SourceFile.split(separator: "/").last)
            let carrier = MetadataCarrier.all[try #require(Int(name.prefix { $0 != "." }))]
            func value(_ block: MetadataCarrier.Block, _ value: String) -> String? {
                carrier.isReadByExiftool && carrier.blocks.contains(block) ? value : nil
            }
            #expect(tags.Make == value(.exif, MetadataCarrier.make), "\(carrier)")
            #expect(tags.DateTimeOriginal == value(.exif, "2020:01:02 03:04:05"), "\(carrier)")
            #expect(tags.Subject == value(.xmp, MetadataCarrier.word), "\(carrier)")
            #expect(tags.Caption == value(.iptc, MetadataCarrier.caption), "\(carrier)")
        }
    }

    private struct ExiftoolTags: Decodable {
        let SourceFile: String
        let Make, DateTimeOriginal, Subject, Caption: String?

        enum CodingKeys: String, CodingKey {
            case SourceFile, Make, DateTimeOriginal, Subject
            case Caption = "Caption-Abstract"
        }
    }

    /// A block at the place that a specification gives it wins over the same block elsewhere.
    @Test func standardPlacesWin() throws {
        func exif(_ make: String) -> [UInt8] { TIFFBuilder(main: [.text(0x010F, make)]).bytes }
        let profile = PNGBuilder.TextChunk.plain.chunk("Raw profile type exif", PNGBuilder.profile("exif", exif("Old")))
        let png = PNGBuilder.picture(profile + PNGBuilder.chunk("eXIf", exif("New")))
        #expect(try ImageDecoder().inspect(.bytes(png)).metadata.make == "New")
    }

    /// Texts that inflate to more than the limit, and streams that are cut or not streams.
    @Test func hostileTextsAreHarmless() throws {
        let zeros = [0x78, 0x9C] + [UInt8](repeating: 0, count: 100)
        for stream in [zeros, bomb(bytes: 8 << 20), Array(PNGBuilder.zlib(MetadataCarrier.xmp).prefix(100)), []] {
            let chunk = PNGBuilder.chunk("zTXt", Array("XML:com.adobe.xmp\0\0".utf8) + stream)
            let png = PNGBuilder.picture(
                [[UInt8]](repeating: chunk, count: 20).flatMap { $0 }
                    + PNGBuilder.TextChunk.plain.chunk("Title", Array("Sea".utf8)))
            let reading = try ImageDecoder().inspect(.bytes(png))
            #expect(reading.metadata.keywords == [] && reading.condition == .ok)
        }
    }

    @Test(arguments: PNGBuilder.TextChunk.allCases)
    func textsOfPNG(chunk: PNGBuilder.TextChunk) throws {
        let png = PNGBuilder.picture(
            chunk.chunk("title", Array("Sea".utf8)) + chunk.chunk("Description", Array("Café".utf8)))
        let metadata = try ImageDecoder().inspect(.bytes(png)).metadata
        #expect(metadata.title == "Sea" && metadata.caption == "Café")
    }

    @Test(arguments: [
        ("Anna at the sea", "Anna at the sea"), ("Created with GIMP", nil), ("Optimized by Ulead SmartSaver!", nil),
        ("Edited with ezgif.com", nil), ("CREATOR: gd-jpeg v1.0", nil),
    ])
    func commentsOfGIF(text: String, caption: String?) throws {
        let comment = [0x21, 0xFE, UInt8(text.utf8.count)] + Array(text.utf8) + [0]
        #expect(try ImageDecoder().inspect(.bytes(MetadataCarrier.gif(comment))).metadata.caption == caption)
    }

    /// A comment of more than one block.
    @Test func longCommentsOfGIF() throws {
        let text = String(repeating: "0123456789", count: 30)
        let comment = [0x21, 0xFE, 255] + Array(text.utf8.prefix(255)) + [45] + Array(text.utf8.suffix(45)) + [0]
        #expect(try ImageDecoder().inspect(.bytes(MetadataCarrier.gif(comment))).metadata.caption == text)
    }
}

/// A zlib stream of a long run of spaces, with fixed Huffman codes (RFC 1951, 3.2.6).
private func bomb(bytes count: Int) -> [UInt8] {
    var bits: [UInt8] = [1, 1, 0]
    func add(_ code: Int, _ length: Int) { bits += (0..<length).reversed().map { UInt8(code >> $0 & 1) } }
    add(0x30 + 0x20, 8)
    // The length 258 is the code 285, and the distance 1 is the code 0.
    for _ in 0..<count / 258 {
        add(0b1100_0101, 8)
        add(0, 5)
    }
    add(0, 7)
    return [0x78, 0x01]
        + stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
        }
}
