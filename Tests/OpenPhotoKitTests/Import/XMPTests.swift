import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoIngest

/// XMP of other programs: ratings, hierarchical keywords, persons, and several sidecars of one photo.
@Suite struct XMPTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    /// Writes tags with exiftool into a file, which it makes if it is a sidecar.
    private func write(_ tags: [String], to path: FilePath) throws { try Exiftool.write(tags, to: path.string) }

    private func imported() async throws -> [Asset] {
        let library = try scene.open()
        _ = try await scene.importAll(library)
        return try library.fetchAssets(AssetQuery()).map { $0 }
    }

    private static let tags = [
        "-XMP-xmp:Rating=4", "-XMP-dc:Title=Harbour", "-XMP-dc:Subject=sea", "-XMP-dc:Subject=Rome",
        "-XMP-lr:HierarchicalSubject=Places|Italy|Rome", "-XMP-digiKam:TagsList=Places/Italy/Rome",
        "-XMP-digiKam:TagsList=Mood/Calm", "-XMP-iptcExt:PersonInImage=Anna Müller",
        "-XMP-mwg-rs:RegionInfo={AppliedToDimensions={W=320,H=240,Unit=pixel},RegionList=["
            + "{Area={X=0.5,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Anna Müller,Type=Face},"
            + "{Area={X=0.2,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Bo,Type=Face},"
            + "{Area={X=0.2,Y=0.2,W=0.1,H=0.1,Unit=normalized},Name=Rex,Type=Pet}]}",
    ]

    private func expectAll(_ asset: Asset?) {
        #expect(asset?.metadata.rating == 4)
        #expect(asset?.metadata.title == "Harbour")
        #expect(
            asset?.metadata.keywords == [
                "sea", "Rome", "Places/Italy/Rome", "Mood/Calm", "People/Anna Müller", "People/Bo",
            ])
    }

    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence)) func theSidecarOfExiftool() async throws {
        try scene.add("IMG_1.jpg", TestPhoto.jpeg(1))
        try write(Self.tags, to: scene.source.appending("IMG_1.jpg.xmp"))
        let assets = try await imported()
        #expect(assets.count == 1)
        expectAll(assets.first)
    }

    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence)) func thePacketInAPhoto() async throws {
        try write(Self.tags, to: try scene.add("IMG_1.jpg", TestPhoto.jpeg(1)))
        expectAll(try await imported().first)
    }

    /// In the short form of RDF, fields of structures are attributes.
    @Test func theShortFormOfRegions() throws {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/">
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li><rdf:Description mwg-rs:Name="Anna" mwg-rs:Type="Face"><mwg-rs:Area/></rdf:Description></rdf:li>
            <rdf:li mwg-rs:Name="Bo" mwg-rs:Type="Face"/><rdf:li mwg-rs:Name="QR" mwg-rs:Type="BarCode"/>
            <rdf:li mwg-rs:Type="Face"/>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        #expect(Sidecar(Array(text.utf8))?.metadata.keywords == ["People/Anna", "People/Bo"])
    }

    @Test(
        arguments: [
            ("4", 4), ("-1", -1), ("0", 0), ("5.0", 5), (" 3", 3), ("6", nil), ("-2", nil), ("", nil), ("nan", nil),
            ("1e300", nil), ("four", nil),
        ] as [(String, Int?)])
    func ratingsAreNumbersInRange(text: String, rating: Int?) {
        let packet = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
             xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="x" xmp:Rating="\(text)"/></rdf:RDF>
            """
        #expect(Sidecar(Array(packet.utf8))?.metadata.rating == rating)
    }

    // MARK: Sidecars that state an extension

    /// Two photos of one stem, of which the sidecar states the extension of one.
    @Test(arguments: ["photoshop:SidecarForExtension='JPE'", "crs:RawFileName='IMG_7.JPE'"])
    func theStatedExtensionDecides(attribute: String) async throws {
        try scene.add("IMG_1.jpe", TestPhoto.jpeg(1))
        try scene.add("IMG_1.jpg", TestPhoto.jpeg(2))
        try scene.add("IMG_1.xmp", Self.sidecar(attribute))
        let assets = try await imported()
        let titled = try #require(assets.first { $0.metadata.title != nil })
        #expect(assets.count == 2 && titled.resources.count == 2)
        #expect(titled.resources.contains { $0.originalFilename?.string == "IMG_1.jpe" })
    }

    /// An extension that no photo has does not part the only photo of the stem from its sidecar.
    @Test func theSidecarOfAConvertedPhotoBelongs() async throws {
        try scene.add("IMG_1.jpg", TestPhoto.jpeg(1))
        try scene.add("IMG_1.xmp", Self.sidecar("photoshop:SidecarForExtension='HEIC'"))
        #expect(try await imported().map(\.metadata.title) == ["Stated"])
    }

    private static func sidecar(_ attribute: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            \(attribute)><dc:title>Stated</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    // MARK: darktable

    /// The properties of a sidecar of darktable 4.
    private static func darktable(_ photo: String, rating: Int, _ title: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:darktable="http://darktable.sf.net/"
                xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
               xmp:Rating="\(rating)" xmpMM:DerivedFrom="\(photo)" darktable:xmp_version="5">
               <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
               <lr:hierarchicalSubject><rdf:Bag><rdf:li>darktable|format|cr2</rdf:li><rdf:li>Sea</rdf:li></rdf:Bag>
               </lr:hierarchicalSubject>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            """.utf8)
    }

    @Test func versionsOfDarktableStayWithTheirPhoto() async throws {
        try scene.add("IMG_1.jpg", TestPhoto.jpeg(1))
        // Files whose names are between those of the photo and its versions.
        for number in 0..<80 { try scene.add(FilePath("IMG_1\(number).jpg"), TestPhoto.jpeg(UInt64(number) + 100)) }
        try scene.add("IMG_1.jpg.xmp", Self.darktable("IMG_1.jpg", rating: 4, "First"))
        try scene.add("IMG_1_01.jpg.xmp", Self.darktable("IMG_1.jpg", rating: -1, "Second"))
        // A photo with the name of a version.
        try scene.add("20240517_10.jpg", TestPhoto.jpeg(2))
        try scene.add("20240517_10.jpg.xmp", Self.darktable("20240517_10.jpg", rating: 5, "Other"))
        // darktable does not change the name in the sidecar of a renamed photo.
        try scene.add("new.jpg", TestPhoto.jpeg(3))
        try scene.add("new.jpg.xmp", Self.darktable("old.jpg", rating: 3, "Renamed"))
        let assets = try await imported()
        func files(_ title: String) -> [String]? {
            assets.first { $0.metadata.title == title }?.resources.compactMap { $0.originalFilename?.string }.sorted()
        }
        #expect(files("First") == ["IMG_1.jpg", "IMG_1.jpg.xmp", "IMG_1_01.jpg.xmp"])
        #expect(files("Other") == ["20240517_10.jpg", "20240517_10.jpg.xmp"])
        #expect(files("Renamed") == ["new.jpg", "new.jpg.xmp"])
        let first = assets.first { $0.metadata.title == "First" }
        #expect(first?.metadata.rating == 4)
        #expect(first?.metadata.keywords == ["Sea"])
    }

    @Test func theSidecarOfARawFileStaysWithTheJPEG() async throws {
        try scene.add("DSCF0001.JPG", GroupedImportTests.photo(1))
        try scene.add("DSCF0001.DNG", GroupedImportTests.raw("2024:05:17 10:30:00"))
        try scene.add("DSCF0001.DNG.xmp", Self.darktable("DSCF0001.DNG", rating: 2, "Raw"))
        let assets = try await imported()
        #expect(assets.count == 1)
        #expect(assets.first?.resources.map(\.kind) == [.original, .alternatePhoto, .sidecar])
        #expect(assets.first?.metadata.rating == 2)
    }
}
