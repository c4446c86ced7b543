internal import CLibZ
internal import PhotoModel

/// A zlib stream (RFC 1950), inflated by zlib.
final class InflatedBytes: DecompressedBytes {
    private let source: PieceStream
    /// zlib keeps references to the state, so it stays at one address.
    private let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var hasEnded = false

    /// The memory that zlib needs for a stream: a window of 32 KiB and tables.
    static let memory = 48 << 10

    init(_ source: PieceStream) throws(DecodeStop) {
        self.source = source
        state.initialize(to: z_stream())
        guard inflateInit_(state, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .noMemory(for: "zlib")
        }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
    }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) -> Int {
        state.pointee.next_out = buffer.baseAddress
        state.pointee.avail_out = UInt32(clamping: buffer.count)
        while state.pointee.avail_out > 0, !hasEnded {
            if state.pointee.avail_in == 0 {
                // The piece is valid until the next one is requested.
                let piece = try withCallerErrors { () throws(PhotoLibraryError) in try source.nextPiece() }
                guard !piece.isEmpty else { break }
                state.pointee.next_in = UnsafeMutablePointer(mutating: piece.bindMemory(to: UInt8.self).baseAddress)
                state.pointee.avail_in = UInt32(clamping: piece.count)
            }
            switch inflate(state, Z_NO_FLUSH) {
            case Z_OK: break
            case Z_STREAM_END: hasEnded = true
            case let status:
                let message = state.pointee.msg.map { String(cString: $0) } ?? "status \(status)"
                throw .corrupt("zlib reports corrupt data: \(message).")
            }
        }
        return buffer.count - Int(state.pointee.avail_out)
    }
}

extension InflatedBytes {
    /// All bytes of a zlib stream; `nil` if it is corrupt, or has more than `limit` bytes.
    static func bytes(of stream: [UInt8], upTo limit: Int) -> [UInt8]? {
        do {
            let inflated = try InflatedBytes(PieceStream(.bytes(stream), DecodeProgress(.none, size: stream.count)))
            var bytes: [UInt8] = []
            while bytes.count <= limit {
                let piece = try [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count throws(DecodeStop) in
                    count = try inflated.read(into: buffer)
                }
                if piece.isEmpty { return bytes }
                bytes += piece
            }
            return nil
        } catch {
            return nil
        }
    }
}
