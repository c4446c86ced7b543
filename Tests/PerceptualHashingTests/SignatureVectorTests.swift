import ImageDecoding
import PhotoModel
import Testing

/// The published test vectors of the signature.
///
/// Computed by an independent program in Python's and numpy's exact integers from the definition in the documentation.
@Suite struct SignatureVectorTests {
    struct Vector: Sendable {
        let width, height, eighths: Int
        let pattern: Pattern
        let hash: String
        let quality: Int
        /// FNV-1a of the thumbnail.
        let thumbnail: UInt64

        init(
            _ width: Int, _ height: Int, _ eighths: Int, _ pattern: Pattern, _ hash: String, _ quality: Int,
            _ thumbnail: UInt64
        ) {
            self.width = width
            self.height = height
            self.eighths = eighths
            self.pattern = pattern
            self.hash = hash
            self.quality = quality
            self.thumbnail = thumbnail
        }
    }

    static let vectors: [Vector] = [
        Vector(
            1, 1, 8, .steps, "0000000000000000000000000000000000000000000000000000000000000000", 0,
            0xb93a_0c83_ce3b_6325),
        Vector(
            1, 5000, 8, .steps, "0000000000000000000000000000000000000000000000000000000000000000", 6,
            0xdb8d_b51e_806c_ff25),
        Vector(
            5000, 1, 8, .noise, "0000000000000000000000000000000000000000000000000000000000000000", 100,
            0xbea5_1288_1ab1_58a5),
        Vector(
            3, 2, 8, .noise, "237e729ef8c85c78d8c185e72793d859432e369ef8f0ec649cd189b1630ed246", 17,
            0xb559_5aa3_512f_34c3),
        Vector(
            64, 64, 8, .noise, "2e07568f6fba231afa2e7f00c4843a88ef119b92bab52bb29ee429c76d11d28e", 100,
            0x0d2a_db87_41c1_83db),
        Vector(
            63, 65, 8, .rings, "0000555500005555000055550000555500005555000055550000555500005555", 81,
            0x7afb_331f_70c6_86d5),
        Vector(
            200, 150, 8, .checks, "0000c02a0000c02a00003fd500003fd50000c13e0000c02a0000c02a00003fd5", 100,
            0x96af_042d_a35e_787d),
        Vector(
            640, 427, 8, .rings, "000055a9000095aa0000b5aa0000a52a0000a52a0000a56a0000a56a0000a56a", 100,
            0x12be_d7e7_631a_3085),
        Vector(
            333, 500, 8, .ramp, "aaaaafbf5440fdf51000fdf5020aabae5451afbf5440afbf1000ffff0000abae", 0,
            0xeb54_86c2_7db5_0ec6),
        Vector(
            2000, 1501, 1, .rings, "55ad5555d5aa55b5aaaad5aaaaaaa5aaa54ab5aa1554d5aaa94a95aaa82aa5aa", 100,
            0x9023_72af_bcc3_4e51),
        Vector(
            1025, 771, 4, .checks, "c42ec02ad02bc02a3fd53fd5d02b3fd5c42ed55fc42ec02ad02bc02a3fd53fd5", 100,
            0x8aba_92b1_3cfa_4948),
        Vector(
            999, 601, 2, .steps, "000000c0000000f8fdffc0ff002ae07fdcff801f207effffdded256ed2bbea5f", 100,
            0x9cdc_d328_09d5_06f2),
    ]

    @Test("Signatures are those of the independent program, bit for bit", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let geometry = makeGeometry(vector.width, vector.height, eighths: vector.eighths)
        let signature = try #require(makeSignature(of: vector.pattern.pixels(geometry.decodedSize), geometry))
        #expect(fingerprint(signature.thumbnail) == vector.thumbnail)
        #expect(signature.hash.hex == vector.hash)
        #expect(signature.quality == vector.quality)
        #expect(signature.size == PixelSize(width: vector.width, height: vector.height))
        #expect(signature.version == ContentSignature.currentVersion)
    }

    @Test("Rows that never came count as level 128")
    func damaged() throws {
        let pixels = Pattern.rings.pixels(PixelSize(width: 120, height: 100))
        let signature = try #require(makeSignature(of: pixels, makeGeometry(120, 100), rows: 40))
        #expect(fingerprint(signature.thumbnail) == 0x507d_5820_141c_63df)
        #expect(signature.hash.hex == "5a55565555555555555556555655559555a555a9daaaaaaa95aa95aaa1aaaaaa")
        #expect(signature.quality == 64)
    }
}
