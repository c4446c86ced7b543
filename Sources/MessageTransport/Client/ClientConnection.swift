internal import Foundation
internal import Glibc
internal import PhotoModel
internal import Synchronization

/// The socket of a ``MessageClient`` and the requests that wait for their answers.
final class ClientConnection: Sendable {
    /// A request whose answer has not come.
    private final class Pending: Sendable {
        let assembly = Mutex(MessageAssembly())
        let result = Mutex<Result<Message, PhotoLibraryError>>(.failure(.connectionLost))
        let isDone = DispatchSemaphore(value: 0)
    }

    private struct State {
        /// Whether the socket can be used.
        var isOpen = true
        var lastNumber: UInt32 = 0
        var pending: [UInt32: Pending] = [:]
    }

    private let socket: Socket
    private let state = Mutex(State())
    /// Locked while a request is sent, so that its frames follow each other, and while the socket is closed.
    private let sending = Mutex(())

    init(_ socket: Int32) { self.socket = Socket(descriptor: socket, flags: 0) }

    /// Sends a request and waits for its answer.
    ///
    /// - Throws: `libraryUnavailable`.
    func send(_ request: Message) throws(PhotoLibraryError) -> Message {
        let pending = Pending()
        let number = try addPending(pending)
        let isSent = sending.withLock { _ in
            var frames = MessageFrames(number: number, request)
            while state.withLock({ $0.isOpen }) {
                let (frame, isLast) = frames.next()
                guard socket.send(frame) else { return false }
                if isLast { return true }
            }
            return false
        }
        // Then the reading thread ends the connection, and with it this request.
        if !isSent { close() }
        pending.isDone.wait()
        return try pending.result.withLock { $0 }.get()
    }

    private func addPending(_ pending: Pending) throws(PhotoLibraryError) -> UInt32 {
        try state.withLock { state throws(PhotoLibraryError) in
            guard state.isOpen else { throw .connectionLost }
            repeat { state.lastNumber &+= 1 } while state.pending[state.lastNumber] != nil
            state.pending[state.lastNumber] = pending
            return state.lastNumber
        }
    }

    /// Sends a frame before the first request.
    func send(_ frame: Frame) -> Bool {
        sending.withLock { _ in state.withLock { $0.isOpen } && socket.send(frame) }
    }

    /// Ends the connection; the reading thread then closes the socket.
    func close() {
        state.withLock { state in
            if state.isOpen { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }
            state.isOpen = false
        }
    }

    /// Receives frames until the connection ends, and then closes the socket.
    ///
    /// - Parameter onFrame: Takes the frames that are no answers, and returns whether the connection continues.
    func receiveFrames(_ onFrame: (Frame) -> Bool) {
        var reader = FrameReader()
        receiving: while socket.receive(&reader) > 0 {
            do throws(FrameReader.InvalidFrame) {
                while let frame = try reader.next() {
                    guard try take(frame) || onFrame(frame) else { break receiving }
                }
            } catch { break }
        }
        close()
        sending.withLock { _ in _ = Glibc.close(socket.descriptor) }
        let pending = state.withLock { state in
            defer { state.pending = [:] }
            return state.pending
        }
        for request in pending.values { request.isDone.signal() }
    }

    /// Takes a frame of an answer.
    ///
    /// - Returns: Whether it is one.
    /// - Throws: For a frame of an answer to no request.
    private func take(_ frame: Frame) throws(FrameReader.InvalidFrame) -> Bool {
        switch MessageFrameKind(rawValue: frame.kind) {
        case .content, .bytes, .lastContent, .lastBytes: break
        default: return false
        }
        guard let pending = state.withLock({ $0.pending[frame.number] }) else { throw FrameReader.InvalidFrame() }
        let isComplete = try pending.assembly.withLock { assembly throws(FrameReader.InvalidFrame) in
            try assembly.add(frame)
        }
        guard isComplete else { return true }
        state.withLock { _ = $0.pending.removeValue(forKey: frame.number) }
        pending.result.withLock { $0 = .success(pending.assembly.withLock { $0.message }) }
        pending.isDone.signal()
        return true
    }
}
