import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Places go wherever the library reads EXIF, XMP and IPTC.
struct CarrierTests {
    @Test(arguments: MetadataCarrier.all)
    func placesGo(carrier: MetadataCarrier) throws {
        #expect(Self.hasPlace(carrier.file), "The file has a place to remove.")
        let changed = try withoutPlaces(carrier.file)
        #expect(changed.count == carrier.file.count && !Self.hasPlace(changed))
        let metadata = try ImageDecoder().inspect(.bytes(changed)).metadata
        #expect(metadata.location == nil)
        #expect(try withoutPlaces(changed) == changed)
    }

    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func exiftoolFindsNone() throws {
        let folder = try TemporaryFolder()
        for (index, carrier) in MetadataCarrier.all.enumerated() {
            try folder.write(try withoutPlaces(carrier.file), to: "\(index).\(carrier.ending)")
        }
        #expect(try Exiftool.tags(folder.url.path).filter(Exiftool.isPlace) == [])
    }

    /// Words without places stay in coded texts, too.
    @Test(arguments: PNGBuilder.TextChunk.allCases)
    func codedTextsWithoutPlacesStay(chunk: PNGBuilder.TextChunk) throws {
        let exif = TIFFBuilder(main: [.text(0x010F, "Maker")]).bytes
        let file = PNGBuilder.picture(
            chunk.chunk("Raw profile type exif", PNGBuilder.profile("exif", exif))
                + chunk.chunk("XML:com.adobe.xmp", Array("<a><b>word</b></a>".utf8)))
        #expect(try withoutPlaces(file) == file)
    }

    /// A block that one reader finds and another one does not.
    @Test func hiddenBlocksGo() throws {
        let exif = MetadataCarrier.exif
        // The stated offset leads behind the coordinates.
        let heic = Boxes.heic(metadata: [
            Boxes.Item("Exif", TIFFBuilder.number(exif.count - 2, 4) + exif)
        ])
        // Bytes that could be a resource hide one of IPTC.
        let resources =
            Array("Photoshop 3.0\0".utf8) + Array("ABCD".utf8) + [0, 0, 0, 0, 0, 0, 1, 0] + Array("8BIM".utf8) + [
                4, 4, 0, 0,
            ]
            + TIFFBuilder.number(MetadataCarrier.iptc.count, 4) + MetadataCarrier.iptc
        // The second segment of EXIF begins like a block of its own.
        let segments = [exif, Array("II48.123456".utf8)].flatMap { SmallFiles.segment(exif: $0) }
        for file in [heic, SmallFiles.jpeg(SmallFiles.segment(0xED, resources)), SmallFiles.jpeg(segments)] {
            let changed = try withoutPlaces(file)
            #expect(Self.hasPlace(file) && !Self.hasPlace(changed))
        }
    }

    /// Whether the bytes have the place, also as hexadecimal digits.
    private static func hasPlace(_ bytes: [UInt8]) -> Bool {
        // The lines of a profile are of any length.
        let text = bytes.filter { $0 != UInt8(ascii: "\n") }
        let digits = ["0000003000000001", "48,7.4", MetadataCarrier.city].map { text in
            text.hasPrefix("0000") ? Array(text.utf8) : text.utf8.flatMap { Array(String($0, radix: 16).utf8) }
        }
        return TestPlace.isIn(bytes) || digits.contains { text.has($0) }
    }
}
