internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A range of the bytes of an object in a folder, which is opened when it is read.
final class FolderObjectSource: ByteSource {
    let length: Int64
    private let client: FolderClient
    private let object: FolderObject
    private let cancellation = Cancellation()
    private var position: Int64
    private let end: Int64

    init(_ client: FolderClient, _ key: StoreKey, _ range: Range<Int64>, _ version: ByteVersion?) {
        self.client = client
        length = Int64(range.count)
        (position, end) = (range.lowerBound, range.upperBound)
        object = FolderObject(client, key, version, pieceSize: Int(min(1 << 20, max(1, length))))
    }

    var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

    func version() throws -> ByteVersion {
        try client.abandoning(cancellation) { [object] in try object.version() }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let limit = min(buffer.count, Int(clamping: end - position))
        guard limit > 0 else { return 0 }
        let count = try client.abandoning(cancellation) { [object, position] in try object.read(limit, at: position) }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: object.piece.prefix(count)))
        position += Int64(count)
        return count
    }
}

/// The open file of an object, with the bytes that were read last.
///
/// Its caller may leave while the disk does not answer, so it has memory of its own. Invariant of `@unchecked
/// Sendable`: one thread at a time uses it, and a call that is abandoned is the last one.
private final class FolderObject: @unchecked Sendable {
    let piece: UnsafeMutableRawBufferPointer
    private let client: FolderClient
    private let key: StoreKey
    private let expected: ByteVersion?
    private var file: FileDescriptor?

    init(_ client: FolderClient, _ key: StoreKey, _ version: ByteVersion?, pieceSize: Int) {
        (self.client, self.key, expected) = (client, key, version)
        piece = .allocate(byteCount: pieceSize, alignment: 4096)
    }

    deinit {
        try? file?.close()
        piece.deallocate()
    }

    func version() throws -> ByteVersion { try version(of: try opened()) }

    /// Reads at most so many bytes into ``piece``, and returns their number.
    func read(_ limit: Int, at position: Int64) throws -> Int {
        let file = try opened()
        let part = UnsafeMutableRawBufferPointer(rebasing: piece.prefix(limit))
        do { return try file.read(fromAbsoluteOffset: position, into: part) } catch {
            throw client.error(error as? Errno ?? .ioError, key)
        }
    }

    private func opened() throws -> FileDescriptor {
        if let file { return file }
        guard let file = try client.openFile(key) else {
            throw PhotoLibraryError(
                .missingResource, "The folder has no such file. Use another store that has it.",
                path: client.path.appending(key.text).string)
        }
        self.file = file
        let current = try version(of: file)
        guard expected == nil || current == expected else {
            throw PhotoLibraryError(
                .sourceChanged, "The file in the store has changed. Read it from its beginning.",
                path: client.path.appending(key.text).string)
        }
        posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
        return file
    }

    private func version(of file: FileDescriptor) throws -> ByteVersion {
        do {
            let status = try stat(of: file)
            guard status.st_mode & S_IFMT == S_IFREG else { throw Errno.ioError }
            return .file(FileIdentity(status))
        } catch { throw client.error(error as? Errno ?? .ioError, key) }
    }
}
