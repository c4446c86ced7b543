internal import Foundation
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
        bytes.withUnsafeBytes { bytes in
            let piece = bytes[(position - self.bytes.startIndex)...].prefix(min(buffer.count, pieceSize))
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
            position += piece.count
            return piece.count
        }
    }
}

extension ByteSource {
    /// Reads all bytes that are left.
    package func all(bufferSize: Int = 70_000) throws -> [UInt8] {
        var bytes = Data()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try read(into: buffer), count > 0 {
            bytes.append(contentsOf: buffer[..<count])
        }
        return [UInt8](bytes)
    }
}

extension [UInt8] {
    /// Bytes that depend on the seed only: a block of random bytes again and again, each time with its number.
    package init(seed: UInt64, count: Int) {
        var random = Seeded(seed)
        let block = random.bytes(4096)
        var data = Data(capacity: count + block.count)
        while data.count < count {
            Swift.withUnsafeBytes(of: UInt64(data.count)) { data.append(contentsOf: $0) }
            data.append(contentsOf: block)
        }
        self.init(data.prefix(count))
    }

    /// Whether the bytes are equal; faster than `==` in a debug build.
    package func isEqual(_ other: [UInt8]) -> Bool {
        count == other.count && memcmp(self, other, count) == 0
    }
}
