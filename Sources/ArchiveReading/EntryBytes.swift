internal import CLibZ
internal import PhotoModel
internal import SystemPackage

/// A part of an archive's file, which is read from its first byte to its last.
struct ArchiveRange {
    private let file: ArchiveFile
    private(set) var offset: Int
    private(set) var rest: Int

    init(_ file: ArchiveFile, _ offset: Int, _ count: Int) {
        self.file = file
        self.offset = offset
        rest = count
    }

    /// Reads the next bytes and returns their number; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
        offset += count
        rest -= count
        return count
    }
}

/// The checksum of ZIP and gzip.
private struct Checksum {
    private var value = crc32(0, nil, 0)

    mutating func update(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
        value = crc32(value, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(clamping: count))
    }

    func check(_ expected: UInt32, _ path: FilePath) throws {
        guard UInt32(truncatingIfNeeded: value) == expected else {
            throw PhotoLibraryError.damagedEntry(path, "its checksum is not correct")
        }
    }
}

/// A file that a ZIP archive stores without compression.
final class StoredBytes: ArchiveBytes {
    private var source: ArchiveRange
    private var checksum = Checksum()
    private let expected: UInt32
    private let path: FilePath

    init(_ source: ArchiveRange, checksum expected: UInt32, _ path: FilePath) {
        self.source = source
        self.expected = expected
        self.path = path
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: buffer)
        checksum.update(buffer, count)
        return count
    }

    func checkEnd() throws { try checksum.check(expected, path) }
}

/// A file that a ZIP archive stores compressed.
final class InflatedEntry: ArchiveBytes {
    private let stream: InflateStream
    private var checksum = Checksum()
    private let item: ZipDirectory.Item
    private let path: FilePath

    init(_ source: ArchiveRange, _ item: ZipDirectory.Item, _ path: FilePath) throws {
        stream = try InflateStream(source, .raw, path)
        self.item = item
        self.path = path
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try stream.read(into: buffer)
        checksum.update(buffer, count)
        return count
    }

    func checkEnd() throws {
        // A stream that goes on has more bytes than the archive states.
        var extra: UInt8 = 0
        let more = try withUnsafeMutableBytes(of: &extra) { try stream.read(into: $0) }
        guard more == 0 else { throw PhotoLibraryError.damagedEntry(path, "it has more bytes than stated") }
        try checksum.check(item.checksum, path)
    }
}

/// A small file whose bytes are in memory.
final class KeptBytes: ArchiveBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }

    func checkEnd() {}
}
