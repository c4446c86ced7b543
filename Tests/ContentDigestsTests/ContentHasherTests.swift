import ContentDigests
import PhotoModel
import Testing

/// Test vectors of FIPS 180-4 (NIST examples) and RFC 7693, appendix A.
///
/// Python's hashlib computed the digests of empty and of long inputs.
@Suite struct ContentHasherTests {
    private func hex(_ algorithm: ContentHasher.Algorithm, _ text: String) throws -> String {
        try Array(text.utf8).withUnsafeBytes { try ContentHasher.digest(algorithm, of: $0) }.hex
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256(text: String, digest: String) throws {
        #expect(try hex(.sha256, text) == digest)
    }

    @Test(arguments: [
        ("", "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"),
        ("abc", "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"),
    ])
    func blake2b(text: String, digest: String) throws {
        #expect(try hex(.blake2b, text) == digest)
    }

    /// The digests of the 100,000 bytes 0, 1, … 250, 0, 1, … are the same for all sizes of pieces.
    @Test(arguments: [1, 127, 128, 129, 4096, 100_000])
    func piecesDoNotMatter(pieceSize: Int) throws {
        let bytes = (0..<100_000).map { UInt8($0 % 251) }
        let hashers = [try ContentHasher(.sha256), try ContentHasher(.blake2b)]
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
            bytes[start..<min(start + pieceSize, bytes.count)].withUnsafeBytes { piece in
                for hasher in hashers { hasher.update(piece) }
            }
        }
        #expect(try hashers[0].finish().hex == "cd2df694e424bc7968cc37f47751019e5ca0cd1bdf2e479ea537c3a1c32ee1aa")
        #expect(try hashers[1].finish().hex == "a0b4e1c912a57364ed019d57296b9f14fd4ac7a36dc5b324706ba2b1497cf7b5")
    }
}
