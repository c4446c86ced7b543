import PhotoModel
import Testing

@testable import PhotoIngest

/// The rules for files of one photo: an equal name is never sufficient.
@Suite struct CompanionRulesTests {
    private func facts(
        _ name: String, _ format: ImageFormat = .jpeg, time: String? = "2024-05-17T10:30:00", model: String? = "X100",
        duration: Double? = nil, content: String? = nil, sidecar: Sidecar? = nil
    ) -> FileFacts {
        var metadata = ImageMetadata()
        metadata.captureTime = time.flatMap { CaptureTime($0) }
        metadata.make = model == nil ? nil : "Fujifilm"
        metadata.model = model
        metadata.duration = duration
        metadata.contentIdentifier = content
        return FileFacts(nameBytes: Array(name.utf8), format: format, metadata: metadata, sidecar: sidecar)
    }

    private func kind(_ file: FileFacts, _ photo: FileFacts, isOnly: Bool = true) -> AssetResource.Kind? {
        CompanionRules.kind(of: file, beside: photo, isOnlyPhoto: isOnly)
    }

    private var photo: FileFacts { facts("IMG_1234.JPG") }

    // MARK: RAW

    @Test func aRawFileOfTheSameShotBelongs() {
        #expect(kind(facts("IMG_1234.RAF", .raw), photo) == .alternatePhoto)
        #expect(kind(facts("IMG_1234.RAF", .raw, time: "2024-05-17T10:30:00.250"), photo) == .alternatePhoto)
    }

