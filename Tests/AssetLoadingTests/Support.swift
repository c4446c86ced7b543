import AssetLoading
import Foundation
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Local files, with a function that is called before each read, and limits the bytes of a read.
struct HookedFiles: FileSource {
    var largestRead = Int.max
    /// Whether they have descriptors, as local files do.
    var isLocal = true
    /// The size that is reported, if not `nil`.
    var claimedSize: Int64?
    /// The simulated rate; `nil` for no delay.
    var bytesPerSecond: Double?
    /// Called with the path and the number of bytes read before.
    var beforeRead: @Sendable (FilePath, Int) throws -> Void = { _, _ in }

    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        HookedSource(self, path, try LocalFiles().open(path, followsLinks: followsLinks))
    }
}

/// Files of a slow medium, with counts of the reads after a cancellation.
final class SlowFiles: FileSource {
    private let isCancelled = Atomic(false)
    private let reads = Atomic(0)

    /// The reads that began after ``noteCancellation()``.
    var readsAfterCancellation: Int { reads.load(ordering: .sequentiallyConsistent) }

    func noteCancellation() { isCancelled.store(true, ordering: .sequentiallyConsistent) }

    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        try HookedFiles(
            largestRead: 1 << 16, bytesPerSecond: 1_000_000,
            beforeRead: { [self] _, _ in
                if isCancelled.load(ordering: .sequentiallyConsistent) {
                    reads.add(1, ordering: .sequentiallyConsistent)
                }
            }
        ).open(path, followsLinks: followsLinks)
    }
}

private final class HookedSource: ByteSource {
    private let files: HookedFiles
    private let path: FilePath
    private let source: any ByteSource
    private var count = 0

    init(_ files: HookedFiles, _ path: FilePath, _ source: any ByteSource) {
        self.files = files
        self.path = path
        self.source = source
    }

    var length: Int64 { files.claimedSize ?? source.length }
    func version() throws -> ByteVersion { try source.version() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try files.beforeRead(path, count)
        let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(files.largestRead)))
        if let rate = files.bytesPerSecond { Thread.sleep(forTimeInterval: Double(read) / rate) }
        count += read
        return read
    }

    func duplicateDescriptor() throws -> Int32? { files.isLocal ? try source.duplicateDescriptor() : nil }
}

extension AssetLoader {
    /// Loads one file and waits for it.
    func load<Value: Sendable>(
        _ path: FilePath, to destination: LoadDestination, progress: FileProgress? = nil,
        decode: @escaping @Sendable (LoadedFile, FileProgress?) throws -> Value
    ) async throws -> (LoadedFile, Value) {
        try await withCheckedThrowingContinuation { waiter in
            load(path, to: destination, progress: progress, decode: decode) { waiter.resume(with: $0) }
        }
    }

    func load(_ path: FilePath, to destination: LoadDestination, progress: FileProgress? = nil) async throws
        -> LoadedFile
    {
        try await load(path, to: destination, progress: progress) { _, _ in }.0
    }
}

extension LoadedFile {
    /// All bytes, read with pread(2) only.
    func bytes() throws -> [UInt8] {
        let descriptor = FileDescriptor(rawValue: descriptor)
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = try descriptor.read(fromAbsoluteOffset: Int64(count), into: rest)
                if read == 0 { break }
                count += read
            }
        }
    }
}

extension TemporaryFolder {
    /// Writes a file of pseudo-random bytes, which are always the same for the same count.
    func writeNoise(count: Int, to name: String) throws -> FilePath {
        var generator = Noise()
        let words = (0..<(count + 7) / 8).map { _ in generator.next() }
        try words.withUnsafeBytes { try Data($0.prefix(count)).write(to: url.appendingPathComponent(name)) }
        return filePath.appending(name)
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014), from seed 1.
struct Noise: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Checks the condition repeatedly until it holds; `false` if it does not hold within the limit.
///
/// The limit is long, because it passes only in a test that fails.
func eventually(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) async throws -> Bool {
    let start = ContinuousClock.now
    while try !condition() {
        if ContinuousClock.now - start > limit { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}
