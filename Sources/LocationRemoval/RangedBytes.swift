internal import ContentDigests
internal import ImageDecoding
internal import Originals
internal import PhotoModel
internal import SystemSupport

/// Random access to bytes that can be opened from any position on, such as those of a file in a remote store.
///
/// They are read in blocks, one after the other as far as possible, because each new position is a request to the
/// store. The digests of the blocks are kept, because nothing else proves what was read.
final class RangedBytes: RandomAccessBytes {
    /// The number of bytes in a block; the last block may have fewer.
    static let blockSize = 64 << 10

    let size: Int
    /// Ends a read that waits.
    let cancellation = Cancellation()
    /// The digests of the blocks that were read, by the number of the block.
    private(set) var digests: [Int: Digest] = [:]

    private let changed: PhotoLibraryError
    private let open: (Range<Int64>) throws -> any ByteSource
    private var source: (bytes: any ByteSource, position: Int)?
    private var block: (number: Int, bytes: [UInt8])?

    /// - Parameters:
    ///   - changed: The error for bytes that are not the same when they are read again.
    ///   - open: Opens a range of the bytes.
    init(size: Int, _ changed: PhotoLibraryError, open: @escaping (Range<Int64>) throws -> any ByteSource) {
        self.size = size
        self.changed = changed
        self.open = open
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoLibraryError) -> Int {
        guard 0 <= offset, offset < size, !buffer.isEmpty else { return 0 }
        let number = offset / Self.blockSize
        let bytes = try PhotoLibraryError.converting { try self.block(number) }
        let part = bytes.dropFirst(offset - number * Self.blockSize).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    private func block(_ number: Int) throws -> [UInt8] {
        if let block, block.number == number { return block.bytes }
        let start = number * Self.blockSize
        let bytes = try fetch(start..<min(start + Self.blockSize, size))
        let digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
        guard digests[number] ?? digest == digest else { throw changed }
        digests[number] = digest
        block = (number, bytes)
        return bytes
    }

    private func fetch(_ range: Range<Int>) throws -> [UInt8] {
        let source: any ByteSource
        if let open = self.source, open.position == range.lowerBound {
            source = open.bytes
        } else {
            source = try open(Int64(range.lowerBound)..<Int64(size))
        }
        let bytes = try cancellation.run(ending: source.cancel) {
            guard !cancellation.isCancelled else { throw PhotoLibraryError(.cancelled, "Loading was cancelled.") }
            return try source.bytes(upTo: range.count)
        }
        guard bytes.count == range.count else { throw changed }
        self.source = (source, range.upperBound)
        return bytes
    }
}
