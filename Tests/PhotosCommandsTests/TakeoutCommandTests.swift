import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Imports of exports of Google Photos in which the owner corrected dates and places, or whose names are unusual.
@Suite("photos import of corrected and unusual exports of Google Photos") struct TakeoutCommandTests: CloudExportTests {
    let folder: TemporaryFolder

    init() throws { folder = try Self.makeFolder() }

    private static let year = "Takeout/Google Photos/Photos from 2018"

    private static func sidecar(_ title: String, _ taken: Int, _ more: String = "") -> [UInt8] {
        Array(#"{"title": "\#(title)", "photoTakenTime": {"timestamp": "\#(taken)"}\#(more)}"#.utf8)
    }

    /// A picture with the time of the camera's clock.
    private static func dated(_ seed: UInt64, _ time: String) -> [UInt8] { TestPhoto.dated(jpeg(seed), time) }

    /// 2018-01-01 11:00:00 UTC, by `date -u -d @1514804400`.
    private static let newYear = 1_514_804_400

    @Test(
        "A date that the owner corrected wins where no time zone explains the difference, and the file's own stays known",
        arguments: ["", "Takeout/"])
    func correctedDates(below: String) throws {
        // Outside of a whole export a sidecar is an ordinary one.
        let year = below.isEmpty ? "2018" : Self.year
        _ = try writeFolder(
            [
                ("reset.jpg", Self.dated(1, "2008:01:01 00:00:07")), ("zone.jpg", Self.dated(2, "2018:01:01 12:00:00")),
                ("none.jpg", Self.jpeg(3)), ("upload.jpg", Self.dated(4, "2008:01:01 00:00:07")),
                ("zero.jpg", Self.jpeg(5)), ("reset.jpg.json", Self.sidecar("reset.jpg", Self.newYear)),
                ("zone.jpg.json", Self.sidecar("zone.jpg", Self.newYear)),
                ("none.jpg.json", Self.sidecar("none.jpg", Self.newYear)),
                (
                    "upload.jpg.json",
                    Self.sidecar(
                        "upload.jpg", Self.newYear, #", "creationTime": {"timestamp": "\#(Self.newYear + 60)"}"#)
                ),
                ("zero.jpg.json", Self.sidecar("zero.jpg", 0)),
            ].map { (name: "\(year)/\($0.0)", bytes: $0.1) }, "")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let assets = try assets()
        #expect(
            assets.compactMapValues { $0["captureDate"] as? String } == [
                "reset.jpg": "2018-01-01T11:00:00+00:00", "zone.jpg": "2018-01-01T12:00:00",
                "none.jpg": "2018-01-01T11:00:00+00:00",
                // Google states the time of the upload where it reads no date.
                "upload.jpg": "2008-01-01T00:00:07",
            ])
        let corrected = try #require(assets["reset.jpg"]?["localIdentifier"] as? String)
        #expect(try run("edit", corrected, "--date", "original").exitCode == 0)
        #expect(try self.assets()["reset.jpg"]?["captureDate"] as? String == "2008-01-01T00:00:07")
    }

    @Test("A place that the owner moved wins, and that of the camera is not replaced by itself") func movedPlaces()
        throws
    {
        func place(_ latitude: Double, _ longitude: Double) -> String {
            #"{"latitude": \#(latitude), "longitude": \#(longitude), "altitude": 0.0}"#
        }
        // 48° 51' 30" N, 2° 17' 40" E.
        let exif = TIFFBuilder(gps: [
            .text(1, "N"), .rationals(2, [(48, 1), (51, 1), (30, 1)]), .text(3, "E"),
            .rationals(4, [(2, 1), (17, 1), (40, 1)]),
        ])
        let (rome, paris) = (place(41.8902, 12.4922), place(48.8583, 2.2944))
        _ = try writeFolder(
            [
                ("\(Self.year)/moved.jpg", TestPhoto.with(exif, Self.jpeg(1))),
                ("\(Self.year)/same.jpg", TestPhoto.with(exif, Self.jpeg(2))),
                ("\(Self.year)/none.jpg", TestPhoto.with(exif, Self.jpeg(3))),
                (
                    "\(Self.year)/moved.jpg.json",
                    Self.sidecar("moved.jpg", 0, #", "geoData": \#(rome), "geoDataExif": \#(paris)"#)
                ),
                (
                    "\(Self.year)/same.jpg.json",
                    Self.sidecar("same.jpg", 0, #", "geoData": \#(paris), "geoDataExif": \#(paris)"#)
                ),
                ("\(Self.year)/none.jpg.json", Self.sidecar("none.jpg", 0, #", "geoData": \#(place(0, 0))"#)),
            ], "")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let latitudes = try assets().compactMapValues { ($0["latitude"] as? Double).map { ($0 * 1e4).rounded() / 1e4 } }
        #expect(latitudes == ["moved.jpg": 41.8902, "same.jpg": 48.8583, "none.jpg": 48.8583])
        let moved = try #require(try assets()["moved.jpg"]?["localIdentifier"] as? String)
        #expect(try run("edit", moved, "--location", "original").exitCode == 0)
        #expect(try assets()["moved.jpg"]?["latitude"] as? Double ?? 0 > 48)
    }

    @Test("Names in another case, cut edits, and photos without an extension get their sidecars") func names() throws {
        let long = "ccccm_20210613_184811_ssssnnnnnnn_666666666"
        let files: [(name: String, bytes: [UInt8])] = [
            ("20090216_00021.jpg", Self.jpeg(1)), ("20090216_00021.JPG.json", Self.sidecar("20090216_00021.JPG", 11)),
            ("\(long).jpg", Self.jpeg(2)), ("\(long)-edi.jpg", Self.jpeg(3)),
            ("\(long).jp.json", Self.sidecar("\(long).jpg", 12)), ("IMG_1.jpg", Self.jpeg(4)),
            ("IMG_1-编辑.jpg", Self.jpeg(5)), ("IMG_1.jpg.json", Self.sidecar("IMG_1.jpg", 13)),
            ("no_extension", Self.jpeg(6)), ("no_extension.json", Self.sidecar("no_extension", 14)),
            ("Notes", Array("a text".utf8)),
        ]
        let archive = try writeZip(files.map { ("\(Self.year)/\($0.name)", $0.bytes) }, "takeout-1.zip")
        let imported = try run("import", "--json", archive)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        let found = try #require(contents(imported).first)
        #expect(found["photos"] == 4 && found["edited"] == 2 && found["withoutMetadata"] == 0)
        #expect(found["metadataWithoutPhoto"] == 0)
        #expect(try assets().values.compactMap { $0["captureDate"] as? String }.count == 4)
    }

    @Test("An export of 2017 is an export, and the descriptions of its photos are no albums") func oldFormat() throws {
        let album = "Takeout/Google Photos/2016-06-12"
        let photo = """
            {"tags": ["sea"], "description": "At sea", "title": "IMG_1.jpg", "people": ["Anna"], "comments": [],
             "url": "https://lh3.example/IMG_1.jpg", "creationTime": 1465723733,
             "geoInfo": {"latitude_": 41.9, "longitude_": 12.5}}
            """
        let description =
            #"{"albumData": {"title": "12 June", "date": "Jun 12, 2016", "access": "protected"}, "media": []}"#
        _ = try writeFolder(
            [
                ("\(album)/IMG_1.jpg", Self.jpeg(1)), ("\(album)/IMG_1.jpg.json", Array(photo.utf8)),
                ("\(album)/メタデータ.json", Array(description.utf8)),
            ], "")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(contents(imported).first?["albums"] == 1 && contents(imported).first?["withoutMetadata"] == 0)
        let asset = try #require(try assets()["IMG_1.jpg"])
        // The export states only when the photo came to Google.
        #expect(asset["captureDate"] as? String == nil && asset["latitude"] as? Double == 41.9)
        #expect(asset["caption"] as? String == "At sea" && asset["keywords"] as? [String] == ["People/Anna", "sea"])
        #expect(try run("albums", "12 June", "--json").items.count == 1)
    }

    @Test("The photos of a part without metadata are imported, and a part that cannot be read makes the import fail")
    func partsWithoutMetadata() throws {
        _ = try writeZip([("\(Self.year)/IMG_1.jpg", Self.jpeg(1))], "takeout-20240101-002.zip")
        let imported = try run("import", "--json", source.string)
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(try assets().keys.sorted() == ["IMG_1.jpg"])
        try folder.write(Array("<html>not found".utf8), to: "source/takeout-20240101-003.zip")
        let failed = try run("import", "--json", source.string)
        #expect(failed.exitCode == 2)
        #expect(failed.summary["failed"] as? Int == 1)
    }
}
