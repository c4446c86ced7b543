internal import Originals

extension Upload {
    /// The bytes of a small object or document.
    init(_ bytes: [UInt8]) { self.init(length: Int64(bytes.count)) { BytesSource(bytes) } }
}

/// Bytes that are in memory.
final class BytesSource: ByteSource {
    let length: Int64
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { (rest, length) = (bytes[...], Int64(bytes.count)) }

    func version() throws -> ByteVersion { .unknown }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let piece = rest.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
