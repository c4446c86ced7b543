import PhotoModel
import Testing

@testable import AgeEncryption

/// The vectors of the RFCs.
@Suite struct PrimitiveTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require([UInt8](hexadecimal: text)) }

    /// RFC 5297, A.1.
    @Test func namesAreEncryptedWithAESSIV() throws {
        let cipher = NameCipher(
            key: SecretBytes(try bytes("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")))
        let context = try bytes("101112131415161718191a1b1c1d1e1f2021222324252627")
        let name = try bytes("112233445566778899aabbccddee")
        let encrypted = try cipher.encrypt(name, in: context)
        #expect(encrypted.hexadecimal == "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c")
        #expect(try cipher.decrypt(encrypted, in: context) == name)
        #expect(try cipher.decrypt(encrypted, in: context.reversed()) == nil)
        for position in encrypted.indices {
            var changed = encrypted
            changed[position] ^= 1
            #expect(try cipher.decrypt(changed, in: context) == nil)
        }
        #expect(try cipher.decrypt([], in: context) == nil)
    }

    /// RFC 5869, A.3, whose first 32 bytes are compared, and RFC 4231, test case 2.
    @Test func keysAreDerivedWithHKDFAndHMAC() throws {
        let secret = SecretBytes([UInt8](repeating: 0x0B, count: 22))
        let key = try KeyDerivation.hkdf(secret, info: "")
        let hex = withExtendedLifetime(key) { Array(key.bytes).hexadecimal }
        #expect(hex == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
        let code = try KeyDerivation.hmac(SecretBytes(Array("Jefe".utf8)), Array("what do ya want for nothing?".utf8))
        #expect(code.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func secretsAreAgreedOnWithX25519() throws {
        // RFC 7748, section 5.2: the first step of the iterated test, with the base point as the public key.
        let nine = [9] + [UInt8](repeating: 0, count: 31)
        #expect(
            try X25519.publicKey(of: SecretBytes(nine)).hexadecimal
                == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
        let secret = try #require(try X25519.sharedSecret(SecretBytes(nine), nine))
        let hex = withExtendedLifetime(secret) { Array(secret.bytes).hexadecimal }
        #expect(hex == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
        #expect(try X25519.sharedSecret(SecretBytes(nine), [UInt8](repeating: 0, count: 32)) == nil, "Low order.")
    }
}
