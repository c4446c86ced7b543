internal import PhotoModel

/// The sizes of the encrypted bytes after the header (age-encryption.org/v1, section "Payload").
enum AgePayload {
    static let nonceSize = 16
    /// The size of a chunk, except the last one, before encryption.
    static let chunkSize = 64 << 10
    static let encryptedChunkSize = chunkSize + ChunkCipher.tagSize

    /// The key for chunks.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    static func key(_ fileKey: SecretBytes, nonce: [UInt8]) throws(PhotoLibraryError) -> SecretBytes {
        try KeyDerivation.hkdf(fileKey, salt: nonce, info: "payload")
    }

    /// The nonce of a chunk: its number as 11 bytes, the most significant first, and 1 if it is the last one.
    static func nonce(chunk: Int64, isLast: Bool) -> [UInt8] {
        [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: chunk >> (56 - 8 * $0)) } + [isLast ? 1 : 0]
    }

    /// The number of chunks of so many bytes; at least 1.
    static func chunkCount(of length: Int64) -> Int64 {
        max(1, length / Int64(chunkSize) + (length % Int64(chunkSize) == 0 ? 0 : 1))
    }

    /// The number of encrypted bytes after the nonce.
    static func encryptedSize(of length: Int64) -> Int64 {
        length + chunkCount(of: length) * Int64(ChunkCipher.tagSize)
    }

    /// The number of bytes before encryption.
    ///
    /// - Parameter encrypted: The number of encrypted bytes after the nonce.
    /// - Throws: The errors of ``AgeFailure/truncated`` and ``AgeFailure/emptyLastChunk``.
    static func length(encrypted: Int64) throws(PhotoLibraryError) -> Int64 {
        let (full, rest) = encrypted.quotientAndRemainder(dividingBy: Int64(encryptedChunkSize))
        guard encrypted >= ChunkCipher.tagSize, rest == 0 || rest >= ChunkCipher.tagSize else {
            throw AgeFailure.truncated.error
        }
        guard full == 0 || rest != ChunkCipher.tagSize else { throw AgeFailure.emptyLastChunk.error }
        return full * Int64(chunkSize) + max(0, rest - Int64(ChunkCipher.tagSize))
    }
}

/// Sizes of encrypted files.
package enum AgeFile {
    /// The size of a file that ``EncryptingByteSource`` makes of so many bytes for one recipient.
    package static func size(of length: Int64) -> Int64 {
        Int64(AgeHeader.smallestSize + AgePayload.nonceSize) + AgePayload.encryptedSize(of: length)
    }
}
