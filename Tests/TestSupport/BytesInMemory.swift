package import Originals

/// Bytes in memory, which are given in pieces of a maximum size.
package final class BytesInMemory: ByteSource {
    package let length: Int64
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private let pieceSize: Int

    /// - Parameter length: The length that the source states; `nil` for the number of bytes.
    package init(_ bytes: [UInt8], _ range: Range<Int64>? = nil, pieceSize: Int = .max, length: Int64? = nil) {
        let range = (range ?? 0..<Int64(bytes.count)).clamped(to: 0..<Int64(bytes.count))
        self.bytes = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
        self.length = length ?? Int64(range.count)
        position = self.bytes.startIndex
        self.pieceSize = pieceSize
    }

    package func version() throws -> ByteVersion { .unknown }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let piece = bytes[position...].prefix(min(buffer.count, pieceSize))
        buffer.copyBytes(from: piece)
        position += piece.count
        return piece.count
    }
}

extension ByteSource {
    /// Reads all bytes that are left.
    package func all(bufferSize: Int = 70_000) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        while case let count = try buffer.withUnsafeMutableBytes({ try self.read(into: $0) }), count > 0 {
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}
