import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// JPEG XL files that need no other program.
@Suite struct JPEGXLTests {
    private let whole = try? ImageDecoder().decode(SmallJPEGXL.codestream)

    @Test func codestreamsAndBoxesHaveTheSamePicture() throws {
        let bare = try #require(whole)
        #expect(bare.reading.format == .jxl && bare.reading.condition == .ok && bare.reading.warnings.isEmpty)
        #expect(bare.reading.storedSize == PixelSize(width: 32, height: 24) && bare.reading.colorProfile == .none)
        #expect(bare.reading.imageDataDigest != nil && bare.reading.hasAllRows && bare.luma.isInOrder)
        let cut = SmallJPEGXL.codestream.count / 3
        let parts = [
            Boxes.box("jxlp", Boxes.number(0, 4), Array(SmallJPEGXL.codestream.prefix(cut))),
            Boxes.box("Exif", Boxes.number(0, 4), MetadataCarrier.exif),
            Boxes.box("jxlp", Boxes.number(0x8000_0001, 4), Array(SmallJPEGXL.codestream.dropFirst(cut))),
        ]
        for file in [SmallJPEGXL.file(), SmallJPEGXL.head + parts.flatMap { $0 }] {
            let boxed = try ImageDecoder().decode(file)
            #expect(boxed.reading.format == .jxl && boxed.reading.condition == .ok)
            #expect(boxed.luma.luma == bare.luma.luma)
            #expect(boxed.reading.imageDataDigest == bare.reading.imageDataDigest)
        }
    }

    /// The picture is of x·8, y·10 and x·y.
    @Test func pixelsAreThoseOfTheWriter() throws {
        let expected = (0..<24).flatMap { y in
            (0..<32).flatMap { x in [x * 8, y * 10, x * y].map { UInt8(truncatingIfNeeded: $0) } }
        }
        #expect(try SmallPixels.rgb(SmallJPEGXL.codestream) == expected)
    }

    @Test func metadataIsReadFromBoxes() throws {
        let xmp = Boxes.box("xml ", MetadataCarrier.xmp)
        let exif = SmallJPEGXL.exif(MetadataCarrier.exif)
        for file in [
            SmallJPEGXL.file(exif, xmp), SmallJPEGXL.file(SmallJPEGXL.compressed(exif), SmallJPEGXL.compressed(xmp)),
            SmallJPEGXL.file() + exif + xmp,
        ] {
            let reading = try ImageDecoder().inspect(.bytes(file))
            #expect(reading.metadata.make == MetadataCarrier.make && reading.metadata.keywords.count == 1)
            let location = try #require(reading.metadata.location)
            #expect(abs(location.latitude - MetadataCarrier.latitude) < 1e-6)
            #expect(reading.condition == .ok && reading.warnings.isEmpty)
        }
    }

    /// Only the codestream turns a picture, so that it is not turned twice.
    @Test func orientationOfEXIFIsIgnored() throws {
        let exif = TIFFBuilder(main: [.short(0x0112, 6), .text(0x010F, "Maker")]).bytes
        let reading = try ImageDecoder().inspect(.bytes(SmallJPEGXL.file(SmallJPEGXL.exif(exif))))
        #expect(reading.metadata.make == "Maker" && reading.metadata.orientation == .up)
    }

    @Test func theFirstFrameOfAnAnimationIsDecoded() throws {
        let pixels = try SmallPixels.rgb(SmallJPEGXL.animation)
        let expected = (0..<12).flatMap { y in (0..<20).flatMap { x in [x * 12, y * 20, 128] } }
        #expect(zip(pixels, expected).allSatisfy { abs(Int($0) - $1) <= 1 } && pixels.count == expected.count)
        #expect(try ImageDecoder().inspect(.bytes(SmallJPEGXL.animation)).isAnimated)
        #expect(try !ImageDecoder().inspect(.bytes(SmallJPEGXL.codestream)).isAnimated)
    }

    @Test func truncatedFilesAreDamaged() throws {
        let bare = try #require(whole)
        for count in 12..<SmallJPEGXL.codestream.count {
            for file in [SmallJPEGXL.codestream.dropLast(count), SmallJPEGXL.file().dropLast(count)] {
                guard file.count > 16 else { continue }
                let (reading, luma) = try ImageDecoder().decode(Array(file))
                #expect(reading.condition == .damaged && reading.imageDataDigest == nil, "\(count)")
                #expect(!reading.warnings.isEmpty && luma.luma == Array(bare.luma.luma.prefix(luma.luma.count)))
            }
        }
    }

    @Test func limitsAreCheckedBeforePixels() throws {
        var limits = DecodeLimits.standard
        limits.maxPixels = 32 * 24 - 1
        let reading = try ImageDecoder(limits: limits).inspect(.bytes(SmallJPEGXL.codestream))
        #expect(reading.condition == .limited && reading.warnings.map(\.code) == ["maxPixels"])
        var luma = LumaCollector()
        let poor = try ImageDecoder(budget: DecoderMemoryBudget(bytes: 4096))
            .read(.bytes(SmallJPEGXL.codestream), into: &luma)
        #expect(poor.condition == .limited && poor.warnings.map(\.code) == ["decoderMemory"] && luma.luma.isEmpty)
    }

    /// Each compressed box that is tried takes a megabyte of memory.
    @Test(.timeLimit(.minutes(1))) func manyCorruptBoxesAreNotTried() throws {
        let boxes = Array(repeating: Boxes.box("brob", Array("Exif".utf8), [1, 2, 3]), count: 90_000).flatMap { $0 }
        let reading = try ImageDecoder().inspect(.bytes(SmallJPEGXL.file(boxes)))
        #expect(reading.condition == .ok && reading.storedSize != nil)
    }

    @Test(arguments: 0..<6)
    func changedFilesAreHarmless(index: Int) throws {
        let exif = SmallJPEGXL.exif(MetadataCarrier.exif)
        let files = [
            SmallJPEGXL.codestream, SmallJPEGXL.animation, SmallJPEGXL.file(exif),
            SmallJPEGXL.file(SmallJPEGXL.compressed(exif)), SmallJPEGXL.head + SmallJPEGXL.compressed(exif),
            WarmUpPictures.all.last ?? [],
        ]
        var generator = Seeded(UInt64(index))
        for _ in 0..<LongTests.count(200, all: 5000) {
            var bytes = files[index]
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 2..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            try expectReadingIsConsistent(of: bytes)
        }
    }
}
