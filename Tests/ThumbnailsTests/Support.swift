import ContentDigests
import DecoderProcess
import Foundation
import Glibc
import ImageDecoding
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport

@testable import Thumbnails

/// Bytes that begin and end as a JPEG does.
func fakeJPEG(_ count: Int, _ seed: UInt8 = 0) -> Data {
    Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: seed, count: count) + [0xFF, 0xD9])
}

extension ThumbnailCache.Key {
    /// A key that differs for each number.
    static func numbered(_ number: Int, _ rendition: Rendition = .thumbnail) -> ThumbnailCache.Key {
        let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 8))) }
        guard let digest = Digest(bytes) else { preconditionFailure("A digest has 32 bytes.") }
        return ThumbnailCache.Key(original: digest, rendition: rendition)
    }
}

/// Photos in a folder, and a loader whose opened files are recorded.
final class Photos: Sendable {
    let folder: TemporaryFolder
    let cache: ThumbnailCache
    let loader: ThumbnailLoader
    private let files: RecordedFiles
    private let originals: LibraryOriginals

    init(jobs: Int = 1, decoding: DecodingMode = .inProcess) throws {
        let folder = try TemporaryFolder()
        let files = RecordedFiles()
        let originals = LibraryOriginals(folder: folder.filePath, files: files)
        self.folder = folder
        self.files = files
        self.originals = originals
        cache = try ThumbnailCache(at: folder.filePath.appending("cache"))
        loader = ThumbnailLoader(cache: cache, decoding: decoding, jobs: jobs) {
            ResourceHandle($0, in: originals, $1)
        }
    }

    /// The names of the opened files, in order.
    var opened: [String] { files.opened.withLock { $0 } }

    /// Makes reads wait until ``release()``.
    func hold() { files.gate.lock() }
    func release() { files.gate.unlock() }

    /// What happens to the next file that is opened.
    enum Event: Sendable {
        /// The system does not permit to open it.
        case isNotPermitted
        /// Another program changes its last byte after this number of its versions was asked for.
        case changes(afterVersions: Int)
    }

    func connect(_ store: StoreInMemory) { originals.connect(store, as: "store") }

    func next(_ event: Event) { files.event.withLock { $0 = event } }

    /// Writes a photo and describes it as the catalogue does.
    func add(
        _ bytes: [UInt8], _ name: String, format: ImageFormat = .jpeg, isElsewhere: Bool = false
    ) throws -> AssetResource {
        if !isElsewhere { try folder.write(bytes, to: name) }
        return AssetResource(
            kind: .original, location: isElsewhere ? .elsewhere : .library(FilePath(name)),
            originalFilename: FilePath.Component(name),
            bytes: bytes.count, sha256: try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) },
            imageDataDigest: nil, format: format, orientation: .up, colorProfile: .none)
    }

    /// Waits until this many renditions are requested.
    func requests(_ count: Int) async throws {
        while loader.requestCount != count { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// Waits until this many requests wait for renditions.
    func waiters(_ count: Int) async throws {
        while loader.waiterCount != count { try await Task.sleep(for: .milliseconds(2)) }
    }
}

/// Local files that are recorded when they are opened, and can be made to wait.
private final class RecordedFiles: FileSource {
    let opened = Mutex<[String]>([])
    let gate = NSLock()
    let event = Mutex<Photos.Event?>(nil)

    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        opened.withLock { $0.append(path.lastComponent?.string ?? "") }
        gate.lock()
        gate.unlock()
        let event = event.withLock { event in
            defer { event = nil }
            return event
        }
        switch event {
        case .isNotPermitted:
            throw PhotoLibraryError(.unreadable, "It cannot be opened.", path: path.string, cause: Errno.notPermitted)
        case .changes(let versions):
            return ChangingFile(try LocalFiles().open(path, followsLinks: followsLinks), path, versions)
        case nil: return try LocalFiles().open(path, followsLinks: followsLinks)
        }
    }
}

/// A file that changes while it is open.
private final class ChangingFile: ByteSource {
    private let file: any ByteSource
    private let path: FilePath
    private var versionsLeft: Int

    init(_ file: any ByteSource, _ path: FilePath, _ versionsLeft: Int) {
        (self.file, self.path, self.versionsLeft) = (file, path, versionsLeft)
    }

    var length: Int64 { file.length }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try file.read(into: buffer) }
    func duplicateDescriptor() throws -> Int32? { try file.duplicateDescriptor() }

    func version() throws -> ByteVersion {
        if versionsLeft == 0 {
            let file = try FileDescriptor.open(path, .writeOnly)
            try file.closeAfter { _ = try file.writeAll(toAbsoluteOffset: length - 1, [0x55]) }
        }
        versionsLeft -= 1
        return try file.version()
    }
}
