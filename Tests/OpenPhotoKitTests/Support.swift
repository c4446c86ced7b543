import Foundation
import Glibc
import MessageSupport
import Originals
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A temporary folder with a source folder and a library.
final class Scene: Sendable {
    let folder: TemporaryFolder
    let source: FilePath
    let libraryPath: FilePath

    init() throws {
        folder = try TemporaryFolder()
        source = FilePath(folder.path("source"))
        libraryPath = FilePath(folder.path("Photos.library"))
        try FileManager.default.createDirectory(atPath: source.string, withIntermediateDirectories: true)
    }

    func open() throws -> OwnedLibrary {
        try OwnedLibrary(at: libraryPath, opening: .creatingIfAbsent).overMessagesIfRequested()
    }

    /// Writes a file into the source folder, and creates missing folders.
    @discardableResult
    func add(_ name: FilePath, _ bytes: [UInt8]) throws -> FilePath {
        let path = source.pushing(name)
        try FileManager.default.createDirectory(
            atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        try path.write(bytes)
        return path
    }

    /// Imports the source folder, or other paths, and returns all items.
    @discardableResult
    func importAll(
        _ library: OwnedLibrary? = nil, _ paths: [FilePath]? = nil, mode: ImportRequest.Mode = .copy,
        dryRun: Bool = false,
        ioJobs: Int = 2, jobs: Int = 0, _ configure: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> (items: [ImportItem], summary: ImportSummary) {
        var request = ImportRequest(paths: paths ?? [source])
        request.mode = mode
        request.isDryRun = dryRun
        request.ioJobs = ioJobs
        request.jobs = jobs
        configure(&request)
        let items = Gathered<ImportItem>()
        let summary = try await (library ?? open()).importFiles(request) { items.append($0) }
        return (items.all, summary)
    }

    /// Writes a file to a path relative to the source folder, and returns the answer of the library for its picture.
    func match(
        _ file: [UInt8], _ name: FilePath = "../asked.jpg", findsPartialMatches: Bool = false, in library: OwnedLibrary
    ) throws -> Resolution {
        let path = try add(name, file)
        let answers = Gathered<Result<Resolution, any Error>>()
        try library.matchAndWait([path], findsPartialMatches: findsPartialMatches) { answers.append($1) }
        #expect(answers.all.count == 1)
        return try #require(answers.all.first).get()
    }

    /// Waits until the library is closed, because an import closes it shortly after its summary.
    func waitUntilClosed() throws {
        let lock = try FileDescriptor.open(libraryPath.appending("lock"), .readOnly)
        // This releases the lock too.
        defer { try? lock.close() }
        while flock(lock.rawValue, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Errno(rawValue: errno) }
        }
    }

    /// The remaining files of import runs in the library.
    var leftovers: [String] { tree(libraryPath.appending("incoming")).keys.sorted() }
}

extension OwnedLibrary {
    /// Calls `body` with every asset that is not deleted, also every frame of a burst, by capture.
    func forEachAsset(_ body: (Asset) throws -> Void) throws {
        try fetchAssets(AssetQuery().includingAll).enumerateObjects(body)
    }

    /// The path of the file of a resource.
    func place(of resource: AssetResource) throws -> FilePath {
        try #require(local.context.originals.path(of: resource.location))
    }

    /// All files of all assets in the order of ``forEachAsset(_:)``, each with its path relative to the library's
    /// folder and its absolute path.
    func storedFiles() throws -> [(asset: Asset, resource: AssetResource, path: String, place: FilePath)] {
        var files: [(asset: Asset, resource: AssetResource, path: String, place: FilePath)] = []
        try forEachAsset { asset in
            for resource in asset.resources {
                let place = try place(of: resource)
                var relative = place
                let isInside = relative.removePrefix(path)
                files.append((asset, resource, isInside ? relative.string : "outside: \(place)", place))
            }
        }
        return files
    }
}

/// Values that callbacks collect on any thread.
final class Gathered<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func append(_ value: Value) { values.withLock { $0.append(value) } }
}

extension FilePath {
    /// Writes a file.
    ///
    /// Its name is not necessarily UTF-8.
    func write(_ bytes: [UInt8]) throws {
        let descriptor = try FileDescriptor.open(
            self, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    }

    /// All bytes of a file.
    func contents() throws -> [UInt8] {
        let descriptor = try FileDescriptor.open(self, .readOnly)
        return try descriptor.closeAfter {
            var bytes: [UInt8] = []
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            while case let count = try descriptor.read(into: buffer), count > 0 { bytes += buffer.prefix(count) }
            return bytes
        }
    }

    var names: [FilePath] {
        guard let stream = withPlatformString({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var names: [FilePath] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}

/// The state of all files and folders in a folder, by relative path.
///
/// It consists of the values of stat(2) without the access time, and of a digest of each file.
func tree(_ root: FilePath) -> [String: String] {
    var found: [String: String] = [:]
    var pending = [root]
    while let folder = pending.popLast() {
        for name in folder.names {
            let path = folder.pushing(name)
            var status = stat()
            guard path.withPlatformString({ lstat($0, &status) }) == 0 else { continue }
            var text = "\(status.st_mode) \(status.st_ino) \(status.st_size) \(status.st_mtim) \(status.st_ctim)"
            if status.st_mode & S_IFMT == S_IFREG, let bytes = try? path.contents() { text += " \(fingerprint(bytes))" }
            if status.st_mode & S_IFMT == S_IFDIR { pending.append(path) }
            found[String(decoding: path.bytes.dropFirst(root.bytes.count + 1), as: UTF8.self)] = text
        }
    }
    return found
}

/// A hash that detects changes within one run.
private func fingerprint(_ bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
}

extension Result {
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// The code of the error that `body` throws; `nil` if it does not throw.
func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
    do {
        try body()
        return nil
    } catch { return (error as? PhotoLibraryError)?.code ?? .internalError }
}
