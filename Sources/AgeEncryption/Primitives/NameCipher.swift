internal import CLibCrypto
package import PhotoModel

/// Encrypts names with AES-SIV (RFC 5297), by libcrypto.
///
/// Equal names become equal bytes, and nothing but their length can be concluded. A changed name is found.
package struct NameCipher: Sendable {
    private let key: SecretBytes

    /// - Parameter key: 32 bytes.
    package init(key: SecretBytes) { self.key = key }

    /// The tag of 16 bytes and the encrypted bytes.
    ///
    /// - Parameter context: Where the name belongs, which decryption must state too.
    /// - Throws: `internalError` if libcrypto fails.
    package func encrypt(_ name: [UInt8], in context: [UInt8]) throws(PhotoLibraryError) -> [UInt8] {
        let cipher = try Cipher(key, isEncrypting: true)
        var tag = [UInt8](repeating: 0, count: Self.tagSize)
        guard let encrypted = cipher.apply(name, context),
            EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
        else { throw .crypto("encrypt a name") }
        return tag + encrypted
    }

    /// The name; `nil` for bytes that this key did not encrypt in this context.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package func decrypt(_ bytes: [UInt8], in context: [UInt8]) throws(PhotoLibraryError) -> [UInt8]? {
        guard bytes.count > Self.tagSize else { return nil }
        let cipher = try Cipher(key, isEncrypting: false)
        var tag = Array(bytes.prefix(Self.tagSize))
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else {
            throw .crypto("decrypt a name")
        }
        return cipher.apply(Array(bytes.dropFirst(Self.tagSize)), context)
    }

    private static let tagSize = 16

    private final class Cipher {
        let context = EVP_CIPHER_CTX_new()

        init(_ key: SecretBytes, isEncrypting: Bool) throws(PhotoLibraryError) {
            let type = EVP_CIPHER_fetch(nil, "AES-128-SIV", nil)
            defer { EVP_CIPHER_free(type) }
            guard type != nil, key.bytes.count == 32,
                EVP_CipherInit_ex(context, type, nil, key.pointer, nil, isEncrypting ? 1 : 0) == 1
            else { throw .crypto("start a cipher for names") }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        func apply(_ bytes: [UInt8], _ associated: [UInt8]) -> [UInt8]? {
            var result = bytes
            var count: Int32 = 0
            guard EVP_CipherUpdate(context, nil, &count, associated, Int32(clamping: associated.count)) == 1,
                EVP_CipherUpdate(context, &result, &count, bytes, Int32(clamping: bytes.count)) == 1,
                Int(count) == bytes.count
            else { return nil }
            return result
        }
    }
}
