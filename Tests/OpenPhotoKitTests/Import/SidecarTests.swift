import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIngest

@Suite struct SidecarTests {
    /// The sidecar file of an export of 2024.
    static let takeout = """
        {"title": "IMG_1234.JPG", "description": "At the harbour", "imageViews": "3",
         "creationTime": {"timestamp": "1716000000", "formatted": "18.05.2024, 02:40:00 UTC"},
         "photoTakenTime": {"timestamp": "1715934600", "formatted": "17.05.2024, 08:30:00 UTC"},
         "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0, "latitudeSpan": 0.0, "longitudeSpan": 0.0},
         "geoDataExif": {"latitude": 48.8584, "longitude": 2.2945, "altitude": 35.0, "latitudeSpan": 0.0, "longitudeSpan": 0.0},
         "people": [{"name": "Ada"}], "favorited": true, "url": "https://photos.google.com/photo/x"}
        """

    @Test func readsTakeout() throws {
        let sidecar = try #require(Sidecar(Array(Self.takeout.utf8)))
        #expect(sidecar.kind == .takeout)
        #expect(sidecar.names == Array("IMG_1234.JPG".utf8))
        // date -u -d @1715934600
        #expect(sidecar.metadata.captureTime?.description == "2024-05-17T08:30:00+00:00")
        #expect(sidecar.metadata.caption == "At the harbour")
        #expect(sidecar.metadata.location == ImageMetadata.Location(latitude: 48.8584, longitude: 2.2945, altitude: 35))
        #expect(sidecar.isFavorite)
        #expect(sidecar.metadata.keywords == ["People/Ada"])
    }

    @Test func zeroZeroIsNoPlace() throws {
        let text = Self.takeout.replacing("48.8584", with: "0.0").replacing("2.2945", with: "0.0")
        #expect(try #require(Sidecar(Array(text.utf8))).metadata.location == nil)
    }

    @Test func readsExiftoolAndOsxphotos() throws {
        let text = """
            [{"SourceFile": "/Users/ada/export/IMG_1234.JPG", "ExifTool:ExifToolVersion": "12.57",
              "EXIF:DateTimeOriginal": "2024:05:17 10:30:00", "EXIF:OffsetTimeOriginal": "+02:00",
              "XMP:Title": "Harbour", "EXIF:ImageDescription": "At sea", "IPTC:Keywords": ["sea", "boats"],
              "EXIF:GPSLatitude": 33.86, "EXIF:GPSLatitudeRef": "S", "EXIF:GPSLongitude": "151.21", "EXIF:GPSLongitudeRef": "E"}]
            """
        let sidecar = try #require(Sidecar(Array(text.utf8)))
        #expect(sidecar.kind == .exiftool)
        #expect(sidecar.names == Array("IMG_1234.JPG".utf8))
        #expect(sidecar.metadata.captureTime?.description == "2024-05-17T10:30:00+02:00")
        #expect(sidecar.metadata.title == "Harbour")
        #expect(sidecar.metadata.caption == "At sea")
        #expect(sidecar.metadata.keywords == ["sea", "boats"])
        #expect(sidecar.metadata.location == ImageMetadata.Location(latitude: -33.86, longitude: 151.21))
    }

