import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Pictures that libde265, libdav1d and libwebp decode.
@Suite struct CodedPictureTests {
    private static let whole = Rendition(side: .long, pixels: 65_500, quality: 90)

    @Test(arguments: SmallCodedPicture.allCases)
    func picturesAreDecoded(picture: SmallCodedPicture) throws {
        let (reading, luma) = try ImageDecoder().decode(picture.bytes)
        #expect(reading.format == picture.format && reading.condition == .ok && reading.warnings.isEmpty)
        #expect(reading.displayedSize == PixelSize(width: 32, height: 24) && reading.hasAllRows)
        #expect(luma.isInOrder && luma.luma.count == 32 * 24)
        #expect(reading.imageDataDigest != nil && reading.format.isDecodable)
        #expect(try ImageDecoder().inspect(.bytes(picture.bytes)).condition == .ok)

        let pixels = try ImageDecoder().pixels(.bytes(picture.bytes), as: Self.whole)
        #expect(pixels.channels == 3 && pixels.size == reading.displayedSize)
        let differences = zip(pixels.samples, SmallCodedPicture.samples).map { abs(Int($0) - Int($1)) }
        if picture == .losslessWebP {
            #expect(differences.max() == 0)
        } else {
            // Lossy pictures of strong colours, with colours of 2 × 2 pixels.
            #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 6)
        }
        // Luma as JPEG defines it: weights 0.299, 0.587 and 0.114.
        let expected = stride(from: 0, to: pixels.samples.count, by: 3).map { index -> Double in
            let red = 0.299 * Double(pixels.samples[index])
            let green = 0.587 * Double(pixels.samples[index + 1])
            let blue = 0.114 * Double(pixels.samples[index + 2])
            return red + green + blue
        }
        // Where a colour is clipped, Y is not the luma of the clipped colour.
        let near = zip(luma.luma, expected).filter { abs(Double($0) - $1) < 1.6 }.count
        #expect(near > expected.count * 9 / 10)
    }

    @Test(arguments: SmallCodedPicture.allCases)
    func cutFilesAreNeverWhole(picture: SmallCodedPicture) throws {
        let bytes = picture.bytes
        for count in stride(from: 12, to: bytes.count, by: 5) {
            let (reading, luma) = try ImageDecoder().decode(Array(bytes.prefix(count)))
            #expect(reading.condition != .ok && !reading.warnings.isEmpty && reading.imageDataDigest == nil)
            #expect(luma.luma.count == reading.decodedRows * 32)
        }
    }

    @Test(arguments: SmallCodedPicture.allCases)
    func changedFilesAreHarmless(picture: SmallCodedPicture) throws {
        let original = picture.bytes
        var random = Seeded(UInt64(original.count))
        for _ in 0..<LongTests.count(200, all: 2000) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var limits = DecodeLimits.standard
            limits.maxPixels = 1 << 20
            var luma = LumaCollector()
            let reading = try ImageDecoder(limits: limits).read(.bytes(bytes), minimumShortSide: 16, into: &luma)
            #expect(luma.isInOrder)
            #expect(luma.luma.count == reading.decodedRows * (luma.geometry?.decodedSize.width ?? 0))
            #expect(reading.condition != .ok || reading.hasAllRows)
            #expect(reading.condition == .ok || (reading.imageDataDigest == nil && !reading.warnings.isEmpty))
            _ = try? ImageDecoder(limits: limits).render(.bytes(bytes), as: .thumbnail)
        }
    }

    @Test(arguments: SmallCodedPicture.allCases)
    func limitsApply(picture: SmallCodedPicture) throws {
        var limits = DecodeLimits.standard
        limits.maxPixels = 32 * 24 - 1
        var luma = LumaCollector()
        let reading = try ImageDecoder(limits: limits).read(.bytes(picture.bytes), into: &luma)
        #expect(reading.condition == .limited && reading.warnings.first?.code == "maxPixels" && luma.luma.isEmpty)
        let starved = ImageDecoder(budget: DecoderMemoryBudget(bytes: 1000))
        #expect(try starved.read(.bytes(picture.bytes), into: &luma).warnings.first?.code == "decoderMemory")
    }

    @Test(arguments: SmallCodedPicture.allCases)
    func decodingIsCancelled(picture: SmallCodedPicture) throws {
        var luma = LumaCollector()
        #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try ImageDecoder().read(.bytes(picture.bytes), into: &luma, monitor: DecodeMonitor { _ in false })
        }
    }

    @Test(arguments: SmallCodedPicture.allCases, [1, 4])
    func allThreadsGetTheSamePicture(picture: SmallCodedPicture, jobs: Int) async throws {
        let expected = try ImageDecoder().decode(picture.bytes).luma.luma
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 * jobs {
                group.addTask { (try? ImageDecoder().decode(picture.bytes).luma.luma) == expected }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}
