import Glibc
import ImageDecoding
import PerceptualHashing
import PhotoModel
import Testing

@Suite("Fine pictures")
struct FinePictureTests {
    private static let size = PixelSize(width: 512, height: 384)

    /// Waves in two directions, and fine ones of 12 pixels, moved to the left by pixels.
    private func pixels(
        moved: Double = 0, contrast: Double = 0, light: Double = 0, channels: Int = 1
    ) -> PixelBuffer {
        let samples = (0..<Self.size.height).flatMap { row in
            (0..<Self.size.width).flatMap { column -> [UInt8] in
                let (x, y) = (Double(column) + moved, Double(row))
                let wide = 40 * sin(x / 37 + y / 90) + 40 * cos(y / 29 - x / 110)
                let fine = contrast * sin(x * .pi / 6) * cos(y * .pi / 6)
                return Array(repeating: UInt8((128 + light + wide + fine).rounded()), count: channels)
            }
        }
        return PixelBuffer(size: Self.size, channels: channels, samples: samples)
    }

    private func compare(_ one: PixelBuffer, _ other: PixelBuffer) throws -> Verification {
        Verification(
            try #require(ComparedPicture(one)), Self.size, try #require(ComparedPicture(other)), Self.size)
    }

    private func thumbnail(_ pixels: PixelBuffer) throws -> ComparedPicture {
        var builder = SignatureBuilder()
        builder.begin(LumaGeometry(storedSize: Self.size, decodedSize: Self.size, eighths: 8))
        for row in 0..<Self.size.height {
            let start = row * Self.size.width
            pixels.samples.withUnsafeBufferPointer { samples in
                builder.consume(
                    row: row, UnsafeBufferPointer(rebasing: samples[start..<start + Self.size.width]))
            }
        }
        let signature = try #require(builder.signature(orientation: .up))
        return try #require(ComparedPicture(signature.picture))
    }

    // Blocks and slopes are those of 64×64 cells, so wide waves give the measures of the thumbnails.
    @Test("The measures of a picture without detail are those of its thumbnail", arguments: [0.5, 2])
    func measures(moved: Double) throws {
        let fine = try compare(pixels(), pixels(moved: moved))
        let coarse = Verification(
            try thumbnail(pixels()), Self.size, try thumbnail(pixels(moved: moved)), Self.size)
        #expect(abs(fine.displacement / (moved / 512) - 1) < 0.1)
        #expect(abs(fine.displacement / coarse.displacement - 1) < 0.05)
        #expect(abs(fine.movement / coarse.movement - 1) < 0.05)
        #expect(abs(4 * fine.movementError / coarse.movementError - 1) < 0.1, "There are sixteen times as many cells.")
        #expect(fine.aspectAgrees && fine.passes() == coarse.passes())
    }

    @Test("Detail shows in a fine picture, and not in a thumbnail")
    func detail() throws {
        let (plain, detailed) = (pixels(), pixels(contrast: 30))
        #expect(Verification(try thumbnail(plain), Self.size, try thumbnail(detailed), Self.size).passes())
        let fine = try compare(plain, detailed)
        #expect(!fine.isCompatible && fine.rms > 5)
        #expect(try compare(detailed, detailed).movementError < 0.5 * compare(plain, plain).movementError)
    }

    @Test("Finer cells prove or refute a comparison that passes, and only refute another one")
    func refinement() throws {
        let detailed = pixels(contrast: 30)
        let (same, different) = (try compare(detailed, detailed), try compare(pixels(), detailed))
        let passing = Verification(try thumbnail(pixels()), Self.size, try thumbnail(detailed), Self.size)
        let compatible = Verification(try thumbnail(pixels()), Self.size, try thumbnail(pixels(light: 1)), Self.size)
        try #require(passing.passes() && !compatible.passes() && compatible.isCompatible)
        try #require(same.isConclusive && !different.isCompatible)
        func pair(_ verification: Verification) -> PairComparison { PairComparison(verification, .tooFlat) }
        #expect(pair(passing).doubt == .tooFlat && pair(passing).score == 0.49)
        #expect(pair(passing).refined(by: same).doubt == nil && pair(passing).refined(by: same).score == 1)
        #expect(pair(passing).refined(by: different).score < 1.0 / 3)
        #expect(pair(compatible).refined(by: same).score == pair(compatible).score)
        #expect(pair(compatible).refined(by: same).doubt == .tooFlat)
        #expect(pair(compatible).refined(by: different).score < 1.0 / 3)
    }

    @Test("Gray and RGB samples of the same levels are equal")
    func channels() throws {
        let verification = try compare(pixels(contrast: 20), pixels(contrast: 20, channels: 3))
        #expect(verification.score == 1)
    }

    @Test("A buffer with missing samples has no fine picture")
    func truncated() {
        let short = PixelBuffer(size: Self.size, channels: 3, samples: [1, 2, 3])
        #expect(ComparedPicture(short) == nil)
    }
}
