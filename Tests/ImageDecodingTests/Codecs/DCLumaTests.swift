import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// Luma at 1/8 is that of the clipped RGB of DC coefficients.
///
/// The pictures have one colour for each block of chroma, so that a full decode by libjpeg has the same RGB in the
/// middle of each block.
@Suite struct DCLumaTests {
    private static let profile = ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve)
    /// The side of the squares of one colour: the block of chroma that is subsampled twice.
    private static let square = 16
    private static let size = PixelSize(width: 7 * square, height: 5 * square)

    /// Saturated colours and others, each in a square.
    private static let pixels: [UInt8] = {
        var random = Seeded(4)
        let colors: [[UInt8]] = (0..<35).map { _ in
            let level = UInt8(truncatingIfNeeded: random.next())
            return (0..<3).map { _ -> UInt8 in [0, 255, level].randomElement(using: &random) ?? 0 }
        }
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width { pixels += colors[y / square * 7 + x / square] }
        }
        return pixels
    }()

    /// The RGB of a file at full size in the middle of each block of 8×8 pixels, row by row.
    private func middles(of bytes: [UInt8]) throws -> [[UInt8]] {
        let rgb = try SmallPixels.rgb(bytes)
        let (width, height) = (Self.size.width, Self.size.height)
        #expect(rgb.count == 3 * width * height)
        return stride(from: 4, to: height, by: 8).flatMap { y in
            stride(from: 4, to: width, by: 8).map { x in Array(rgb[3 * (y * width + x)..<3 * (y * width + x) + 3]) }
        }
    }

    private func luma(_ rgb: [UInt8]) -> UInt8 {
        let (red, green, blue) = (Int(rgb[0]), Int(rgb[1]), Int(rgb[2]))
        return UInt8((19595 * red + 38470 * green + 7471 * blue + 32768) >> 16)
    }

    private static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2)]

    @Test(arguments: samplings, [false, true])
    func isThatOfClippedRGB(sampling: (Int, Int), isProgressive: Bool) throws {
        for quality in [40, 75, 92, 100] {
            let bytes = TestPhoto.encode(
                Self.pixels, Self.size.width, Self.size.height, quality: quality, sampling: sampling,
                isProgressive: isProgressive)
            let decoded = try ImageDecoder().decode(bytes, minimumShortSide: 0).luma
            #expect(decoded.luma == (try middles(of: bytes).map(luma)), "quality \(quality)")
        }
    }

    @Test(arguments: samplings) func aProfileIsConvertedAfterClipping(sampling: (Int, Int)) throws {
        let plain = TestPhoto.encode(Self.pixels, Self.size.width, Self.size.height, quality: 92, sampling: sampling)
        let decoded = try ImageDecoder().decode(TestPhoto.with(profile: Self.profile, plain), minimumShortSide: 0).luma
        let middles = try middles(of: plain)
        #expect(decoded.unconverted == middles.map(luma))
        let colors = SourceColors(icc: Self.profile)
        guard case .converted(let conversion) = ColorRendering(of: colors, channels: 3) else {
            Issue.record("The profile is not converted.")
            return
        }
        #expect(decoded.luma == middles.map { luma(conversion.applied(to: $0)) })
        #expect(decoded.luma != decoded.unconverted)
    }

    // MARK: Colours

    /// The samples at 1/8.
    private func colors(_ bytes: [UInt8]) throws -> [UInt8] {
        let rendition = Rendition(side: .long, pixels: Self.size.width / 8, quality: 90)
        #expect(rendition.eighths(of: Self.size) == 1)
        let pixels = try ImageDecoder().pixels(.bytes(bytes), as: rendition)
        #expect(pixels.size == PixelSize(width: Self.size.width / 8, height: Self.size.height / 8))
        return pixels.samples
    }

    @Test(arguments: samplings, [false, true])
    func coloursAreClippedRGB(sampling: (Int, Int), isProgressive: Bool) throws {
        for quality in [40, 75, 92, 100] {
            let bytes = TestPhoto.encode(
                Self.pixels, Self.size.width, Self.size.height, quality: quality, sampling: sampling,
                isProgressive: isProgressive)
            #expect(try colors(bytes) == middles(of: bytes).flatMap { $0 }, "quality \(quality)")
        }
    }

    @Test(arguments: samplings) func coloursOfAProfileAreConverted(sampling: (Int, Int)) throws {
        let plain = TestPhoto.encode(Self.pixels, Self.size.width, Self.size.height, quality: 92, sampling: sampling)
        guard case .converted(let conversion) = ColorRendering(of: SourceColors(icc: Self.profile), channels: 3) else {
            Issue.record("The profile is not converted.")
            return
        }
        let converted = try middles(of: plain).flatMap { conversion.applied(to: $0) }
        #expect(try colors(TestPhoto.with(profile: Self.profile, plain)) == converted)
        #expect(try colors(plain) != converted)
    }
}
