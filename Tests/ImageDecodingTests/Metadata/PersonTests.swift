import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// The persons that programs name in XMP, in the form of each program.
@Suite struct PersonTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let properties: String
        let persons: [String]
        /// exiftool's tags of the names, and their values.
        var tags: [String: [String]] = [:]
    }

    private static let spaces = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
        xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" \
        xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" \
        xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" xmlns:acdsee-rs="http://ns.acdsee.com/regions/" \
        xmlns:acdsee-stArea="http://ns.acdsee.com/sType/Area#" xmlns:apple-fi="http://ns.apple.com/faceinfo/1.0/" \
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:digiKam="http://www.digikam.org/ns/1.0/" \
        xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:mediapro="http://ns.iview-multimedia.com/mediapro/1.0/" \
        xmlns:expressionmedia="http://ns.microsoft.com/expressionmedia/1.0/"
        """

    private static func packet(_ properties: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(spaces)><rdf:Description rdf:about="">\(properties)\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static let area = """
        <mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/>
        """

    private static func regions(_ items: String) -> String {
        """
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="40" stDim:h="30" stDim:unit="pixel"/>
        <mwg-rs:RegionList><rdf:Bag>\(items)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        """
    }

    static let samples: [Sample] = [
        Sample(
            testDescription: "Picasa and digiKam: structures of attributes",
            properties: regions(
                """
                <rdf:li><rdf:Description mwg-rs:Name="Anna Berg" mwg-rs:Type="Face">\(area)</rdf:Description></rdf:li>
                <rdf:li><rdf:Description mwg-rs:Type="Face" mwg-rs:Name="Carl Dietz">\(area)</rdf:Description></rdf:li>
                """), persons: ["Anna Berg", "Carl Dietz"], tags: ["RegionName": ["Anna Berg", "Carl Dietz"]]),
        Sample(
            testDescription: "Lightroom: structures of elements, with a pet, a bar code and a face without a name",
            properties: regions(
                """
                <rdf:li rdf:parseType="Resource">\(area)<mwg-rs:Name>Anna Berg</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
                </rdf:li><rdf:li rdf:parseType="Resource"><mwg-rs:Name>Rex</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type></rdf:li>
                <rdf:li rdf:parseType="Resource"><mwg-rs:Type>BarCode</mwg-rs:Type><mwg-rs:Name>4006381</mwg-rs:Name></rdf:li>
                <rdf:li rdf:parseType="Resource"><mwg-rs:Type>Focus</mwg-rs:Type></rdf:li>
                <rdf:li rdf:parseType="Resource"><mwg-rs:Type>Face</mwg-rs:Type>\(area)</rdf:li>
                """), persons: ["Anna Berg"], tags: ["RegionName": ["Anna Berg", "Rex", "4006381"]]),
        Sample(
            testDescription: "a region without a kind", properties: regions("<rdf:li mwg-rs:Name='Anna Berg'/>"),
            persons: ["Anna Berg"], tags: ["RegionName": ["Anna Berg"]]),
        Sample(
            testDescription: "Apple: a face with an extension",
            properties: regions(
                """
                <rdf:li rdf:parseType="Resource">\(area)<mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Name>Anna Berg</mwg-rs:Name>
                <mwg-rs:Extensions apple-fi:AngleInfoYaw="0" apple-fi:ConfidenceLevel="376" apple-fi:FaceID="4"/></rdf:li>
                """), persons: ["Anna Berg"], tags: ["RegionName": ["Anna Berg"]]),
        Sample(
            testDescription: "Windows: regions with and without a rectangle",
            properties: """
                <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
                <rdf:li rdf:parseType="Resource"><MPReg:Rectangle>0.1, 0.1, 0.2, 0.2</MPReg:Rectangle>
                <MPReg:PersonDisplayName>Anna Berg</MPReg:PersonDisplayName></rdf:li>
                <rdf:li MPReg:PersonDisplayName="Carl Dietz"/><rdf:li MPReg:Rectangle="0.5, 0.5, 0.1, 0.1"/>
                </rdf:Bag></MPRI:Regions></MP:RegionInfo>
                """, persons: ["Anna Berg", "Carl Dietz"],
            tags: ["RegionPersonDisplayName": ["Anna Berg", "Carl Dietz"]]),
        Sample(
            testDescription: "ACDSee, with a denied name",
            properties: """
                <acdsee-rs:Regions rdf:parseType="Resource"><acdsee-rs:RegionList><rdf:Bag>
                <rdf:li rdf:parseType="Resource"><acdsee-rs:DLYArea acdsee-stArea:x="0.5"/><acdsee-rs:Name>Anna Berg
                </acdsee-rs:Name><acdsee-rs:Type>Face</acdsee-rs:Type><acdsee-rs:NameAssignType>manual
                </acdsee-rs:NameAssignType></rdf:li><rdf:li><rdf:Description acdsee-rs:Name="Carl Dietz" acdsee-rs:Type="Face"
                acdsee-rs:NameAssignType="denied"/></rdf:li></rdf:Bag></acdsee-rs:RegionList></acdsee-rs:Regions>
                """, persons: ["Anna Berg"]),
        Sample(
            testDescription: "IPTC: a list, details with a name in two languages, and a region",
            properties: """
                <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna Berg</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
                <Iptc4xmpExt:PersonInImageWDetails><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:PersonName>
                <rdf:Alt><rdf:li xml:lang="x-default">Carl Dietz</rdf:li><rdf:li xml:lang="ja">カール</rdf:li></rdf:Alt>
                </Iptc4xmpExt:PersonName></rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImageWDetails>
                <Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:Name><rdf:Alt>
                <rdf:li xml:lang="x-default">Left</rdf:li></rdf:Alt></Iptc4xmpExt:Name><Iptc4xmpExt:PersonInImage><rdf:Bag>
                <rdf:li>Eva Fuchs</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage></rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>
                """, persons: ["Anna Berg", "Carl Dietz", "Eva Fuchs"],
            tags: ["PersonInImage": ["Anna Berg"], "PersonInImageName": ["Carl Dietz"]]),
        Sample(
            testDescription: "MediaPro and Expression Media",
            properties: """
                <mediapro:People><rdf:Bag><rdf:li>Anna Berg</rdf:li></rdf:Bag></mediapro:People>
                <expressionmedia:People><rdf:Bag><rdf:li>Anna Berg</rdf:li><rdf:li>Carl Dietz</rdf:li></rdf:Bag>
                </expressionmedia:People>
                """, persons: ["Anna Berg", "Carl Dietz"]),
    ]

    @Test(arguments: samples)
    func areRead(sample: Sample) throws {
        let packet = Self.packet(sample.properties)
        #expect(XMPPacket(packet)?.persons == sample.persons)
        let keywords = ImageMetadata(xmp: try #require(XMPPacket(packet))).keywords
        #expect(keywords == sample.persons.map { "People/\($0)" })
    }

    @Test(.enabled(if: Exiftool.isInstalled, Exiftool.absence), arguments: samples.filter { !$0.tags.isEmpty })
    func exiftoolAgrees(sample: Sample) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.packet(sample.properties), to: "photo.xmp")
        for (tag, names) in sample.tags {
            let output = try Exiftool.output(["-s3", "-sep", "|", "-XMP:\(tag)"], folder.path("photo.xmp"))
            #expect(output.split(separator: "\n").first?.split(separator: "|").map(String.init) == names)
        }
    }

    /// digiKam writes a person in five ways.
    @Test func onePersonIsOneKeyword() throws {
        let packet = Self.packet(
            Self.samples[0].properties + Self.samples[4].properties
                + """
                <digiKam:TagsList><rdf:Seq><rdf:li>People/Anna Berg</rdf:li></rdf:Seq></digiKam:TagsList>
                <lr:hierarchicalSubject><rdf:Bag><rdf:li>People|Anna Berg</rdf:li></rdf:Bag></lr:hierarchicalSubject>
                <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li> Anna Berg</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
                """)
        let keywords = ImageMetadata(xmp: try #require(XMPPacket(packet))).keywords
        #expect(keywords == ["People/Anna Berg", "People/Carl Dietz"])
    }
}
