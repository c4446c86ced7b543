internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import Synchronization
internal import SystemSupport

/// Opens the files of a library in another process.
struct RemoteResources: ResourceOpener {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes {
        try connection.open(.openResource(resource, allowingNetwork: allowingNetwork))
    }
}

extension Connection {
    /// The bytes of the file that a request opens.
    func open(_ request: LibraryRequest) throws -> OpenedBytes {
        let opened: OpenedResource = try send(request)
        return OpenedBytes(RemoteFile(opened, self), isImported: opened.isImported)
    }
}

/// The bytes of an open file in another process.
///
/// The other process reads the next piece while this one uses the piece before.
private final class RemoteFile: AssetByteSource {
    private let file: Int
    private let connection: Connection
    let identity: FileIdentity
    /// The part of the last piece that was not read yet.
    private var rest = Data()
    private var next: RequestedPiece?

    init(_ opened: OpenedResource, _ connection: Connection) {
        file = opened.file
        identity = opened.identity
        self.connection = connection
    }

    deinit { _ = try? connection.send(.close(file: file)) as Bool }

    func currentIdentity() throws -> FileIdentity { try connection.send(.identity(file: file)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        if rest.isEmpty {
            let piece = next ?? RequestedPiece(of: file, upTo: buffer.count, connection)
            next = nil
            rest = try piece.bytes()
            if !rest.isEmpty { next = RequestedPiece(of: file, upTo: buffer.count, connection) }
        }
        let count = rest.copyBytes(to: buffer)
        rest = rest.dropFirst(count)
        return count
    }
}

/// The next bytes of an open file, which are requested at once.
private final class RequestedPiece: Sendable {
    private let result = Mutex<Result<Data, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(of file: Int, upTo limit: Int, _ connection: Connection) {
        ThreadPool.requests.run { [self] in
            let answer = Result {
                let (count, bytes): (Int, Data) = try connection.sendForBytes(.read(file: file, upTo: limit))
                guard count == bytes.count, count <= limit else { throw Connection.unreadable() }
                return bytes
            }
            result.withLock { $0 = answer }
            isDone.signal()
        }
    }

    /// Waits for the bytes, which are empty at the end of the file; call this once.
    func bytes() throws -> Data {
        isDone.wait()
        return try result.withLock { $0.take() }?.get() ?? Data()
    }
}
