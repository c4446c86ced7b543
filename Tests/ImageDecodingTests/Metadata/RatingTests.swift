import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct RatingTests {
    private func rating(_ attributes: String) -> Int? {
        let packet = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:m="http://ns.microsoft.com/photo/1.0/" \(attributes)/></rdf:RDF>
            """
        return XMPPacket(Array(packet.utf8)).flatMap { ImageMetadata(xmp: $0).rating }
    }

    @Test(arguments: [
        ("4", 4), (" 4 ", 4), ("4\n", 4), ("4.0", 4), ("3.4", 3), ("0", 0), ("-1", -1), (" -1.0", -1), ("+2", 2),
        ("6", nil),
        ("-2", nil), ("four", nil), ("", nil), ("nan", nil), ("1e400", nil),
    ])
    func stars(text: String, rating: Int?) { #expect(self.rating("xmp:Rating='\(text)'") == rating) }

    /// The percentages that Windows writes, and the ranges of the property `System.Rating`.
    @Test(arguments: [
        ("1", 1), ("25", 2), ("50", 3), ("75", 4), ("99", 5), (" 99 ", 5), ("0", 0), ("12", 1), ("13", 2), ("37", 2),
        ("38", 3),
        ("62", 3), ("63", 4), ("87", 4), ("88", 5), ("100", 5), ("101", nil), ("-1", nil),
    ])
    func percentages(text: String, rating: Int?) { #expect(self.rating("m:Rating='\(text)'") == rating) }

    @Test func starsWin() {
        #expect(rating("xmp:Rating='2' m:Rating='99'") == 2)
        #expect(rating("xmp:Rating='' m:Rating='99'") == 5)
    }
}
