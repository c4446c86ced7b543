import Foundation
import FoundationXML
import PhotoModel
import TestSupport
import Testing

@testable import PhotoExport
@testable import PhotoIngest

@Suite struct XMPSidecarTests {
    private func words(_ title: String?, _ location: ImageMetadata.Location? = nil) -> ExportedWords {
        var words = ExportedWords()
        words.title = title
        words.location = location
        return words
    }

    /// The sidecar as an import reads it.
    private func read(_ words: ExportedWords) throws -> ImageMetadata {
        let bytes = try #require(XMPSidecar.bytes(words))
        let sidecar = try #require(Sidecar(bytes))
        #expect(sidecar.kind == .xmp)
        return sidecar.metadata
    }

    @Test func withoutWordsThereIsNoSidecar() { #expect(XMPSidecar.bytes(ExportedWords()) == nil) }

    @Test func anImportReadsAllWords() throws {
        var words = words("Straße & <b>\"Größe\"</b> 'x' ]]> 👩‍👩‍👧‍👦", .init(latitude: -33.86, longitude: 151.21))
        words.caption = "First line\nsecond\ttab"
        words.keywords = ["sea", "R&B", "写真"]
        words.rating = -1
        words.captureTime = CaptureTime("2024-05-17T10:30:00.250-03:30")
        let metadata = try read(words)
        #expect(metadata.title == words.title)
        #expect(metadata.caption == words.caption)
        #expect(metadata.keywords == words.keywords)
        #expect(metadata.rating == -1)
        #expect(metadata.captureTime == words.captureTime)
        #expect(abs(try #require(metadata.location).latitude + 33.86) < 1e-9)
        #expect(abs(try #require(metadata.location).longitude - 151.21) < 1e-9)
    }

    @Test(arguments: [
        (0.0, 1.0), (90.0, 180.0), (-90.0, -180.0), (48.99999999999, 11.5), (-0.0000001, 0.0000001),
        (59.9999999999, -59.99999), (1.0 / 3, -2.0 / 3),
    ])
    func placesAreExact(latitude: Double, longitude: Double) throws {
        let place = try #require(ImageMetadata.Location(latitude: latitude, longitude: longitude))
        let found = try #require(try read(words(nil, place)).location)
        #expect(abs(found.latitude - latitude) < 1e-9 && abs(found.longitude - longitude) < 1e-9)
    }

    /// 0, 0 is a place if the owner set it.
    @Test func placeOfZerosIsTheOwners() throws {
        let place = try #require(ImageMetadata.Location(latitude: 0, longitude: 0))
        var words = words(nil, place)
        #expect(try read(words).location == nil)
        words.changes = [.place]
        let bytes = try #require(XMPSidecar.bytes(words))
        #expect(Sidecar(bytes)?.description?.place == .at(place))
    }

    @Test func everyTextIsXML() throws {
        for text in ["\u{1}\u{8}a\u{B}\u{1F}", "\u{FFFE}b\u{FFFF}", "a\r\nb", "\u{85}\u{2028}", "]]>&amp;<!--"] {
            let bytes = try #require(XMPSidecar.bytes(words(text + "x")))
            let parser = XMLParser(data: Data(bytes))
            #expect(parser.parse(), "\(text.debugDescription)")
        }
    }
}
