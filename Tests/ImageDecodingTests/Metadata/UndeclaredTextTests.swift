import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Texts whose coding a file does not declare: UTF-8 if they are valid, otherwise Windows-1252.
@Suite struct UndeclaredTextTests {
    private static let text = "“Ca. 35°–36° O” … € 5"

    private static func windows1252(_ text: String) throws -> [UInt8] {
        [UInt8](try #require(text.data(using: .windowsCP1252)))
    }

    private func record(_ sets: [(UInt8, UInt8, [UInt8])]) -> [UInt8] {
        let record = sets.reduce(into: [UInt8]()) { record, set in
            record += [0x1C, set.0, set.1] + TIFFBuilder.number(set.2.count, 2) + set.2
        }
        return JPEGBuilder.segment(
            0xED,
            Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0] + TIFFBuilder.number(record.count, 4) + record)
    }

    private func caption(_ segments: [UInt8]) throws -> String? {
        try ImageDecoder().inspect(.bytes(JPEGBuilder.picture(segments))).metadata.caption
    }

    private func exif(_ caption: [UInt8]) -> [UInt8] {
        JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8) + TIFFBuilder(main: [.bytes(0x010E, caption + [0])]).bytes)
    }

    @Test func everyByteIsACharacter() throws {
        let bytes = (0x20...0xFF).map { UInt8($0) }.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
        let text = try #require(String(bytes: bytes, encoding: .windowsCP1252))
        #expect(bytes.undeclaredText == text)
    }

    @Test func ofIPTC() throws {
        let (old, new) = (try Self.windows1252(Self.text), Array(Self.text.utf8))
        #expect(try caption(record([(2, 120, old)])) == Self.text)
        #expect(try caption(record([(2, 120, new)])) == Self.text)
        let utf8: (UInt8, UInt8, [UInt8]) = (1, 90, [0x1B, 0x25, 0x47])
        #expect(try caption(record([utf8, (2, 120, new)])) == Self.text)
        // Declared text that is cut in a character.
        #expect(try caption(record([utf8, (2, 120, Array("wörö".utf8.dropLast()))])) == "wör\u{FFFD}")
        #expect(try caption(record([(2, 120, Array("wörö".utf8.dropLast()))])) == "wör")
    }

    /// What exiftool writes and reads as Latin, its name for Windows-1252, is the same.
    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func exiftoolAgrees() throws {
        let folder = try TemporaryFolder()
        try folder.write(JPEGBuilder.picture(), to: "photo.jpg")
        let arguments = ["-charset", "utf8", "-charset", "iptc=latin", "-IPTC:Caption-Abstract=\(Self.text)"]
        try Exiftool.write(arguments + ["-IPTC:Keywords=café – bar"], to: folder.path("photo.jpg"))
        let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: "photo.jpg")))
        let metadata = try ImageDecoder().inspect(.bytes(bytes)).metadata
        #expect(metadata.caption == Self.text && metadata.keywords == ["café – bar"])
    }

    @Test func ofEXIF() throws {
        #expect(try caption(exif(try Self.windows1252(Self.text))) == Self.text)
        #expect(try caption(exif(Array(Self.text.utf8))) == Self.text)
    }

    @Test(arguments: PNGBuilder.TextChunk.allCases)
    func ofPNG(chunk: PNGBuilder.TextChunk) throws {
        for bytes in [try Self.windows1252(Self.text), Array(Self.text.utf8)] {
            let png = PNGBuilder.picture(chunk.chunk("Description", bytes))
            #expect(try ImageDecoder().inspect(.bytes(png)).metadata.caption == Self.text)
        }
    }

    @Test func ofXMP() throws {
        let packet = { (bytes: [UInt8]) in
            Array(
                """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
                xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>
                """.utf8) + bytes + Array("</dc:description></rdf:Description></rdf:RDF>".utf8)
        }
        let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        for bytes in [try Self.windows1252(Self.text), Array(Self.text.utf8)] {
            #expect(try caption(JPEGBuilder.segment(0xE1, name + packet(bytes))) == Self.text)
        }
    }
}
