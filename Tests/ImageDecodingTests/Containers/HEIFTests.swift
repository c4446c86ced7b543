import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Items and properties of HEIC and AVIF files that the tests build.
@Suite struct HEIFTests {
    private func inspect(_ properties: [[UInt8]], exif: [UInt8] = [], brand: String = "heic") throws -> ImageReading {
        try ImageDecoder().inspect(.bytes(Boxes.heic(properties: properties, exif: exif, brand: brand)))
    }

    /// Boxes.heic refers to property 1 even if no property exists.
    @Test func missingPropertiesAreIgnored() throws {
        let reading = try inspect([])
        #expect(reading.format == .heic)
        #expect(reading.storedSize == nil)
    }

    @Test func primaryItemHasSizeAndEXIF() throws {
        let tiff = TIFFBuilder(
            main: [.text(0x010F, "Apple"), .short(0x0112, 6)], exif: [.text(0x9003, "2020:01:02 03:04:05")])
        for brand in ["heic", "avif"] {
            let reading = try inspect([Boxes.extent(4032, 3024)], exif: tiff.bytes, brand: brand)
            // The picture has no data.
            #expect(reading.format.rawValue == brand && reading.condition == .damaged)
            #expect(reading.storedSize == PixelSize(width: 4032, height: 3024))
            #expect(reading.metadata.make == "Apple")
            #expect(reading.metadata.captureTime?.description == "2020-01-02T03:04:05")
            // EXIF's orientation is ignored. The properties determine the orientation, and this file has no such
            // property.
            #expect(reading.metadata.orientation == .up)
        }
    }

    /// The file has three pictures with EXIF, and the place is in that of the displayed one only (exiftool 12.57).
    @Test(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
    func theMetadataAreThatOfTheDisplayedPicture() throws {
        let path = "apple/Test-Media-Types-15.7.2.photoslibrary/originals/C/CDFC3B62-EDFD-4A49-A80F-00BB7822D0E8.heic"
        let metadata = try ImageDecoder().inspect(.bytes(try FormatCorpus.bytes(of: path))).metadata
        #expect(metadata.lens == "iPhone 15 Pro back dual wide camera 6.765mm f/1.78")
        let location = try #require(metadata.location)
        #expect(abs(location.latitude - 36.121033) < 1e-6 && abs(location.longitude + 81.719956) < 1e-6)
    }

    /// The orientations that libavif's `avifImageExtractExifOrientationToIrotImir` gives for 1 to 8.
    @Test(
        arguments: [
            (nil, nil, Orientation.up), (nil, 1, .upMirrored), (2, nil, .down), (nil, 0, .downMirrored),
            (1, 0, .leftMirrored),
            (3, nil, .right), (3, 0, .rightMirrored), (1, nil, .left),
        ] as [(UInt8?, UInt8?, Orientation)])
    func turnsAndMirrors(angle: UInt8?, mode: UInt8?, orientation: Orientation) throws {
        let transforms = [angle.map { Boxes.box("irot", [$0]) }, mode.map { Boxes.box("imir", [$0]) }].compactMap { $0 }
        let reading = try inspect([Boxes.extent(40, 30)] + transforms)
        #expect(reading.metadata.orientation == orientation)
        #expect(reading.displayedSize?.width == (orientation.swapsAxes ? 30 : 40))
    }

    /// Mirroring left and right and then a quarter turn counterclockwise equals a quarter turn clockwise and then
    /// mirroring.
    @Test func orderOfTransformsCounts() throws {
        let reading = try inspect([Boxes.extent(4, 3), Boxes.box("imir", [1]), Boxes.box("irot", [1])])
        #expect(reading.metadata.orientation == .leftMirrored)
    }

    @Test func cleanApertureIsTheSize() throws {
        let fractions = [100, 1, 60, 2, 0, 1, 0, 1].flatMap { Boxes.number($0, 4) }
        #expect(
            try inspect([Boxes.extent(128, 64), Boxes.box("clap", fractions)]).storedSize
                == PixelSize(width: 100, height: 30))
    }

    @Test func auxiliaryPicturesGiveTheMediaSubtypes() throws {
        func auxiliary(_ name: String) -> [UInt8] { Boxes.full("auxC", Array(name.utf8) + [0]) }
        let reading = try inspect([
            Boxes.extent(4, 3), auxiliary("urn:mpeg:hevc:2015:auxid:2"),
            auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap"),
        ])
        #expect(reading.metadata.subtypes == [.photoDepthEffect, .photoHDR])
    }
}
