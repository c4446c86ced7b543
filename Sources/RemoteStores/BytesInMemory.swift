internal import Originals

extension Upload {
    /// The bytes of a small object or document.
    init(_ bytes: [UInt8]) { self.init(length: Int64(bytes.count)) { BytesInMemory(bytes) } }
}

private final class BytesInMemory: ByteSource {
    private var rest: ArraySlice<UInt8>
    let length: Int64

    init(_ bytes: [UInt8]) { (rest, length) = (bytes[...], Int64(bytes.count)) }

    func version() throws -> ByteVersion { .unknown }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}
