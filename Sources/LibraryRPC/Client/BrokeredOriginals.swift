internal import Foundation
internal import Originals
internal import PhotoModel
internal import Synchronization
internal import SystemSupport

/// The files of a library in another process, which finds out what this process may read.
struct BrokeredOriginals: Originals {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
        try connection.open(.openResource(resource, range, policy))
    }
}

extension Connection {
    /// The bytes of the file that a request opens.
    func open(_ request: LibraryRequest) throws -> OpenedBytes {
        let opened: OpenedResource = try send(request)
        return OpenedBytes(BrokeredBytes(opened, self), isImported: opened.isImported)
    }
}

/// The bytes of an open file in another process.
///
/// The other process reads the next piece while this one uses the piece before.
private final class BrokeredBytes: ByteSource {
    private let file: OpenFileOfServer
    let length: Int64
    /// The part of the last piece that was not read yet.
    private var rest = Data()
    private var next: RequestedPiece?

    init(_ opened: OpenedResource, _ connection: Connection) {
        file = OpenFileOfServer(number: opened.file, connection)
        length = opened.length
    }

    deinit { file.close() }

    var cancel: @Sendable () -> Void { { [file] in file.cancel() } }

    func version() throws -> ByteVersion { try file.connection.send(.version(file: file.number)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        if rest.isEmpty {
            let piece = try next ?? file.request(upTo: buffer.count)
            next = nil
            rest = try piece.bytes()
            if !rest.isEmpty { next = try file.request(upTo: buffer.count) }
        }
        let count = rest.copyBytes(to: buffer)
        rest = rest.dropFirst(count)
        return count
    }
}

/// An open file of the other process, and the pieces of it that are awaited.
private final class OpenFileOfServer: Sendable {
    private struct State {
        var pieces: [RequestedPiece] = []
        var isCancelled = false
        var isClosed = false
    }

    let number: Int
    let connection: Connection
    private let state = Mutex(State())

    init(number: Int, _ connection: Connection) {
        self.number = number
        self.connection = connection
    }

    /// Requests the next bytes.
    ///
    /// - Throws: `cancelled` after ``cancel()``.
    func request(upTo count: Int) throws -> RequestedPiece {
        let piece = RequestedPiece()
        try state.withLock { state in
            guard !state.isCancelled else { throw Self.cancellation }
            // A piece is awaited before the one after the next is requested.
            state.pieces = state.pieces.suffix(1) + [piece]
        }
        piece.request(number, upTo: count, connection)
        return piece
    }

    /// Ends the wait for bytes here and in the other process.
    func cancel() {
        let pieces = state.withLock { state in
            state.isCancelled = true
            return state.pieces
        }
        for piece in pieces { piece.answer(.failure(Self.cancellation)) }
        // The caller does not wait for the other process.
        ThreadPool.requests.run { self.close() }
    }

    /// Closes the file in the other process, once.
    func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { _ = try? connection.send(.close(file: number)) as Bool }
    }

    private static let cancellation = PhotoLibraryError(.cancelled, "Loading was cancelled.")
}

/// The next bytes of an open file, which are requested at once.
private final class RequestedPiece: Sendable {
    private struct State {
        var result: Result<Data, any Error>?
        var isAnswered = false
    }

    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    func request(_ file: Int, upTo limit: Int, _ connection: Connection) {
        ThreadPool.requests.run { [self] in
            answer(
                Result {
                    let (count, bytes): (Int, Data) = try connection.sendForBytes(.read(file: file, upTo: limit))
                    guard count == bytes.count, count <= limit else { throw Connection.unreadable() }
                    return bytes
                })
        }
    }

    /// Ends the wait; only the first answer counts.
    func answer(_ result: Result<Data, any Error>) {
        let isFirst = state.withLock { state in
            guard !state.isAnswered else { return false }
            (state.result, state.isAnswered) = (result, true)
            return true
        }
        if isFirst { isDone.signal() }
    }

    /// Waits for the bytes, which are empty at the end of the file; call this once.
    func bytes() throws -> Data {
        isDone.wait()
        return try state.withLock { $0.result.take() }?.get() ?? Data()
    }
}
