internal import CLibCrypto
internal import PhotoModel

/// The key agreement X25519 (RFC 7748), by libcrypto.
enum X25519 {
    /// The public key of 32 bytes for a private key.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    static func publicKey(of key: SecretBytes) throws(PhotoLibraryError) -> [UInt8] {
        let pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, key.pointer, key.bytes.count)
        defer { EVP_PKEY_free(pair) }
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(pair, &bytes, &count) == 1, count == 32 else {
            throw .crypto("compute a public key")
        }
        return bytes
    }

    /// The secret that two parties share; `nil` for a public key of low order, whose secret would be zero.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    static func sharedSecret(_ key: SecretBytes, _ publicKey: [UInt8]) throws(PhotoLibraryError) -> SecretBytes? {
        let pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, key.pointer, key.bytes.count)
        defer { EVP_PKEY_free(pair) }
        let peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, publicKey, publicKey.count)
        defer { EVP_PKEY_free(peer) }
        guard let context = EVP_PKEY_CTX_new(pair, nil) else { throw .crypto("agree on a secret") }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1 else {
            throw .crypto("agree on a secret")
        }
        var isUsable = false
        let secret = SecretBytes(count: 32) { secret in
            var count = secret.count
            // libcrypto refuses a secret that is zero (RFC 7748, section 6.1).
            isUsable = EVP_PKEY_derive(context, secret.bytePointer, &count) == 1 && count == secret.count
        }
        return isUsable ? secret : nil
    }
}
