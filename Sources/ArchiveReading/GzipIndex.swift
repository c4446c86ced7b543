internal import PhotoModel
internal import SystemPackage

/// Places in a gzip file from which it can be inflated without what is before them.
///
/// The first reader makes the index while it reads the whole file. An access point needs the 32 KiB of data before it,
/// so all archives share the memory for their access points.
final class GzipIndex: Sendable {
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// An access point between two blocks of the compressed data.
    struct AccessPoint: Sendable {
        /// The number of uncompressed bytes before it.
        let produced: Int
        /// The offset of the first whole compressed byte.
        let offset: Int
        /// The number of bits of the byte before that belong to the next block.
        let bits: Int
        let window: [UInt8]
    }

    let file: ArchiveFile
    private let memory: ArchiveMemory

    /// - Parameter memory: Has the places.
    init(_ file: ArchiveFile, _ memory: ArchiveMemory) {
        self.file = file
        self.memory = memory
    }

    deinit { memory.release(ObjectIdentifier(self)) }

    /// The last access point before this number of uncompressed bytes; `nil` for the beginning of the file.
    func accessPoint(before produced: Int) -> AccessPoint? { memory.accessPoint(of: self, before: produced) }

    /// Adds an access point where a stream is, if it is far enough from the last.
    func add(_ stream: InflateStream) throws {
        guard memory.needsPlace(of: self, at: stream.produced) else { return }
        memory.add(
            AccessPoint(
                produced: stream.produced, offset: stream.offset, bits: stream.unusedBits, window: try stream.window()),
            of: self)
    }

    /// Reserves memory for the bytes of a small file; false if it is not small, or if there is no memory left.
    func keeps(_ size: Int) -> Bool { memory.keeps(size, of: self) }
}

/// Reads the uncompressed bytes of a gzip file from any offset to the end.
final class GzipReader: ArchiveBytes {
    private let index: GzipIndex
    private let stream: InflateStream
    /// The form of the member that is read.
    private var wrapping: InflateStream.Wrapping
    /// The number of uncompressed bytes before the member that is read.
    private(set) var memberStart = 0
    /// Whether the access points are added to the index.
    private let isIndexing: Bool
    /// The maximum number of uncompressed bytes that are read.
    private let limit: Int

    /// The path of the gzip file.
    var path: FilePath { index.file.path }

    /// Whether reading ended because the checksum of the member is not that of its bytes.
    var hasWrongChecksum: Bool { stream.hasWrongChecksum }

    /// Reads the whole file and makes the index.
    ///
    /// - Parameter limit: The maximum number of uncompressed bytes.
    init(indexing index: GzipIndex, limit: Int) throws {
        self.index = index
        self.limit = limit
        isIndexing = true
        wrapping = .gzip
        stream = try InflateStream(ArchiveRange(index.file, 0, index.file.size), wrapping, index.file.path)
    }

    init(_ index: GzipIndex, from offset: Int) throws {
        self.index = index
        limit = .max
        isIndexing = false
        let accessPoint = index.accessPoint(before: offset)
        let start = accessPoint?.offset ?? 0
        wrapping = accessPoint == nil ? .gzip : .raw
        let source = ArchiveRange(index.file, start, index.file.size - start)
        stream = try InflateStream(source, wrapping, index.file.path)
        if let accessPoint {
            let byte = accessPoint.bits > 0 ? try index.file.bytes(at: accessPoint.offset - 1, count: 1)[0] : 0
            try stream.resume(bits: accessPoint.bits, of: byte, window: accessPoint.window)
        }
        try skip(offset - (accessPoint?.produced ?? 0))
    }

    /// Reserves memory for the bytes of a small file; false if it is not small, or if there is no memory left.
    func keeps(_ size: Int) -> Bool { index.keeps(size) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        while true {
            let count = try stream.read(into: buffer, stoppingAtBlocks: isIndexing)
            guard stream.produced <= limit else { throw PhotoLibraryError.tooMuchContent(path, limit) }
            if isIndexing, stream.isBetweenBlocks { try index.add(stream) }
            if count > 0 { return count }
            guard stream.hasEnded else { continue }
            guard try beginNextMember() else { return 0 }
        }
    }

    func checkEnd() {}

    /// Begins the next member of the file; false at the end of the file, or before bytes that are no member.
    private func beginNextMember() throws -> Bool {
        // zlib reads the checksum and size only of members that it has read from their beginning.
        if wrapping == .raw { try stream.skipSource(8) }
        guard try stream.peekSource() == GzipIndex.magic[0] else { return false }
        wrapping = .gzip
        memberStart = stream.produced
        try stream.restart(.gzip)
        return true
    }

    /// Reads and drops bytes.
    ///
    /// - Throws: `unreadable` if there are fewer; `limitExceeded`; the error of `checkCancellation`.
    func skip(_ count: Int, _ checkCancellation: () throws -> Void = {}) throws {
        var rest = count
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while rest > 0 {
            try checkCancellation()
            let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
            guard read > 0 else { throw PhotoLibraryError.damagedArchive(index.file.path, "it ends too early") }
            rest -= read
        }
    }

    /// Reads exactly this number of bytes; `nil` at the end.
    ///
    /// - Throws: `unreadable` if there are fewer, but some; `limitExceeded`.
    func bytes(_ count: Int) throws -> [UInt8]? {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try read(into: rest)
                guard read > 0 else { return }
                filled += read
            }
        }
        if bytes.isEmpty { return nil }
        guard bytes.count == count else {
            throw PhotoLibraryError.damagedArchive(index.file.path, "it ends too early")
        }
        return bytes
    }
}

extension PhotoLibraryError {
    fileprivate static func tooMuchContent(_ archive: FilePath, _ limit: Int) -> PhotoLibraryError {
        PhotoLibraryError(
            .limitExceeded,
            "The archive has more than \(limit) bytes of content, which is too much for its size. "
                + "If you trust it, unpack it and import the folder.",
            path: archive.string)
    }
}
