internal import AssetLoading
internal import Glibc
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Local files, read from the disk as far as the kernel lets us, and no faster than asked for.
struct DiskReadingStore: AssetStore {
    /// `nil` for as fast as the disk can.
    let rate: ReadingRate?

    func open(_ path: FilePath) throws -> any AssetByteSource { try open(path, followsLinks: true) }

    func open(_ path: FilePath, followsLinks: Bool) throws -> any AssetByteSource {
        let source = try LocalFileStore().open(path, followsLinks: followsLinks)
        // What the memory still has of the file says nothing about the disk.
        if let descriptor = try source.duplicateDescriptor() {
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
            close(descriptor)
        }
        return rate.map { RatedByteSource(source, $0) } ?? source
    }
}

/// A number of bytes a second that several readers share.
final class ReadingRate: Sendable {
    /// The chunk size in bytes: small enough to take at most a twentieth of a second.
    let chunk: Int

    private let bytesPerSecond: Int
    /// When the bytes that were granted so far have had their time.
    private let end = Mutex(ContinuousClock.now)

    /// - Parameter bytesPerSecond: At least 1.
    init(bytesPerSecond: Int) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        chunk = min(max(1 << 10, bytesPerSecond / 20), 1 << 20)
    }

    /// Waits until the bytes that were read before have had their time, and takes the time of these.
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

private final class RatedByteSource: AssetByteSource {
    private let source: any AssetByteSource
    private let rate: ReadingRate

    init(_ source: any AssetByteSource, _ rate: ReadingRate) {
        self.source = source
        self.rate = rate
    }

    var identity: FileIdentity { source.identity }
    func currentIdentity() throws -> FileIdentity { try source.currentIdentity() }
    func duplicateDescriptor() throws -> Int32? { try source.duplicateDescriptor() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rate.chunk)))
        rate.wait(for: count)
        return count
    }
}
