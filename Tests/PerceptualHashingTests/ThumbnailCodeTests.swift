import ContentDigests
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

@Suite("The code of a thumbnail")
struct ThumbnailCodeTests {
    /// `(row·column·7/16 + 3·row) mod 256`: the published vector's picture.
    private let weave = Thumbnail { row, column in UInt8((row * column * 7 / 16 + 3 * row) % 256) }

    private func sha256(_ bytes: [UInt8]) throws -> String {
        try bytes.withUnsafeBytes { bytes throws(PhotoLibraryError) in
            try ContentHasher.digest(.sha256, of: bytes).hex
        }
    }

    // Computed by a Python program that was written before this implementation.
    @Test("Codes are those of an independent program, bit for bit")
    func vectors() throws {
        let noise = Thumbnail(levels: Pattern.noise.pixels(PixelSize(width: 64, height: 64)))
        let vectors: [(Thumbnail?, Int, Int, UInt8, String)] = [
            (scene(), 620, 605, 4, "e91bfddd054b86f365c334c3dc867dc605e6862446e6ef644eef3ccb663b9c73"),
            (weave, 620, 610, 37, "e7161e46c22fc781cc8ef096204930808baecf98c792942f347537c7358c0417"),
            (weave, 900, 889, 29, "87db570c7d21ac7d3a3b3132c8a372f390076e8ba5ef1e31e3229ddb6192491a"),
            (noise, 620, 583, 41, "7aeadadefc11b083d30192af402af26bebe997ce65b031c0b8f5fb333d27f80e"),
        ]
        for (thumbnail, budget, count, step, digest) in vectors {
            let code = ThumbnailCode.encode(try #require(thumbnail), budget: budget)
            #expect(code.count == count)
            #expect(code.first == step)
            #expect(try sha256(code) == digest)
        }
        #expect(ThumbnailCode.encode(Thumbnail { _, _ in 0 }) == [0])
        #expect(ThumbnailCode.encode(Thumbnail { _, _ in 255 }) == [0x00, 0xFF, 0xFD, 0xFB, 0xF7, 0xC2])
    }

    // Measures of the decoded picture compared with the thumbnail, by the same program.
    @Test("A decoded picture differs from the thumbnail as an independent program computes")
    func decoded() {
        let verification = compare(scene(), scene())
        #expect(abs(verification.rms - 0.2753231324836619) < 1e-6)
        #expect(abs(verification.worstPixel - 1.0832105657669913) < 1e-4)
        #expect(abs(verification.mean - 0.02190813257839545) < 1e-6)
        #expect(abs(verification.displacement - 0.0003063014117550536) < 1e-8)
        #expect(verification.limits.rms > VerificationLimits.standard.rms)
        #expect(verification.passes())
    }

    @Test("The code of another picture does not pass")
    func another() {
        #expect(!compare(scene(), scene(light: 3)).passes())
        #expect(!compare(scene(), weave).isCompatible)
        #expect(!compare(scene(), scene(left: 3)).passes())
    }

    @Test("A code can be turned like the picture")
    func turned() throws {
        let size = PixelSize(width: 640, height: 480)
        let original = ContentSignature(scene(), size: size)
        for turns in 0..<4 {
            let coded = try #require(ComparedPicture(original.coded.picture)).turned(quarters: turns)
            let turned = original.rotated(quarterTurnsClockwise: turns)
            let exact = try #require(ComparedPicture(turned.picture))
            #expect(Verification(coded, turned.size, exact, turned.size).passes())
            #expect(coded.hash.distance(to: turned.hash) <= 8)
        }
    }

    private func compare(_ coded: Thumbnail, _ exact: Thumbnail) -> Verification {
        let size = PixelSize(width: 640, height: 480)
        return ContentSignature(coded, size: size).coded.verify(against: ContentSignature(exact, size: size))
    }

    @Test("All bytes are a picture or are refused, without a crash")
    func hostile() {
        var random = Seeded(11)
        #expect(ComparedPicture(.code([])) == nil)
        #expect(ComparedPicture(.code([64, 1, 2, 3])) == nil)
        #expect(ComparedPicture(.code([255])) == nil)
        var refused = 0
        for _ in 0..<300 {
            var bytes = random.bytes(.random(in: 0..<900, using: &random))
            if !bytes.isEmpty { bytes[0] &= 127 }
            let signature = ContentSignature(
                hash: PerceptualHash(words: .zero), quality: 90, picture: .code(bytes),
                size: PixelSize(width: 640, height: 480))
            if ComparedPicture(signature.picture) == nil { refused += 1 }
            #expect(!signature.verify(against: ContentSignature(scene(), size: signature.size)).passes())
        }
        #expect((100...200).contains(refused), "About half of the first bytes are invalid steps.")
    }
}
