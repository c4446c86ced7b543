import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Animated pictures, selfies and the other kinds of the smart albums.
@Suite struct SubtypeTests {
    private func metadata(_ bytes: [UInt8]) throws -> ImageMetadata {
        try ImageDecoder().inspect(.bytes(bytes)).metadata
    }

    private func photo(_ exif: [UInt8]) -> [UInt8] {
        SmallJPEG.with(SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif))
    }

    // MARK: Animated pictures

    /// All GIF, PNG and WebP files of the corpora whose pictures are sound, compared with exiftool: the number of
    /// frames of the first two, and of WebP whether the animation is repeated.
    @Test(
        .enabled(if: Corpus.isPresent && FormatCorpus.isPresent, FormatCorpus.absence),
        .enabled(if: Exiftool.isInstalled, Exiftool.absence))
    func animationsAreThoseOfExiftool() throws {
        var (animated, still) = (0, 0)
        for folder in [Corpus.folder, FormatCorpus.folder] {
            let fields = ["-Directory", "-FileName", "-FileType", "-AnimationFrames", "-FrameCount"]
            let options = ["-q", "-q", "-r", "-n", "-T", "-ext", "gif", "-ext", "png", "-ext", "webp"]
            let lines = try Exiftool.output(options + fields + ["-AnimationLoopCount"], folder.path)
            for line in lines.split(separator: "\n") {
                let values = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                guard values.count == 6, ["GIF", "PNG", "APNG", "Extended WEBP", "WEBP"].contains(values[2]) else {
                    continue
                }
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(values[0])/\(values[1])")))
                let reading = try ImageDecoder().inspect(.bytes(bytes))
                guard reading.condition == .ok else { continue }
                let isAnimated = Int(values[3]) ?? 0 > 1 || Int(values[4]) ?? 0 > 1 || values[5] != "-"
                #expect(reading.isAnimated == isAnimated, "\(line)")
                if isAnimated { animated += 1 } else { still += 1 }
            }
        }
        #expect(animated >= 8 && still >= 100, "\(animated) \(still)")
    }

    @Test(arguments: [(1, false, false), (2, false, true), (2, true, false)])
    func animationsOfPNG(frames: Int, isAfterData: Bool, isAnimated: Bool) throws {
        let control = SmallPNG.chunk("acTL", TIFFBuilder.number(frames, 4) + TIFFBuilder.number(0, 4))
        let chunks = isAfterData ? [] : control
        var file = SmallPNG.bytes(width: 1, depth: 8, colorType: 0, rows: [[9]], extra: chunks)
        // The last chunk has 12 bytes.
        if isAfterData { file.insert(contentsOf: control, at: file.count - 12) }
        #expect(try metadata(file).subtypes.contains(.photoAnimation) == isAnimated)
    }

    /// An image sequence (ISO/IEC 23008-12, 7) has a track of pictures, not only one of a video.
    @Test(arguments: [("pict", 3, true), ("pict", 1, false), ("vide", 3, false), ("auxv", 3, false)])
    func animationsOfHEIF(handler: String, pictures: Int, isAnimated: Bool) throws {
        for brand in ["heic", "avif"] {
            let movie = Boxes.box(
                "moov", Boxes.movieHeader(created: 0, scale: 600, duration: 600),
                Boxes.videoTrack(width: 4, height: 3, frames: pictures, handler: handler))
            let reading = try ImageDecoder().inspect(
                .bytes(Boxes.heic(properties: [Boxes.extent(4, 3)], brand: brand) + movie))
            #expect(reading.isAnimated == isAnimated && reading.storedSize == PixelSize(width: 4, height: 3))
        }
    }

    /// The EXIF of a file, which replaces the metadata that were read before, does not make it a still picture.
    @Test func anAnimationMayHaveEXIF() throws {
        let exif = TIFFBuilder(main: [.text(0x010F, "Canon")]).bytes
        let control = SmallPNG.chunk("acTL", TIFFBuilder.number(2, 4) + TIFFBuilder.number(0, 4))
        let file = SmallPNG.bytes(
            width: 1, depth: 8, colorType: 0, rows: [[9]], extra: control + SmallPNG.chunk("eXIf", exif))
        let metadata = try metadata(file)
        #expect(metadata.make == "Canon" && metadata.subtypes == .photoAnimation)
    }

    // MARK: Selfies

    @Test(arguments: [
        ("iPhone 8 front camera 2.87mm f/2.2", true), ("iPhone 14 Pro front TrueDepth camera 2.69mm f/1.9", true),
        ("Pixel 6 Front Camera 2.74mm f/2.2", true), ("iPhone 8 back camera 3.99mm f/1.8", false),
        ("Frontline 50mm", false), ("EF-S18-55mm f/3.5-5.6 IS II", false),
    ])
    func theLensNamesTheCamera(lens: String, isSelfie: Bool) throws {
        let exif = TIFFBuilder(exif: [.text(0xA434, lens)]).bytes
        #expect(try metadata(photo(exif)).subtypes.contains(.selfie) == isSelfie)
        let video =
            Boxes.fileType("qt  ")
            + Boxes.box("moov", Boxes.items([("com.apple.quicktime.camera.lens_model", lens)]))
        #expect(try metadata(video).subtypes.contains(.selfie) == isSelfie)
    }

    /// Cameras of Apple write some items into the picture track; those of the video come first.
    @Test func itemsOfTheTrackCount() throws {
        let lens = "com.apple.quicktime.camera.lens_model"
        let track = Boxes.items([("com.apple.photos.captureMode", "Time-lapse"), (lens, "iPhone 8 front camera")])
        func video(_ items: [UInt8]) -> [UInt8] {
            Boxes.fileType("qt  ")
                + Boxes.box("moov", items, Boxes.videoTrack(width: 4, height: 3, frames: 30, items: track))
        }
        #expect(try metadata(video([])).subtypes == [.videoTimelapse, .selfie])
        #expect(try metadata(video(Boxes.items([(lens, "iPhone 8 back camera")]))).subtypes == .videoTimelapse)
    }

    @Test func aScreenshotIsMarkedInXMPToo() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"><exif:UserComment><rdf:Alt>
            <rdf:li xml:lang="x-default">Screenshot</rdf:li></rdf:Alt></exif:UserComment></rdf:Description></rdf:RDF>
            </x:xmpmeta>
            """
        let segment = SmallJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
        #expect(try metadata(SmallJPEG.with(segment)).subtypes == .photoScreenshot)
    }

    /// exiftool reads the same value.
    @Test(arguments: [0, 1]) func theMakerNoteNamesTheCamera(value: Int) throws {
        let entry = TIFFBuilder.Entry(tag: 0x45, type: 9, count: 1, value: TIFFBuilder.number(value, 4))
        let note =
            Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 1, 0, 0x45, 0, 9, 0, 0, 0, 1] + entry.value + [
                0, 0, 0, 0,
            ]
        let exif = TIFFBuilder(
            main: [.text(0x010F, "Apple")],
            exif: [TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)])
        #expect(try metadata(photo(exif.bytes)).subtypes.contains(.selfie) == (value == 1))
        guard Exiftool.isInstalled else { return }
        let folder = try TemporaryFolder()
        try folder.write(photo(exif.bytes), to: "a.jpg")
        let stated = try Exiftool.output(["-n", "-s3", "-FrontFacingCamera"], folder.path("a.jpg"))
        #expect(stated.trimmingCharacters(in: .whitespacesAndNewlines) == "\(value)")
    }

    /// What Apple's Photos states in the database of its library: `ZKINDSUBTYPE`, `ZCAMERACAPTUREDEVICE` and
    /// `ZDEPTHTYPE`.
    @Test(
        .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: [
            ("5/5F9BCC2D-D1DF-46D8-8F70-C142B25D3DC3.heic", .selfie),
            ("4/420451DF-5299-41C1-8B71-83E1598D6F5C.mov", .videoTimelapse),
            ("E/EA3D27D0-73EF-4E4C-A8D5-B2478568EC38.heic", .photoDepthEffect),
            ("E/EC19EA1A-FC91-449C-8925-B13D863E2EDB.heic", .photoDepthEffect),
            ("C/CDFC3B62-EDFD-4A49-A80F-00BB7822D0E8.heic", .photoDepthEffect),
            ("A/A344F711-313A-4D64-AA6D-108013A43DD4.png", .photoScreenshot),
            ("D/D87BFE7E-A479-4ECD-98E8-1A8D06EF607E.jpeg", []), ("D/D562F353-7A22-4367-9A7F-153A4D9F149C.heic", []),
            ("B/B60C31AC-BE86-42C5-A383-A0A5710B18AE.heic", []),
        ] as [(String, MediaSubtypes)])
    func subtypesAreThoseOfApplesPhotos(path: String, subtypes: MediaSubtypes) throws {
        let bytes = try FormatCorpus.bytes(of: "apple/Test-Media-Types-15.7.2.photoslibrary/originals/" + path)
        // Photos states a high dynamic range in another way.
        #expect(try metadata(bytes).subtypes.subtracting(.photoHDR) == subtypes)
    }
}
