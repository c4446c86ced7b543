internal import Foundation
internal import Glibc
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The first bytes of an original that is being downloaded, in a file that outlives the process.
///
/// `SHA256.part` has the bytes, `SHA256.json` where they came from; without the second, the first is of no use. Another
/// process that has the file locked keeps it: then the bytes are in a file without a name.
final class PartialFile: Sendable {
    let descriptor: FileDescriptor
    /// `nil` for a file without a name.
    private let path: FilePath?
    private let folder: FilePath
    /// The number of bytes when the file was opened.
    let length: Int64
    /// Where these bytes came from.
    let origin: StoreReader.Origin?
    /// What the disk has of the origin.
    private let recorded: Mutex<StoreReader.Origin?>

    private init(
        owning descriptor: FileDescriptor, _ path: FilePath?, _ folder: FilePath, _ length: Int64,
        _ origin: StoreReader.Origin?
    ) {
        (self.descriptor, self.path, self.folder, self.length, self.origin) = (descriptor, path, folder, length, origin)
        recorded = Mutex(origin)
    }

    deinit { try? descriptor.close() }

    private static func originPath(_ path: FilePath) -> FilePath {
        var path = path
        path.extension = "json"
        return path
    }

    /// Opens the file, with the bytes of an earlier download if there are some and there are at most `size`.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    static func open(_ sha256: Digest, size: Int64, in folder: FilePath) throws -> PartialFile {
        let path = folder.appending("\(sha256.hex).part")
        let file = try perform("make the file", path) {
            try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec, .noFollow], permissions: .ownerReadWrite)
        }
        // On a file system without locks no other process is expected.
        guard (try? file.lockIfFree()) != false, isNamed(file, path) else {
            try? file.close()
            return try withoutName(in: folder)
        }
        let length = try perform("examine the file", path) { Int64(try stat(of: file).st_size) }
        let origin = (try? Data(contentsOf: URL(fileURLWithPath: originPath(path).string)))
            .flatMap { try? JSONDecoder().decode(StoreReader.Origin.self, from: $0) }
        let partial = PartialFile(owning: file, path, folder, origin == nil ? 0 : length, origin)
        return length <= size && (origin != nil || length == 0) ? partial : try partial.startingAgain()
    }

    /// Whether the file is still the one at the path: another process removes it before it unlocks it.
    private static func isNamed(_ file: FileDescriptor, _ path: FilePath) -> Bool {
        var status = stat()
        guard let own = try? stat(of: file), stat(path.string, &status) == 0 else { return false }
        return FileIdentity(own).isOfSameFile(as: FileIdentity(status))
    }

    private static func withoutName(in folder: FilePath) throws -> PartialFile {
        let scratch = try ScratchFile.unlinked(inFolder: folder)
        let file = try perform("make a file in", folder) { try scratch.descriptor.duplicate() }
        return PartialFile(owning: file, nil, folder, 0, nil)
    }

    /// An empty file in the place of this one, whose bytes stay readable through this value.
    func startingAgain() throws -> PartialFile {
        guard let path else { return try Self.withoutName(in: folder) }
        remove()
        guard
            let file = try? FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
        else { return try Self.withoutName(in: folder) }
        _ = try? file.lockIfFree()
        return PartialFile(owning: file, path, folder, 0, nil)
    }

    /// Removes the file's name.
    func remove() {
        guard let path else { return }
        unlink(path.string)
        unlink(Self.originPath(path).string)
    }

    /// Reads bytes at a position.
    func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try perform("read the file", path ?? folder) {
            try descriptor.read(fromAbsoluteOffset: position, into: buffer)
        }
    }

    /// Writes bytes at a position.
    func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) throws {
        _ = try perform("write the file", path ?? folder) {
            try descriptor.writeAll(toAbsoluteOffset: position, bytes)
        }
    }

    /// Waits until the bytes, and where they came from, are on the disk.
    func makeDurable(from origin: StoreReader.Origin) throws {
        guard let path else { return }
        let encoded = [UInt8](try JSONEncoder().encode(origin))
        try DurableFile.sync(descriptor, at: path)
        guard recorded.withLock({ $0 }) != origin else { return }
        // After the bytes: without this file they are not used.
        try encoded.withUnsafeBytes { try DurableFile.write($0, to: Self.originPath(path)) }
        recorded.withLock { $0 = origin }
    }

    /// Lets others use the file, which is not written to any more.
    func unlock() { _ = flock(descriptor.rawValue, LOCK_UN) }

    /// Removes the files in a folder that were not written to for so long, and that no process has locked.
    static func removeAbandoned(in folder: FilePath, olderThan age: Duration) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        for name in names where name.hasSuffix(".part") {
            let path = folder.appending(name)
            guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow]) else {
                continue
            }
            defer { try? file.close() }
            guard let status = try? stat(of: file),
                status.st_mtim.tv_sec < time(nil) - Int(age.components.seconds),
                (try? file.lockIfFree()) != false
            else { continue }
            unlink(path.string)
            unlink(originPath(path).string)
        }
    }
}

private func perform<Value>(_ action: String, _ path: FilePath, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
        throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: action, path)
    }
}
