internal import CLibCrypto
package import PhotoModel

/// The key with which a writer signs its segments: Ed25519 (RFC 8032), by libcrypto.
package struct SigningKey: Sendable {
    /// The 32 bytes of which both keys are computed.
    ///
    /// They are a secret.
    package let seed: [UInt8]
    package let publicKey: [UInt8]
    package let writer: WriterID

    /// - Throws: `internalError` for a number of bytes other than 32, or if libcrypto fails.
    package init(seed: [UInt8]) throws(PhotoLibraryError) {
        self.seed = seed
        let pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
        defer { EVP_PKEY_free(pair) }
        var bytes = [UInt8](repeating: 0, count: Signature.keySize)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(pair, &bytes, &count) == 1, count == bytes.count else {
            throw .signing("compute a public key")
        }
        publicKey = bytes
        writer = try WriterID(publicKey: bytes)
    }

    /// A new key.
    ///
    /// - Throws: `internalError` if libcrypto's generator fails.
    package static func generate() throws(PhotoLibraryError) -> SigningKey {
        var seed = [UInt8](repeating: 0, count: Signature.keySize)
        guard RAND_bytes(&seed, Int32(clamping: seed.count)) == 1 else { throw .signing("make a key") }
        return try SigningKey(seed: seed)
    }

    /// The signature of a message, 64 bytes.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    func signature(of message: [UInt8]) throws(PhotoLibraryError) -> [UInt8] {
        let pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(pair)
        }
        var bytes = [UInt8](repeating: 0, count: Signature.size)
        var count = bytes.count
        guard EVP_DigestSignInit(context, nil, nil, nil, pair) == 1,
            EVP_DigestSign(context, &bytes, &count, message, message.count) == 1, count == bytes.count
        else { throw .signing("sign a segment") }
        return bytes
    }
}

/// Signatures of Ed25519.
enum Signature {
    static let size = 64
    static let keySize = 32

    /// Whether the owner of a public key signed a message.
    static func isValid(_ signature: some Collection<UInt8>, of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        let signature = Array(signature)
        guard publicKey.count == keySize, signature.count == size else { return false }
        let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}

extension PhotoLibraryError {
    /// The error for a function of libcrypto that failed.
    fileprivate static func signing(_ action: String) -> PhotoLibraryError {
        PhotoLibraryError(.internalError, "libcrypto could not \(action).")
    }
}
