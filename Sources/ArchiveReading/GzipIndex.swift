internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Places in a gzip file from which it can be inflated without what is before them.
///
/// The first reader makes the index while it reads the whole file. A place needs the 32 KiB of data before it, so the
/// distance of the places grows with the file, and memory is bounded.
final class GzipIndex: Sendable {
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// A place between two blocks of the compressed data.
    struct Place: Sendable {
        /// The number of uncompressed bytes before it.
        let produced: Int
        /// The offset of the first whole compressed byte.
        let offset: Int
        /// The number of bits of the byte before that belong to the next block.
        let bits: Int
        let window: [UInt8]
    }

    private struct Places {
        var list: [Place] = []
        /// The minimum number of uncompressed bytes between two places.
        var distance: Int
    }

    let file: ArchiveFile
    private let places: Mutex<Places>
    private let maximum: Int

    /// - Parameters:
    ///   - distance: The first distance of two places, in uncompressed bytes.
    ///   - maximum: The maximum number of places, each of 32 KiB.
    init(_ file: ArchiveFile, distance: Int = 4 << 20, maximum: Int = 2048) throws {
        self.file = file
        self.maximum = maximum
        places = Mutex(Places(distance: distance))
    }

    /// The last place before this number of uncompressed bytes; `nil` for the beginning of the file.
    func place(before produced: Int) -> Place? {
        places.withLock { places in
            // The places are in order.
            var (low, high) = (0, places.list.count)
            while low < high {
                let middle = (low + high) / 2
                if places.list[middle].produced <= produced { low = middle + 1 } else { high = middle }
            }
            return low > 0 ? places.list[low - 1] : nil
        }
    }

    /// Adds the place at which a stream is, if it is far enough from the last.
    func add(_ stream: InflateStream) throws {
        let isFar = places.withLock { places in
            stream.produced - (places.list.last?.produced ?? 0) >= places.distance
        }
        guard isFar else { return }
        let place = Place(
            produced: stream.produced, offset: stream.offset, bits: stream.unusedBits, window: try stream.window())
        places.withLock { places in
            places.list.append(place)
            guard places.list.count >= maximum else { return }
            places.list = places.list.indices.filter { $0 % 2 == 1 }.map { places.list[$0] }
            places.distance *= 2
        }
    }
}

/// Reads the uncompressed bytes of a gzip file from any offset to the end.
final class GzipReader: ArchiveBytes {
    private let index: GzipIndex
    private let stream: InflateStream
    /// The form of the member that is read.
    private var wrapping: InflateStream.Wrapping
    /// The number of uncompressed bytes before the member that is read.
    private(set) var memberStart = 0
    /// Whether the places are added to the index.
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
        let place = index.place(before: offset)
        let start = place?.offset ?? 0
        wrapping = place == nil ? .gzip : .raw
        let source = ArchiveRange(index.file, start, index.file.size - start)
        stream = try InflateStream(source, wrapping, index.file.path)
        if let place {
            let byte = place.bits > 0 ? try index.file.bytes(at: place.offset - 1, count: 1)[0] : 0
            try stream.resume(bits: place.bits, of: byte, window: place.window)
        }
        try skip(offset - (place?.produced ?? 0))
    }

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
