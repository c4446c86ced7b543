internal import CLibZ
internal import PhotoModel

/// Encodes rows of an upright picture as a PNG with 8 bits of a sample, in sRGB (PNG specification, third edition).
///
/// The bytes leave it as soon as they are compressed, so its memory does not depend on the height of the picture.
final class PNGEncoding: RowConsumer {
    private let take: RenditionOutput
    /// zlib keeps references to the state, so it stays at one address.
    private let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var channels = 0
    /// The row before; zeros before the first one.
    private var above: [UInt8] = []
    private var filtered: [UInt8] = []
    private var compressed: [UInt8] = []
    private var failure: PhotoLibraryError?

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The filter type "Up": each sample minus the one above it.
    private static let filter: UInt8 = 2
    private static let pieceSize = 1 << 16
    /// zlib's usual level takes twice as long for photos, and saves 2 percent of the bytes.
    private static let level: Int32 = 4

    /// - Parameter take: Gets the bytes of the file, in pieces.
    init(_ take: @escaping RenditionOutput) {
        self.take = take
        state.initialize(to: z_stream())
        let status = deflateInit_(state, Self.level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if status != Z_OK { failure = Self.noMemory }
    }

    deinit {
        deflateEnd(state)
        state.deallocate()
    }

    func begin(_ size: PixelSize, channels: Int) {
        self.channels = channels
        above = [UInt8](repeating: 0, count: size.width * channels)
        Self.signature.withUnsafeBytes(take)
        // Color type 0 is gray, 2 is RGB; then the only methods of compression, filters and no interlacing.
        let colorType: UInt8 = channels == 1 ? 0 : 2
        write("IHDR", Self.number(size.width) + Self.number(size.height) + [8, colorType, 0, 0, 0])
        // The rendering intent is perceptual.
        write("sRGB", [0])
        compressed = [UInt8](repeating: 0, count: Self.pieceSize)
        state.pointee.avail_out = UInt32(Self.pieceSize)
    }

    func add(_ row: UnsafeBufferPointer<UInt8>) {
        guard row.count == above.count else {
            failure = failure ?? PhotoLibraryError(.internalError, "A row has another length than the rows before it.")
            return
        }
        filtered = [Self.filter]
        for (sample, above) in zip(row, above) { filtered.append(sample &- above) }
        above = Array(row)
        compress(Z_NO_FLUSH)
    }

    func end() throws(PhotoLibraryError) {
        filtered = []
        compress(Z_FINISH)
        write("IEND", [])
        if let failure { throw failure }
    }

    private static let noMemory = PhotoLibraryError(
        .limitExceeded, "There is too little memory to encode the picture. Encode it in a smaller size.")

    /// Compresses ``filtered``, and writes a chunk whenever ``compressed`` is full, and at the end.
    private func compress(_ flush: Int32) {
        guard failure == nil else { return }
        let count = UInt32(clamping: filtered.count)
        filtered.withUnsafeMutableBufferPointer { input in
            state.pointee.next_in = input.baseAddress
            state.pointee.avail_in = count
            var status = Z_OK
            repeat {
                compressed.withUnsafeMutableBufferPointer { output in
                    let used = output.count - Int(state.pointee.avail_out)
                    state.pointee.next_out = output.baseAddress.map { $0 + used }
                    status = deflate(state, flush)
                }
                let used = compressed.count - Int(state.pointee.avail_out)
                if state.pointee.avail_out == 0 || status == Z_STREAM_END {
                    write("IDAT", compressed.prefix(used))
                    state.pointee.avail_out = UInt32(compressed.count)
                }
            } while status == Z_OK && (state.pointee.avail_in > 0 || flush == Z_FINISH)
            if status != Z_OK && status != Z_STREAM_END { failure = Self.noMemory }
        }
    }

    /// Writes a chunk: its length, its type, its bytes, and the check of the type and the bytes.
    private func write(_ type: String, _ bytes: some Sequence<UInt8>) {
        let content = Array(type.utf8) + bytes
        let check = content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32(clamping: $0.count)) }
        (Self.number(content.count - 4) + content + Self.number(Int(check))).withUnsafeBytes(take)
    }

    /// Four bytes, the most significant first.
    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
