internal import CLibCrypto
package import PhotoModel

/// Enciphers single blocks of 16 bytes with AES-128 (FIPS 197), by the system's libcrypto.
///
/// One block under a key is a keyed permutation: equal blocks give equal results, and nothing else can be concluded.
package struct BlockCipher: Sendable {
    private let key: [UInt8]

    /// - Throws: `internalError` for a key that has not 16 bytes.
    package init(key: [UInt8]) throws(PhotoLibraryError) {
        guard key.count == 16 else { throw PhotoLibraryError(.internalError, "A key of AES-128 has 16 bytes.") }
        self.key = key
    }

    /// Enciphers a block of 16 bytes.
    package func encipher(_ block: [UInt8]) throws(PhotoLibraryError) -> [UInt8] { try apply(block, enciphers: 1) }

    /// Deciphers a block of 16 bytes.
    package func decipher(_ block: [UInt8]) throws(PhotoLibraryError) -> [UInt8] { try apply(block, enciphers: 0) }

    private func apply(_ block: [UInt8], enciphers: Int32) throws(PhotoLibraryError) -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var result = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        guard block.count == 16, EVP_CipherInit_ex(context, EVP_aes_128_ecb(), nil, key, nil, enciphers) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1,
            EVP_CipherUpdate(context, &result, &count, block, 16) == 1, count == 16
        else { throw PhotoLibraryError(.internalError, "libcrypto could not encipher a block of 16 bytes.") }
        return result
    }
}
