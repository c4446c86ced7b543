package import Originals
internal import PhotoModel

/// The encrypted file (age v1) of the bytes of another source.
///
/// Memory: 128 KiB.
package final class EncryptingByteSource: ByteSource {
    package let length: Int64
    private let source: any ByteSource
    private let keys: AgeFileKeys
    private let cipher: ChunkCipher
    private let plain: UnsafeMutableRawBufferPointer
    private let encrypted: UnsafeMutableRawBufferPointer
    /// The bytes of ``encrypted`` that were not given yet.
    private var pending = 0..<0
    private var chunk: Int64 = 0
    private let chunkCount: Int64

    /// - Parameters:
    ///   - source: The bytes to encrypt, from the first one on. Reading throws `sourceChanged` if their number differs
    ///     from the source's length, or their version from that of an earlier source with the same keys.
    ///   - keys: New keys, or those of earlier bytes of the same version, which makes the same encrypted file again.
    /// - Throws: `internalError` if libcrypto fails; the errors of the source.
    package init(_ source: any ByteSource, with keys: AgeFileKeys) throws {
        self.source = source
        self.keys = keys
        try keys.use(for: source)
        cipher = try ChunkCipher(key: keys.payloadKey, isEncrypting: true)
        length = AgeFile.size(of: source.length)
        chunkCount = AgePayload.chunkCount(of: source.length)
        plain = .allocate(byteCount: AgePayload.chunkSize, alignment: 64)
        encrypted = .allocate(byteCount: AgePayload.encryptedChunkSize, alignment: 64)
        encrypted.copyBytes(from: keys.start)
        pending = 0..<keys.start.count
    }

    /// The encrypted file for a recipient, with new keys: two files of the same bytes differ.
    package convenience init(_ source: any ByteSource, for recipient: AgeRecipient) throws {
        try self.init(source, with: AgeFileKeys(for: recipient))
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
        guard try source.fill(bytes) == count else { throw AgeFileKeys.sourceChanged }
        let isLast = chunk == chunkCount - 1
        if isLast {
            var byte: UInt8 = 0
            guard try withUnsafeMutableBytes(of: &byte, { try source.read(into: $0) }) == 0 else {
                throw AgeFileKeys.sourceChanged
            }
        }
        try keys.use(for: source)
        pending = 0..<count + ChunkCipher.tagSize
        try cipher.encrypt(
            UnsafeRawBufferPointer(bytes), nonce: AgePayload.nonce(chunk: chunk, isLast: isLast),
            into: UnsafeMutableRawBufferPointer(rebasing: encrypted[pending]))
        chunk += 1
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
