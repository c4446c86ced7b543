internal import Glibc
internal import Originals
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Reads local files from the disk, as far as the kernel allows, with an optional limit of the reading rate.
struct DiskFiles: FileSource {
    /// `nil` for no limit.
    let rate: ReadingRate?

    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        let source = try LocalFiles().open(path, followsLinks: followsLinks)
        // Drops the file from the kernel's page cache, because cached bytes do not show what is on the disk.
        if let descriptor = try source.duplicateDescriptor() {
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
            close(descriptor)
        }
        return rate.map { RatedByteSource(source, $0) } ?? source
    }
}

/// A limit in bytes per second that several readers share.
final class ReadingRate: Sendable {
    /// The chunk size in bytes: 1/20 of a second at this rate, but at least 1 KiB and at most 1 MiB.
    let chunk: Int

    private let bytesPerSecond: Int
    /// The time at which the next read may start.
    private let end = Mutex(ContinuousClock.now)

    /// - Parameter bytesPerSecond: At least 1.
    init(bytesPerSecond: Int) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        chunk = min(max(1 << 10, bytesPerSecond / 20), 1 << 20)
    }

    /// Waits until all earlier reads have used their time, then reserves the time of this read.
    func wait(for bytes: Int) {
        let start = end.withLock { end in
            let start = max(end, .now)
            end = start + .seconds(Double(bytes) / Double(bytesPerSecond))
            return start
        }
        let left = (start - .now) / .seconds(1)
        if left > 0 { usleep(UInt32(min(left, 1000) * 1_000_000)) }
    }
}

private final class RatedByteSource: ByteSource {
    private let source: any ByteSource
    private let rate: ReadingRate

    init(_ source: any ByteSource, _ rate: ReadingRate) {
        self.source = source
        self.rate = rate
    }

    var length: Int64 { source.length }
    func version() throws -> ByteVersion { try source.version() }
    func duplicateDescriptor() throws -> Int32? { try source.duplicateDescriptor() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rate.chunk)))
        rate.wait(for: count)
        return count
    }
}
