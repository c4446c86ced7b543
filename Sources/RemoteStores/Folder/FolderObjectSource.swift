internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A range of the bytes of an object in a folder, which is opened when it is read.
final class FolderObjectSource: ByteSource {
    let length: Int64
    private let client: FolderClient
    private let key: StoreKey
    private let expected: ByteVersion?
    private let range: Range<Int64>
    private let cancellation = Cancellation()
    private var file: FileDescriptor?
    private var position: Int64

    init(_ client: FolderClient, _ key: StoreKey, _ range: Range<Int64>, _ version: ByteVersion?) {
        (self.client, self.key, self.range, expected) = (client, key, range, version)
        length = Int64(range.count)
        position = range.lowerBound
    }

    deinit { try? file?.close() }

    var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

    func version() throws -> ByteVersion { try version(of: try opened()) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let file = try opened()
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: range.upperBound - position)))
        guard !part.isEmpty else { return 0 }
        try cancellation.check()
        let count: Int
        do { count = try file.read(fromAbsoluteOffset: position, into: part) } catch {
            throw client.error(error as? Errno ?? .ioError, key)
        }
        position += Int64(count)
        return count
    }

    private func opened() throws -> FileDescriptor {
        if let file { return file }
        try cancellation.check()
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
