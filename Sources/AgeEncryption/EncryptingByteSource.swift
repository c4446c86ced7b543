package import Originals
package import PhotoModel

/// The encrypted file (age v1) of the bytes of another source, for one recipient.
///
/// Two files of the same bytes differ, because their keys are random. Memory: 128 KiB.
package final class EncryptingByteSource: ByteSource {
    package let length: Int64
    private let source: any ByteSource
    private let cipher: ChunkCipher
    private let plain: UnsafeMutableRawBufferPointer
    private let encrypted: UnsafeMutableRawBufferPointer
    /// The bytes of ``encrypted`` that were not given yet.
    private var pending = 0..<0
    private var chunk: Int64 = 0
    private let chunkCount: Int64

    /// - Parameter source: The bytes to encrypt, from the first one on. Reading throws `sourceChanged` if their number
    ///   differs from the source's length.
    /// - Throws: `internalError` if libcrypto fails.
    package init(_ source: any ByteSource, for recipient: AgeRecipient) throws(PhotoLibraryError) {
        let fileKey = try SecretBytes.random(AgeHeader.fileKeySize)
        let stanza = try AgeStanza(encrypting: fileKey, for: recipient)
        let nonce = try randomBytes(AgePayload.nonceSize)
        let start = try AgeHeader([stanza], fileKey: fileKey).bytes + nonce
        cipher = try ChunkCipher(key: try AgePayload.key(fileKey, nonce: nonce), isEncrypting: true)
        self.source = source
        length = AgeFile.size(of: source.length)
        chunkCount = AgePayload.chunkCount(of: source.length)
        plain = .allocate(byteCount: AgePayload.chunkSize, alignment: 64)
        encrypted = .allocate(byteCount: AgePayload.encryptedChunkSize, alignment: 64)
        encrypted.copyBytes(from: start)
        pending = 0..<start.count
    }

    deinit {
        plain.deallocate()
        encrypted.deallocate()
    }

    package var cancel: @Sendable () -> Void { source.cancel }
    package func version() throws -> ByteVersion { try source.version() }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        if pending.isEmpty {
            guard chunk < chunkCount else { return 0 }
            try encryptChunk()
        }
        let part = pending.prefix(buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: encrypted[part]))
        pending = part.upperBound..<pending.upperBound
        return part.count
    }

    private func encryptChunk() throws {
        let count = Int(min(Int64(plain.count), source.length - chunk * Int64(plain.count)))
        let bytes = UnsafeMutableRawBufferPointer(rebasing: plain.prefix(count))
        guard try source.fill(bytes) == count else { throw Self.changed }
        let isLast = chunk == chunkCount - 1
        if isLast {
            var byte: UInt8 = 0
            guard try withUnsafeMutableBytes(of: &byte, { try source.read(into: $0) }) == 0 else { throw Self.changed }
        }
        pending = 0..<count + ChunkCipher.tagSize
        try cipher.encrypt(
            UnsafeRawBufferPointer(bytes), nonce: AgePayload.nonce(chunk: chunk, isLast: isLast),
            into: UnsafeMutableRawBufferPointer(rebasing: encrypted[pending]))
        chunk += 1
    }

    private static var changed: PhotoLibraryError {
        PhotoLibraryError(.sourceChanged, "The size of the file changed while it was encrypted. Try again.")
    }
}

extension ByteSource {
    /// Reads until the buffer is full or the bytes end, and returns the number of bytes.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var count = 0
        while count < buffer.count {
            let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            guard read > 0 else { break }
            count += read
        }
        return count
    }
}
