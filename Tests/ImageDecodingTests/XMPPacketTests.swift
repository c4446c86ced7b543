import Foundation
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct XMPPacketTests {
    private enum Namespace {
        static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        static let dublinCore = "http://purl.org/dc/elements/1.1/"
        static let exif = "http://ns.adobe.com/exif/1.0/"
    }

    private static func packet(_ description: String, wrapped: Bool = true) -> [UInt8] {
        let rdf = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="made by hand"><rdf:RDF xmlns:rdf="\(Namespace.rdf)">
            \(description)
            </rdf:RDF></x:xmpmeta>
            """
        guard wrapped else { return Array(rdf.utf8) }
        let padding = String(repeating: " ", count: 2000) + "\n"
        return Array(
            ("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" + rdf + padding + "<?xpacket end=\"w\"?>")
                .utf8
        )
    }

    @Test func readsAttributesElementsAndArrays() throws {
        let bytes = Self.packet(
            """
            <rdf:Description rdf:about="" xmlns:exif="\(Namespace.exif)" xmlns:dc="\(Namespace.dublinCore)"
              exif:DateTimeOriginal="2020-05-17T10:30:00+02:00">
             <exif:GPSLatitude>48,51.5N</exif:GPSLatitude>
             <dc:title><rdf:Alt><rdf:li xml:lang="de">Hafen</rdf:li><rdf:li xml:lang="x-default">Harbour &amp; sea</rdf:li></rdf:Alt></dc:title>
             <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>boats</rdf:li></rdf:Bag></dc:subject>
            </rdf:Description>
            """)
        let packet = try #require(XMPPacket(bytes))
        #expect(packet.text(Namespace.exif, "DateTimeOriginal") == "2020-05-17T10:30:00+02:00")
        #expect(packet.text(Namespace.exif, "GPSLatitude") == "48,51.5N")
        #expect(packet.text(Namespace.dublinCore, "title") == "Harbour & sea")
        #expect(packet.list(Namespace.dublinCore, "subject") == ["sea", "boats"])
        #expect(packet.text(Namespace.dublinCore, "description") == nil)
        #expect(packet.text("http://other/", "title") == nil)
    }

    @Test func readsUTF16AndClosingZeros() throws {
        let text = String(
            decoding: Self.packet("<rdf:Description xmlns:dc='\(Namespace.dublinCore)' dc:title='é'/>"), as: UTF8.self
        )
        .replacing("\u{FEFF}", with: "")
        let data = try #require(text.data(using: .utf16))
        #expect(XMPPacket(Array(data))?.text(Namespace.dublinCore, "title") == "é")
        #expect(XMPPacket(Array(text.utf8) + [0, 0, 0])?.text(Namespace.dublinCore, "title") == "é")
    }

    @Test(
        "Other data and hostile packets are refused",
        arguments: [
            "", "<", "plain text", "<a/>", "<rdf:RDF/>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>",
            "<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
            String(repeating: "<a>", count: 100_000),
            String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65),
            "<a>" + String(repeating: "<b/>", count: 21_000) + "</a>", String(repeating: " ", count: 2 << 20),
        ])
    func refuses(_ text: String) { #expect(XMPPacket(Array(text.utf8)) == nil) }

    @Test func survivesMutations() {
        var random = Seeded(7)
        let packet = Self.packet(
            "<rdf:Description xmlns:dc='\(Namespace.dublinCore)'><dc:subject><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></dc:subject></rdf:Description>",
            wrapped: false)
        for _ in 0..<300 {
            var bytes = packet
            for _ in 0..<3 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = XMPPacket(Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)) + 1)))?.list(
                Namespace.dublinCore, "subject")
        }
    }
}
