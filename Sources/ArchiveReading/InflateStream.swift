internal import CLibZ
internal import PhotoModel
internal import SystemPackage

/// A compressed stream in an archive, inflated by zlib.
///
/// It has one reader.
final class InflateStream {
    /// What is around the compressed blocks.
    enum Wrapping: Int32 {
        /// Nothing.
        case raw = -15
        /// The header and the checksum of gzip (RFC 1952).
        case gzip = 31
    }

    /// Whether the last block has been read.
    private(set) var hasEnded = false
    /// The number of bytes that ``read(into:stoppingAtBlocks:)`` has returned.
    private(set) var produced = 0
    /// Whether the last call of ``read(into:stoppingAtBlocks:)`` ended between two blocks.
    private(set) var isBetweenBlocks = false
    /// Whether the bytes were inflated, and are not those of which the checksum or the size at the end was made.
    private(set) var hasWrongChecksum = false

    private var source: ArchiveRange
    private let path: FilePath
    /// zlib keeps references to the state, so it stays at one address.
    private let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(_ source: ArchiveRange, _ wrapping: Wrapping, _ path: FilePath) throws {
        self.source = source
        self.path = path
        state.initialize(to: z_stream())
        guard inflateInit2_(state, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw PhotoLibraryError(.internalError, "There is no memory for zlib.", path: path.string)
        }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        input.deallocate()
    }

    /// The offset in the file of the next compressed byte.
    var offset: Int { source.offset - Int(state.pointee.avail_in) }

    /// The number of bits of the byte before ``offset`` that belong to the next block.
    var unusedBits: Int { Int(state.pointee.data_type & 7) }

    /// The last bytes that were read, at most 32 KiB, to which the next block may refer.
    func window() throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: 1 << 15) { buffer, count in
            var length: UInt32 = 0
            guard inflateGetDictionary(state, buffer.baseAddress, &length) == Z_OK else { throw corrupt() }
            count = Int(length)
        }
    }

    /// Continues in the middle of a raw stream.
    ///
    /// - Parameters:
    ///   - bits: The bits of the byte before the source that belong to the first block, in the high bits of `byte`.
    ///   - window: The bytes before the first block.
    func resume(bits: Int, of byte: UInt8, window: [UInt8]) throws {
        if bits > 0 {
            guard inflatePrime(state, Int32(bits), Int32(byte >> (8 - bits))) == Z_OK else { throw corrupt() }
        }
        guard window.isEmpty || inflateSetDictionary(state, window, UInt32(window.count)) == Z_OK else {
            throw corrupt()
        }
    }

    /// Begins the next member of a gzip file.
    func restart(_ wrapping: Wrapping) throws {
        guard inflateReset2(state, wrapping.rawValue) == Z_OK else { throw corrupt() }
        hasEnded = false
    }

    /// Skips compressed bytes, such as the checksum after a raw stream.
    func skipSource(_ count: Int) throws {
        for _ in 0..<count { _ = try nextSourceByte() }
    }

    /// Whether no compressed byte is left.
    func isSourceAtEnd() throws -> Bool {
        if state.pointee.avail_in == 0 { try fill() }
        return state.pointee.avail_in == 0
    }

    /// The next compressed byte, which stays unread.
    func peekSource() throws -> UInt8? {
        guard try !isSourceAtEnd() else { return nil }
        return state.pointee.next_in?.pointee
    }

    private func nextSourceByte() throws -> UInt8 {
        guard let byte = try peekSource() else { throw corrupt("it ends too early") }
        state.pointee.next_in = state.pointee.next_in.advanced(by: 1)
        state.pointee.avail_in -= 1
        return byte
    }

    private func fill() throws {
        let count = try source.read(into: input)
        state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(clamping: count)
    }

    /// Reads the next bytes and returns their number; 0 if the stream has ended, or at a block if it stops there.
    ///
    /// - Throws: `unreadable` if the stream is damaged; `ioFailure`.
    func read(into buffer: UnsafeMutableRawBufferPointer, stoppingAtBlocks: Bool = false) throws -> Int {
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(clamping: buffer.count)
        let asked = Int(state.pointee.avail_out)
        isBetweenBlocks = false
        while state.pointee.avail_out > 0, !hasEnded, !isBetweenBlocks {
            if state.pointee.avail_in == 0 { try fill() }
            let isAtEnd = state.pointee.avail_in == 0
            switch inflate(state, stoppingAtBlocks ? Z_BLOCK : Z_NO_FLUSH) {
            case Z_OK: break
            case Z_STREAM_END: hasEnded = true
            // Without new bytes there was nothing to do. With some, zlib may have read a few bits only.
            case Z_BUF_ERROR where !isAtEnd: break
            case Z_BUF_ERROR: throw corrupt("it ends too early")
            case Z_DATA_ERROR where Self.checks.contains(message):
                hasWrongChecksum = true
                throw corrupt("its checksum is not correct")
            default: throw corrupt()
            }
            let type = state.pointee.data_type
            isBetweenBlocks = stoppingAtBlocks && type & 128 != 0 && type & 64 == 0 && !hasEnded
        }
        let count = asked - Int(state.pointee.avail_out)
        produced += count
        return count
    }

    /// The messages of zlib for a wrong checksum and a wrong size at the end of a member, which have no codes of their
    /// own.
    private static let checks = ["incorrect data check", "incorrect length check"]

    private var message: String { state.pointee.msg.map { String(cString: $0) } ?? "" }

    private func corrupt(_ reason: String = "its compressed data is invalid") -> PhotoLibraryError {
        .damagedEntry(path, reason)
    }
}