    @Test func aRawFileOfAnotherShotDoesNot() {
        #expect(kind(facts("IMG_1234.RAF", .raw, time: "2023-01-01T10:30:00"), photo) == nil)
        #expect(kind(facts("IMG_1234.RAF", .raw, model: "X-T5"), photo) == nil)
        #expect(kind(facts("IMG_1234.RAF", .raw, model: nil), photo) == nil)
        #expect(kind(facts("IMG_1234.RAF", .raw, time: nil), facts("IMG_1234.JPG", time: nil)) == nil)
        #expect(kind(facts("IMG_1235.RAF", .raw), photo) == nil)
        #expect(kind(facts("IMG_1234(1).RAF", .raw), photo) == nil)
        #expect(
            kind(
                facts("IMG_1234.RAF", .raw, time: "2024-05-17T10:30:00.250"),
                facts("IMG_1234.JPG", time: "2024-05-17T10:30:00.750")) == nil)
    }

    // MARK: Live photos

    @Test func aVideoWithTheSameIdentifierBelongs() {
        let photo = facts("IMG_1.HEIC", .heic, content: "A")
        #expect(kind(facts("renamed.MOV", .video, duration: 90, content: "A"), photo) == .pairedVideo)
        #expect(kind(facts("IMG_1.MOV", .video, duration: 2, content: "B"), photo) == nil, "Whatever its name says.")
        #expect(kind(facts("IMG_E1.MOV", .video, content: "A"), facts("x.HEIC", .heic, content: "A")) == .pairedVideo)
        #expect(
            kind(facts("IMG_E1234.MOV", .video, content: "A"), facts("x.HEIC", .heic, content: "A"))
                == .fullSizePairedVideo)
    }

    @Test(
        "Without an identifier the clocks decide",
        arguments: [
            ("2024-05-17T10:30:02", "2024-05-17T10:30:00", 2.8, true),
            ("2024-05-17T10:30:02", "2024-05-17T10:30:00", 8, false),
            ("2024-05-17T10:31:00", "2024-05-17T10:30:00", 2.8, false),
            // The video states UTC, and the photo states no time zone. The photo was taken in India, 5:30 ahead of UTC.
            ("2024-05-17T05:00:01+00:00", "2024-05-17T10:30:00", 2.8, true),
            ("2024-05-17T05:07:01+00:00", "2024-05-17T10:30:00", 2.8, false),
            ("2024-05-15T10:30:01+00:00", "2024-05-17T10:30:00", 2.8, false),
            ("2024-05-17T08:30:01+00:00", "2024-05-17T10:30:00+02:00", 2.8, true),
            ("2024-05-17T08:30:01+00:00", "2024-05-17T10:30:00+03:00", 2.8, false),
        ])
    func clocksDecide(video: String, photo: String, duration: Double, belongs: Bool) {
        let kind = kind(
            facts("IMG_1234.MOV", .video, time: video, duration: duration), facts("IMG_1234.JPG", time: photo))
        #expect((kind == .pairedVideo) == belongs)
    }

    // MARK: Edited copies

    @Test func theVideoOfAnEditHasAnotherIdentifier() {
        let photo = facts("IMG_1234.HEIC", .heic, content: "A")
        let near = "2024-05-17T10:29:59"
        for name in ["IMG_1234_edited.mov", "IMG_E1234.MOV"] {
            let video = facts(name, .video, time: near, duration: 2, content: "B")
            #expect(kind(video, photo) == .fullSizePairedVideo)
            #expect(kind(facts(name, .video, time: near, duration: 90, content: "B"), photo) == nil)
            #expect(kind(facts(name, .video, time: "2024-05-17T10:40:00", duration: 2, content: "B"), photo) == nil)
        }
        #expect(kind(facts("IMG_1235_edited.mov", .video, time: near, duration: 2, content: "B"), photo) == nil)
    }

    @Test func anEditedVideoBelongsToItsVideo() {
        let video = facts("IMG_1234.MOV", .video, duration: 90)
        #expect(kind(facts("IMG_1234_edited.mov", .video, duration: 80), video) == .fullSizePhoto)
        #expect(kind(facts("IMG_1234_edited.mov", .video, time: "2024-05-17T10:30:01"), video) == nil)
        #expect(kind(facts("IMG_1235_edited.mov", .video), video) == nil)
        #expect(kind(facts("IMG_1234.MP4", .video), video) == nil)
        #expect(kind(facts("IMG_1234_edited.jpg"), video) == nil)
    }

    @Test func editedCopiesBelong() {
        for name in ["IMG_E1234.JPG", "IMG_1234-edited.jpg"] {
            #expect(kind(facts(name), photo) == .fullSizePhoto)
            #expect(kind(facts(name, model: nil), photo) == .fullSizePhoto, "Editors leave the camera out.")
            #expect(kind(facts(name, time: "2020-01-01T00:00:00"), photo) == nil)
            #expect(kind(facts(name, model: "Other"), photo) == nil)
            #expect(kind(facts(name, time: nil), photo) == nil)
        }
        #expect(kind(facts("IMG_1234.PNG", .png), photo) == nil, "The same name is not an edit.")
    }

    // MARK: Sidecars

    private func sidecar(_ kind: Sidecar.Kind, names: String? = nil) -> Sidecar {
        var sidecar = Sidecar(kind)
        sidecar.names = names.map { Array($0.utf8) }
        return sidecar
    }

    @Test func aSidecarBelongsToThePhotoItNames() {
        let takeout = facts("IMG_1234.JPG.json", .unknown, sidecar: sidecar(.takeout, names: "IMG_1234.JPG"))
        #expect(kind(takeout, photo) == .sidecar)
        #expect(kind(takeout, facts("IMG_1234.HEIC", .heic)) == nil)
        let moved = facts("IMG_1234.JPG.json", .unknown, sidecar: sidecar(.takeout, names: "Summer.JPG"))
        #expect(kind(moved, photo) == nil, "What it says of itself counts, not its name.")
        let numbered = facts("IMG_1234.JPG(1).json", .unknown, sidecar: sidecar(.takeout, names: "IMG_1234.JPG"))
        #expect(kind(numbered, facts("IMG_1234(1).JPG")) == .sidecar, "Takeout numbers the second of a name.")
    }

    @Test func aSidecarThatNamesNothingNeedsAnOnlyPhoto() {
        let xmp = facts("IMG_1234.xmp", .unknown, sidecar: sidecar(.xmp))
        #expect(kind(xmp, photo) == .sidecar)
        #expect(kind(xmp, photo, isOnly: false) == nil)
        let whole = facts("IMG_1234.JPG.xmp", .unknown, sidecar: sidecar(.xmp))
        #expect(kind(whole, photo, isOnly: false) == .sidecar)
        #expect(kind(whole, facts("IMG_1234.RAF", .raw), isOnly: false) == nil)
        #expect(kind(facts("IMG_1234.AAE", .unknown, sidecar: sidecar(.adjustments)), photo) == .adjustmentData)
        #expect(kind(facts("IMG_9999.AAE", .unknown, sidecar: sidecar(.adjustments)), photo) == nil)
    }

    @Test(arguments: [
        ("photoshop:SidecarForExtension='PNG'", "PNG"), ("photoshop:SidecarForExtension=' .jpg '", "jpg"),
        ("crs:RawFileName='IMG_1234.CR2'", "CR2"),
        ("crs:RawFileName='IMG_1234.CR2' photoshop:SidecarForExtension='JPG'", "JPG"), ("photoshop:City='Kiel'", nil),
    ])
    func aSidecarStatesTheExtension(attributes: String, stated: String?) throws {
        let packet = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
            xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" \(attributes)/></rdf:RDF>
            """
        #expect(try #require(Sidecar(Array(packet.utf8))).photoExtension == stated)
    }

    @Test func extensionsAreComparedWithoutCase() {
        #expect(photo.hasExtension("jpg") && photo.hasExtension("JPG") && !photo.hasExtension("png"))
        #expect(!facts("JPG").hasExtension("JPG") && !facts("IMG_1.").hasExtension("JPG"))
    }

    @Test func onlySidecarsBelongToAVideo() {
        let video = facts("IMG_1234.MOV", .video, duration: 2)
        #expect(kind(facts("IMG_1234.xmp", .unknown, sidecar: sidecar(.xmp)), video) == .sidecar)
        #expect(
            kind(facts("IMG_1234.MOV.json", .unknown, sidecar: sidecar(.takeout, names: "IMG_1234.MOV")), video)
                == .sidecar)
        #expect(kind(facts("IMG_1234.DNG", .raw), video) == nil)
        #expect(kind(photo, video) == nil)
    }

    @Test func takeoutReplacesWhatFileSystemsForbid() {
        let title = facts("a_b.JPG.json", .unknown, sidecar: sidecar(.takeout, names: "a&b.JPG"))
        #expect(kind(title, facts("a_b.JPG")) == .sidecar)
        #expect(kind(title, facts("a_c.JPG")) == nil)
        let otherCase = facts("a_b.JPG.json", .unknown, sidecar: sidecar(.takeout, names: "a&b.JPG"))
        #expect(kind(otherCase, facts("a_b.jpg")) == .sidecar, "Google may change the case of an extension.")
        let decomposed = facts("x.json", .unknown, sidecar: sidecar(.takeout, names: "Cafe\u{301}.JPG"))
        #expect(kind(decomposed, facts("Caf\u{e9}.JPG")) == .sidecar)
    }
}
