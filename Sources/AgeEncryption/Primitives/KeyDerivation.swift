internal import CLibCrypto
package import PhotoModel

/// HKDF and HMAC with SHA-256, by libcrypto.
package enum KeyDerivation {
    /// A key of 32 bytes by HKDF-SHA-256 (RFC 5869).
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package static func hkdf(
        _ secret: SecretBytes, salt: [UInt8] = [], info: String
    ) throws(PhotoLibraryError) -> SecretBytes {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil)
        defer { EVP_PKEY_CTX_free(context) }
        let info = Array(info.utf8)
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
            EVP_PKEY_CTX_set1_hkdf_key(context, secret.pointer, Int32(clamping: secret.bytes.count)) == 1,
            salt.isEmpty || EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(clamping: salt.count)) == 1,
            EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(clamping: info.count)) == 1
        else { throw .crypto("derive a key") }
        return try SecretBytes(count: 32) { (key) throws(PhotoLibraryError) in
            var count = key.count
            guard EVP_PKEY_derive(context, key.bytePointer, &count) == 1, count == key.count else {
                throw .crypto("derive a key")
            }
        }
    }

    /// The HMAC-SHA-256 (RFC 2104) of bytes: 32 bytes.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package static func hmac(_ key: SecretBytes, _ bytes: some Sequence<UInt8>) throws(PhotoLibraryError) -> [UInt8] {
        let bytes = Array(bytes)
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        guard
            HMAC(EVP_sha256(), key.pointer, Int32(clamping: key.bytes.count), bytes, bytes.count, &code, &count) != nil,
            count == 32
        else { throw .crypto("compute an HMAC") }
        return code
    }

    /// Compares two codes in a time that does not depend on their bytes.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}

extension SecretBytes {
    /// The bytes as libcrypto's functions take them; valid while this value is held.
    var pointer: UnsafePointer<UInt8>? { bytes.bindMemory(to: UInt8.self).baseAddress }
}

extension UnsafeMutableRawBufferPointer {
    var bytePointer: UnsafeMutablePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}

extension UnsafeRawBufferPointer {
    var bytePointer: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
