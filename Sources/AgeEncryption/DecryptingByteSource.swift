package import Originals
internal import PhotoModel
internal import SystemSupport

/// The decrypted bytes of an encrypted file (age v1), or a range of them.
///
/// Only the header and the chunks with bytes of the range are read. Each byte is given after its chunk was
/// authenticated. The file is asked when the first byte is read. Memory: 128 KiB.
///
/// Reading throws the errors of ``AgeFailure``, and those of the file.
package final class DecryptingByteSource: ByteSource {
    /// The number of bytes in the range.
    package let length: Int64
    private let file: EncryptedFile
    private let identity: AgeIdentity
    private let range: Range<Int64>
    private let cancellation = Cancellation()
    private var payload: Payload?
    /// The position of the next byte.
    private var position: Int64

    private struct Payload {
        let reader: EncryptedFileReader
        let cipher: ChunkCipher
        /// The position of the first chunk in the file.
        let start: Int64
        /// The number of the decrypted bytes of the file.
        let length: Int64
        let encrypted: UnsafeMutableRawBufferPointer
        let plain: UnsafeMutableRawBufferPointer
        /// The number of the chunk in ``plain``.
        var chunk: Int64?
    }

    /// - Parameter range: The bytes to read. Reading throws the error of ``AgeFailure/truncated`` if the file has
    ///   fewer.
    ///   Only a range that has the last byte, or the empty range at position 0, shows whether the file is whole.
    package init(_ file: EncryptedFile, _ range: Range<Int64>, with identity: AgeIdentity) {
        self.file = file
        self.identity = identity
        self.range = range
        length = Int64(range.count)
        position = range.lowerBound
    }

    deinit {
        payload?.encrypted.deallocate()
        payload?.plain.deallocate()
    }

    /// The number of decrypted bytes of a file, by its size; reads its header.
    ///
    /// - Throws: The errors of ``AgeFailure`` for headers, and those of the file.
    package static func length(of file: EncryptedFile, with identity: AgeIdentity) throws -> Int64 {
        try DecryptingByteSource(file, Int64.max..<Int64.max, with: identity).begin().length
    }

    package var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }
    package func version() throws -> ByteVersion { try begin().reader.version() }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        guard position < range.upperBound else {
            // An empty file has a chunk too, which shows that nothing was cut off.
            if range == 0..<0, payload == nil { try decrypt(chunk: 0) }
            return 0
        }
        let chunk = position / Int64(AgePayload.chunkSize)
        let bytes = try decrypt(chunk: chunk)
        let offset = Int(position - chunk * Int64(AgePayload.chunkSize))
        let part = bytes.dropFirst(offset).prefix(min(buffer.count, Int(clamping: range.upperBound - position)))
        guard !part.isEmpty else { throw AgeFailure.truncated.error }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        position += Int64(part.count)
        return part.count
    }

    /// The position in the payload at which the chunks with bytes of the range end, or one that no file reaches.
    private var end: Int64 {
        let end = min(AgePayload.chunkCount(of: range.upperBound), 1 << 40) * Int64(AgePayload.encryptedChunkSize)
        guard case .plain(let length) = file.length else { return end }
        return min(end, AgePayload.encryptedSize(of: length))
    }

    @discardableResult private func begin() throws -> Payload {
        if let payload { return payload }
        let reader = try EncryptedFileReader(file, cancellation)
        let usualStart = Int64(AgeHeader.smallestSize + AgePayload.nonceSize)
        // If the range begins in the first chunk, its bytes are asked for together with the header.
        let begins = range.lowerBound < AgePayload.chunkSize
        let (header, nonce, start) = try reader.header(until: begins ? usualStart + end : usualStart)
        let key = try AgePayload.key(try header.fileKey(for: identity), nonce: nonce)
        let length = try AgePayload.length(encrypted: reader.size - start)
        let payload = Payload(
            reader: reader, cipher: try ChunkCipher(key: key, isEncrypting: false), start: start, length: length,
            encrypted: .allocate(byteCount: AgePayload.encryptedChunkSize, alignment: 64),
            plain: .allocate(byteCount: AgePayload.chunkSize, alignment: 64))
        self.payload = payload
        return payload
    }

    /// The bytes of a chunk.
    @discardableResult private func decrypt(chunk: Int64) throws -> Slice<UnsafeRawBufferPointer> {
        let payload = try begin()
        let start = chunk * Int64(AgePayload.encryptedChunkSize)
        let count = Int(min(Int64(AgePayload.encryptedChunkSize), payload.reader.size - payload.start - start))
        guard count >= ChunkCipher.tagSize else { throw AgeFailure.truncated.error }
        let plainCount = count - ChunkCipher.tagSize
        if payload.chunk != chunk {
            let isLast = payload.start + start + Int64(count) == payload.reader.size
            let bytes = UnsafeMutableRawBufferPointer(rebasing: payload.encrypted.prefix(count))
            try payload.reader.read(into: bytes, at: payload.start + start, until: payload.start + end)
            self.payload?.chunk = nil
            let plain = UnsafeMutableRawBufferPointer(rebasing: payload.plain.prefix(plainCount))
            func isAuthentic(isLast: Bool) -> Bool {
                payload.cipher.decrypt(
                    UnsafeRawBufferPointer(bytes), nonce: AgePayload.nonce(chunk: chunk, isLast: isLast), into: plain)
            }
            guard isAuthentic(isLast: isLast) else {
                // The same chunk at another place in the order says what happened to the file.
                let isOther = isAuthentic(isLast: !isLast)
                throw (isOther ? (isLast ? AgeFailure.truncated : .extended) : .changedChunk(chunk)).error
            }
            self.payload?.chunk = chunk
        }
        return UnsafeRawBufferPointer(payload.plain).prefix(plainCount)
    }
}
