internal import CLibCrypto
internal import PhotoModel

/// ChaCha20-Poly1305 (RFC 8439) with one key, by libcrypto.
///
/// A value may be used by one thread at a time.
final class ChunkCipher {
    /// The number of bytes that encryption adds.
    static let tagSize = 16

    private let context: OpaquePointer
    private let isEncrypting: Bool

    /// - Throws: `internalError` if libcrypto fails.
    init(key: SecretBytes, isEncrypting: Bool) throws(PhotoLibraryError) {
        guard let context = EVP_CIPHER_CTX_new() else { throw .crypto("start a cipher") }
        self.context = context
        self.isEncrypting = isEncrypting
        guard
            EVP_CipherInit_ex(context, EVP_chacha20_poly1305(), nil, key.pointer, nil, isEncrypting ? 1 : 0) == 1
        else { throw .crypto("start a cipher") }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Encrypts bytes.
    ///
    /// - Parameters:
    ///   - nonce: 12 bytes, never used before with this key.
    ///   - result: The encrypted bytes and the tag: ``tagSize`` bytes more than `bytes`.
    /// - Throws: `internalError` if libcrypto fails.
    func encrypt(
        _ bytes: UnsafeRawBufferPointer, nonce: [UInt8], into result: UnsafeMutableRawBufferPointer
    ) throws(PhotoLibraryError) {
        var count: Int32 = 0
        let tag = UnsafeMutableRawBufferPointer(rebasing: result.suffix(Self.tagSize))
        guard result.count == bytes.count + Self.tagSize, begin(nonce),
            EVP_CipherUpdate(context, result.bytePointer, &count, bytes.bytePointer, Int32(clamping: bytes.count)) == 1,
            Int(count) == bytes.count, EVP_CipherFinal_ex(context, tag.bytePointer, &count) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), tag.baseAddress) == 1
        else { throw .crypto("encrypt bytes") }
    }

    /// Decrypts bytes, and returns whether the tag shows that they are those that were encrypted.
    ///
    /// - Parameters:
    ///   - bytes: Encrypted bytes and the tag.
    ///   - result: The decrypted bytes: ``tagSize`` bytes fewer. They must not be used if this function returns false.
    func decrypt(
        _ bytes: UnsafeRawBufferPointer, nonce: [UInt8], into result: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard bytes.count == result.count + Self.tagSize else { return false }
        let encrypted = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.tagSize))
        var tag = Array(bytes.suffix(Self.tagSize))
        var end = [UInt8](repeating: 0, count: Self.tagSize)
        var count: Int32 = 0
        return begin(nonce)
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
            && EVP_CipherUpdate(
                context, result.bytePointer, &count, encrypted.bytePointer, Int32(clamping: encrypted.count)) == 1
            && Int(count) == result.count && EVP_CipherFinal_ex(context, &end, &count) == 1
    }

    private func begin(_ nonce: [UInt8]) -> Bool {
        nonce.count == 12 && EVP_CipherInit_ex(context, nil, nil, nil, nonce, isEncrypting ? 1 : 0) == 1
    }
}
