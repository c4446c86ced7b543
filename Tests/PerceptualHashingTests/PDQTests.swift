import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

@Suite struct PDQTests {
    @Test(
        "The filter's weights are two passes of a moving mean",
        arguments: [1, 2, 63, 64, 65, 128, 129, 512, 1000, 1023])
    func filter(length: Int) throws {
        let filter = try #require(JaroszFilter(length: length))
        let window = (length + 127) / 128
        // Impulses, one for each pixel, through the passes that PDQ describes.
        for pixel in stride(from: 0, to: length, by: max(1, length / 97)) {
            let impulse = (0..<length).map { $0 == pixel ? 1.0 : 0 }
            let filtered = Self.movingMean(Self.movingMean(impulse, window), window)
            for (index, sample) in filter.samples.enumerated() {
                let expected = filtered[Int((Double(index) + 0.5) * Double(length) / 64)]
                #expect(abs(filter.weight(of: pixel, in: sample) - expected) < 1e-12)
            }
        }
    }

    /// The moving mean with a window of `size`: the window grows at the beginning, moves, and shrinks at the end.
    ///
    /// Half of the window is ahead of the position.
    private static func movingMean(_ values: [Double], _ size: Int) -> [Double] {
        let lead = (size + 2) / 2
        var means: [Double] = []
        var window: [Double] = []
        for step in 0..<(values.count + lead - 1) {
            if step < values.count { window.append(values[step]) }
            if step >= size { window.removeFirst() }
            if step >= lead - 1 { means.append(window.reduce(0, +) / Double(window.count)) }
        }
        return means
    }

    @Test("The hash is that of the displayed pixels", arguments: Orientation.allCases)
    func orientation(_ orientation: Orientation) throws {
        let stored = PixelSize(width: 517, height: 701)
        let pixels = Pattern.steps.pixels(stored)
        let displayed = displayedPixels(pixels, stored, orientation)
        let hash = Self.hash(of: displayed, stored.displayed(orientation))
        #expect(Self.hash(of: pixels, stored, orientation) == hash)
        #expect((Self.hash(of: pixels, stored) == hash) == (orientation == .up))
    }

    @Test("A flat picture has no quality, and without rows there is no hash")
    func flat() throws {
        let size = PixelSize(width: 600, height: 600)
        #expect(try #require(Self.hash(of: Pattern.gray.pixels(size), size)).quality == 0)
        #expect(PDQBuilder(orientation: .up).hash == nil)
    }

    @Test("Pictures that are too large, and pixels of other samples, give no hash")
    func unusual() {
        let pixels = [UInt8](repeating: 0, count: 600 * 4)
        func hash(_ size: PixelSize, channels: Int) -> PDQHash? {
            var builder = PDQBuilder(orientation: .up)
            builder.begin(size, channels: channels)
            pixels.withUnsafeBufferPointer { builder.consume(row: 0, $0) }
            return builder.hash
        }
        #expect(hash(PixelSize(width: 600, height: 600), channels: 3) != nil)
        for channels in [0, 2, 4] { #expect(hash(PixelSize(width: 600, height: 600), channels: channels) == nil) }
        #expect(hash(PixelSize(width: 600, height: 1 << 21), channels: 1) == nil)
        #expect(hash(PixelSize(width: 1 << 21, height: 600), channels: 1) == nil)
    }

    @Test("Missing rows count as level 128")
    func damaged() {
        let size = PixelSize(width: 600, height: 600)
        let pixels = Pattern.rings.pixels(size)
        let whole = pixels[..<(600 * 400)] + [UInt8](repeating: 128, count: 600 * 200)
        #expect(Self.hash(of: pixels, size, rows: 400) == Self.hash(of: Array(whole), size))
    }

    /// The hashes are those of the package pdqhash 0.2.8 of the pixels, and of the pixels that Pillow 13.0 decodes of a
    /// JPEG of them of quality 90 and 4:2:0.
    @Test(
        "The hash is within 4 bits of that of Meta's code",
        arguments: [
            (
                PixelSize(width: 100, height: 37), "2d2a623fca801292e52b555db58d7281353da395557f233e75d56394650ddcf0",
                "2d2a623fca901692e52b555db5897281353da395557f233e35d56390650ddcf0"
            ),
            (
                PixelSize(width: 517, height: 701), "557f228057d5222a55d582a955558a28557f2aaad57faa805fd5aeaa57d50aaa",
                "557f228057d5223a55d582a955558a28557f2aaad57faa845fd12ea357d42aaa"
            ),
            (
                PixelSize(width: 1280, height: 853), "a82f052a4a852f874a9574652aadd2af2a3d29b6aa2f447baa957555abd568aa",
                "a82f052a4a856f834a9574642aad52af2a3d29b7aa3f547baa957155abd568b2"
            ),
        ])
    func independent(size: PixelSize, ofPixels: String, ofJPEG: String) throws {
        let pixels = Self.colors(size)
        #expect(try #require(Self.hash(of: pixels, size, channels: 3)).distance(to: ofPixels) <= 4)
        let jpeg = TestPhoto.encode(pixels, size.width, size.height, quality: 90)
        // The profile changes the colours that are displayed, and not the coded ones.
        let tagged = TestPhoto.with(profile: ICCBuilder.rgb(ICCBuilder.adobeRGB, ICCBuilder.sRGBCurve), jpeg)
        for file in [jpeg, tagged] { #expect(try PDQHash(decoding: file).distance(to: ofJPEG) <= 4) }
    }

    /// Red, green and blue of different patterns.
    private static func colors(_ size: PixelSize) -> [UInt8] {
        let channels = [Pattern.steps, .rings, .checks].map { $0.pixels(size) }
        return channels[0].indices.flatMap { index in channels.map { $0[index] } }
    }

    private static func hash(
        of pixels: [UInt8], _ size: PixelSize, _ orientation: Orientation = .up, channels: Int = 1, rows: Int? = nil
    ) -> PDQHash? {
        var builder = PDQBuilder(orientation: orientation)
        builder.begin(size, channels: channels)
        let length = size.width * channels
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<(rows ?? size.height) {
                builder.consume(row: y, UnsafeBufferPointer(rebasing: pixels[(y * length)..<((y + 1) * length)]))
            }
        }
        return builder.hash
    }
}

extension PDQHash {
    /// The hash of a file that this project decodes.
    init(decoding file: [UInt8]) throws {
        let source = ImageSource.bytes(file)
        var builder = PDQBuilder(orientation: try ImageDecoder().inspect(source).metadata.orientation)
        try ImageDecoder().readCodedColors(source, into: &builder)
        self = try #require(builder.hash)
    }

    /// The number of bits that differ from a hash of 64 hexadecimal digits.
    func distance(to other: String) -> Int {
        zip(hex, other).reduce(0) { sum, pair in
            sum + ((pair.0.hexDigitValue ?? 0) ^ (pair.1.hexDigitValue ?? 15)).nonzeroBitCount
        }
    }
}
