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

    // Computed by the independent program in Python.
    @Test("Codes are those of an independent program, bit for bit")
    func vectors() throws {
        let noise = Thumbnail(levels: Pattern.noise.pixels(PixelSize(width: 64, height: 64)))
        let vectors: [(Thumbnail?, Int, Int, UInt8, String)] = [
            (scene(), 620, 604, 4, "7f60f87402fdc9196eb08d128abeac701d9c112f4f27254d65a3a94dd2295a4b"),
            (weave, 620, 612, 37, "510b462ac773f2a62f05d20f147c76ed25c4dd1056843bb5bb1fe15531259a78"),
            (weave, 900, 888, 29, "0d44dc52ff53571c77cefcca75aa285758f22a241b0249c22a2ce09e495c2ec7"),
            (noise, 620, 620, 40, "7623abd00f4da31acb038b2f63a6a35648c91c73e737fa966063786ff8e1fcbc"),
        ]
        for (thumbnail, budget, count, step, digest) in vectors {
            let code = ThumbnailCode.encode(try #require(thumbnail), budget: budget)
            #expect(code.count == count)
            #expect(code.first == step)
            #expect(try sha256(code) == digest)
        }
        #expect(ThumbnailCode.encode(Thumbnail { _, _ in 0 }) == [0])
        #expect(ThumbnailCode.encode(Thumbnail { _, _ in 255 }) == [0x00, 0xFF, 0xFD, 0xFB, 0xD7, 0xC0])
    }

    // Measures of the decoded picture compared with the thumbnail, by the same program.
    @Test("A decoded picture differs from the thumbnail as an independent program computes")
    func decoded() {
        let verification = compare(scene(), scene())
        #expect(abs(verification.rms - 0.25709933616132064) < 1e-6)
        #expect(abs(verification.worstPixel - 1.245762566510105) < 1e-4)
        #expect(abs(verification.mean - 0.0005427035031335473) < 1e-6)
        #expect(abs(verification.displacement - 0.00000045798536034194264) < 1e-8)
        #expect(verification.limits.rms > VerificationLimits.standard.rms)
        #expect(verification.passes())
    }

    // Rounding to the nearest integer would move the pictures by 0.03 % of the frame at the median, and those of 300
    // bytes by 0.04 % here.
    @Test("The coded picture does not move", arguments: [300, 620])
    func neutralRounding(budget: Int) throws {
        for (left, up) in [(0, 0), (3, 40), (90, 7)] {
            let picture = ComparedPicture(scene(left: left, up: up))
            let code = ThumbnailCode.encode(scene(left: left, up: up), budget: budget)
            let coded = try #require(ComparedPicture(.code(code)))
            let size = PixelSize(width: 640, height: 480)
            #expect(Verification(picture, size, coded, size).displacement < 0.00005, "\(budget) \(left) \(up)")
        }
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
