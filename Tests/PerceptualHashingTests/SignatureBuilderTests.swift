import ImageDecoding
import PerceptualHashing
import PhotoModel
import Testing

@Suite struct SignatureBuilderTests {
    @Test("Without a row there is no signature")
    func noRows() {
        var builder = SignatureBuilder()
        #expect(builder.signature(orientation: .up) == nil)
        builder.begin(makeGeometry(100, 80))
        #expect(builder.rowsConsumed == 0)
        #expect(builder.signature(orientation: .up) == nil)
    }

    @Test("A decoded size that does not follow from the stored one gives no signature")
    func contradictingSizes() {
        let size = PixelSize(width: 64, height: 64)
        let wrong = LumaGeometry(storedSize: size, decodedSize: size, eighths: 4)
        #expect(makeSignature(of: Pattern.noise.pixels(size), wrong) == nil)
    }

    @Test("Rows out of order, too short or below the picture are ignored")
    func strayRows() throws {
        let geometry = makeGeometry(90, 70)
        let pixels = Pattern.rings.pixels(geometry.decodedSize)
        var builder = SignatureBuilder()
        builder.begin(geometry)
        pixels.withUnsafeBufferPointer { pixels in
            let row = { (y: Int) in UnsafeBufferPointer(rebasing: pixels[(y * 90)..<((y + 1) * 90)]) }
            builder.consume(row: 3, row(3))
            builder.consume(row: 0, UnsafeBufferPointer(rebasing: pixels[0..<89]))
            #expect(builder.rowsConsumed == 0)
            for y in 0..<70 {
                builder.consume(row: y, row(y))
                builder.consume(row: y, row(y))
            }
            builder.consume(row: 70, row(0))
        }
        #expect(builder.rowsConsumed == 70)
        #expect(builder.signature(orientation: .up) == makeSignature(of: pixels, geometry))
    }

    @Test("A builder can be used again")
    func reuse() throws {
        var builder = SignatureBuilder()
        for pattern in [Pattern.noise, .rings] {
            let geometry = makeGeometry(80, 60)
            let pixels = pattern.pixels(geometry.decodedSize)
            builder.begin(geometry)
            pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<60 {
                    builder.consume(row: y, UnsafeBufferPointer(rebasing: pixels[(y * 80)..<(y * 80 + 80)]))
                }
            }
            #expect(builder.signature(orientation: .up) == makeSignature(of: pixels, geometry))
        }
    }

    @Test("Orienting the thumbnail equals orienting the pixels", arguments: Orientation.allCases)
    func orientation(_ orientation: Orientation) throws {
        // Sizes that are not multiples of 64, so that cells share pixels.
        let stored = PixelSize(width: 157, height: 101)
        let pixels = Pattern.steps.pixels(stored)
        let shown = stored.displayed(orientation)
        let displayed = displayedPixels(pixels, stored, orientation)
        let expected = try #require(makeSignature(of: displayed, makeGeometry(shown.width, shown.height)))
        #expect(makeSignature(of: pixels, makeGeometry(157, 101), orientation: orientation) == expected)
        #expect(expected.size == shown)
    }
}