    @Test func readsXMP() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
             exif:DateTimeOriginal="2024-05-17T10:30:00.25" exif:GPSLatitude="33,51.6S" exif:GPSLongitude="151,12,36E">
             <dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let sidecar = try #require(Sidecar(Array(text.utf8)))
        #expect(sidecar.kind == .xmp)
        #expect(sidecar.names == nil)
        #expect(sidecar.metadata.captureTime?.description == "2024-05-17T10:30:00.250")
        #expect(sidecar.metadata.keywords == ["sea"])
        let place = try #require(sidecar.metadata.location)
        #expect(abs(place.latitude + 33.86) < 1e-9)
        #expect(abs(place.longitude - 151.21) < 1e-9)
    }

    private func xmp(_ properties: String, root: String = "x:xmpmeta") throws -> Sidecar {
        try #require(
            Sidecar(
                Array(
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <\(root) xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:opk="\(OwnXMP.namespace)">
                    \(properties)
                    </rdf:Description></rdf:RDF></\(root)>
                    """.utf8)))
    }

    /// Apple's Photos writes a number and the hemisphere, icloudpd a number with a sign.
    ///
    /// The texts are those of immich 3540 and 6580, and of icloudpd's `xmp_sidecar.py`.
    @Test func placesInDecimalDegrees() throws {
        let apple = try xmp(
            """
            <exif:GPSLongitudeRef>W</exif:GPSLongitudeRef><exif:GPSLongitude>68</exif:GPSLongitude>
            <exif:GPSLatitude>60.5</exif:GPSLatitude><exif:GPSLatitudeRef>N</exif:GPSLatitudeRef>
            """)
        #expect(apple.metadata.location == ImageMetadata.Location(latitude: 60.5, longitude: -68))
        let icloudpd = try xmp(
            "<exif:GPSLatitude>-33.85</exif:GPSLatitude><exif:GPSLongitude>151.2</exif:GPSLongitude>",
            root: "x:xml_doc")
        #expect(icloudpd.metadata.location == ImageMetadata.Location(latitude: -33.85, longitude: 151.2))
    }

    /// Programs write 0, 0 for an unknown place, but the owner may have set it here.
    @Test func zeroZeroInXMPIsAPlaceOnlyOfTheOwner() throws {
        let place = "<exif:GPSLatitude>0,0.0N</exif:GPSLatitude><exif:GPSLongitude>0,0.0E</exif:GPSLongitude>"
        let other = try xmp(place)
        #expect(other.metadata.location == nil && other.description == nil)
        let change = "<rdf:li>\(OwnXMP.Change.place.rawValue)</rdf:li>"
        let own = try xmp(place + "<opk:Changed><rdf:Bag>\(change)</rdf:Bag></opk:Changed>")
        #expect(own.description?.place == ImageMetadata.Location(latitude: 0, longitude: 0).map { .at($0) })
    }

    /// Without `-n`, exiftool writes degrees, minutes and seconds, and the reference as a word.
    @Test(arguments: [
        [
            #""EXIF:GPSLatitude": "33 deg 51' 0.00\"", "EXIF:GPSLatitudeRef": "South""#,
            #""EXIF:GPSLongitude": "151 deg 12' 0.00\"", "EXIF:GPSLongitudeRef": "East""#,
        ],
        [
            #""Composite:GPSLatitude": "33 deg 51' 0.00\" S""#,
            #""Composite:GPSLongitude": "151 deg 12' 0.00\" E""#,
        ],
        [#""EXIF:GPSLatitude": 33.85, "Composite:GPSLatitude": -33.85, "Composite:GPSLongitude": 151.2"#],
        [#""GPSLatitude": 33.85, "GPSLatitudeRef": "S", "GPSLongitude": "151.2 E""#],
    ])
    func placesOfExiftool(tags: [String]) throws {
        let text = #"[{"SourceFile": "a.jpg", \#(tags.joined(separator: ", "))}]"#
        let place = try #require(Sidecar(Array(text.utf8))?.metadata.location)
        #expect(abs(place.latitude + 33.85) < 1e-9 && abs(place.longitude - 151.2) < 1e-9)
    }

    @Test func zeroZeroOfExiftoolIsNoPlace() throws {
        let text = #"[{"SourceFile": "a.jpg", "GPSLatitude": 0, "GPSLongitude": 0}]"#
        #expect(try #require(Sidecar(Array(text.utf8))).metadata.location == nil)
    }

    @Test func readsAdjustments() throws {
        let plist: [String: Any] = [
            "adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.5",
            "adjustmentData": Data([1, 2, 3]), "adjustmentEditorBundleID": "com.apple.mobileslideshow",
        ]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let bytes = Array(try PropertyListSerialization.data(fromPropertyList: plist, format: format, options: 0))
            #expect(Sidecar(bytes)?.kind == .adjustments)
        }
    }

    @Test(
        "Other files are not sidecars",
        arguments: [
            "", "{}", "[]", "[{}]", "[1]", "{\"title\": \"a\"}", "{\"name\": \"package.json\"}", "null", "text",
            "<html></html>",
            "<?xml version='1.0'?><plist version='1.0'><dict><key>a</key><integer>1</integer></dict></plist>",
            "{\"title\": 1, \"photoTakenTime\": {\"timestamp\": \"x\"}}", "[{\"SourceFile\": 1}]",
        ])
    func refuses(_ text: String) { #expect(Sidecar(Array(text.utf8)) == nil) }

    @Test func hostileNumbersAreNoDates() throws {
        for stamp in ["99999999999999999999", "-1", "9223372036854775807", "-9223372036854775808", "x"] {
            _ = Sidecar(Array(Self.takeout.replacing("1715934600", with: stamp).utf8))
        }
        let huge = Self.takeout.replacing("48.8584", with: "1e308")
        #expect(try #require(Sidecar(Array(huge.utf8))).metadata.location == nil)
    }

    /// The sidecar is read on a thread of a queue, whose stack is small.
    @Test(arguments: ["<array>", "[", "{\"a\":"])
    func nestingWithoutEndIsNoSidecar(_ opening: String) async {
        let head = opening == "<array>" ? "<?xml version=\"1.0\"?><plist version=\"1.0\">" : ""
        let bytes = Array((head + String(repeating: opening, count: 140_000)).utf8)
        let sidecar = await withCheckedContinuation { continuation in
            DispatchQueue(label: "sidecar").async { continuation.resume(returning: Sidecar(bytes)) }
        }
        #expect(sidecar == nil)
    }

    @Test func survivesMutations() {
        var random = Seeded(3)
        for _ in 0..<500 {
            var bytes = Array(Self.takeout.utf8)
            for _ in 0..<4 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = Sidecar(bytes)
        }
    }
}
