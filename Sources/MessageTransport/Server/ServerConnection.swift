internal import Foundation
internal import Glibc
internal import PhotoModel

/// The state of one connection of a listener.
///
/// The listener's lock protects it.
struct ServerConnection: Sendable {
    enum Phase {
        case awaitsHello
        /// The hello waits for a thread.
        case hasHello(Data, Peer)
        case isWelcoming
        case isOpen(any MessageHandler)
        /// The refusal is being sent.
        case isRefused
        /// The socket is closed. The handler waits for the threads that work for the connection.
        case hasEnded((any MessageHandler)?)
        /// The handler has been taken.
        case isRemoved
    }

    let socket: Socket
    let registration: EventLoop.Registration
    private let limits: TransportLimits

    var phase = Phase.awaitsHello
    private var reader = FrameReader()
    private var assembly: RequestAssembly
    private var waiting: [Request] = []
    private var running: Set<UInt32> = []
    /// The number of threads that work for the connection.
    private var jobs = 0
    var outbox = Outbox()

    private var events: EventLoop.Events = .readable
    private var inputDeadline: SuspendingClock.Instant?
    private var outputDeadline: SuspendingClock.Instant?
    private var sentFrames = 0
    /// The time of the next check of the deadline; `nil` if none is planned.
    private var nextCheck: SuspendingClock.Instant?

    init(_ socket: Socket, _ registration: EventLoop.Registration, _ limits: TransportLimits) {
        (self.socket, self.registration, self.limits) = (socket, registration, limits)
        assembly = RequestAssembly(maxBytes: limits.requestBytes)
        inputDeadline = .now + limits.helloTime
    }

    var hasEnded: Bool {
        switch phase {
        case .hasEnded, .isRemoved: true
        default: false
        }
    }

    // MARK: Time

    /// The time when the connection ends unless its client does what is expected; `nil` if nothing is.
    private var deadline: SuspendingClock.Instant? { [inputDeadline, outputDeadline].compactMap(\.self).min() }

    /// Checks, at a planned time, whether the deadline has passed.
    mutating func isLate() -> Bool {
        nextCheck = nil
        return deadline.map { $0 <= .now } ?? false
    }

    /// Plans a check of the deadline, unless one is planned.
    ///
    /// Most deadlines never pass, so a check is not planned anew with each request.
    ///
    /// - Returns: The time until the check; `nil` if no further check is necessary.
    mutating func planCheck() -> Duration? {
        guard let deadline, nextCheck.map({ deadline < $0 }) ?? true else { return nil }
        nextCheck = deadline
        return deadline - .now
    }

    // MARK: Requests

    /// Receives available bytes.
    ///
    /// - Returns: Whether the client can still send.
    mutating func receive() -> Bool {
        guard takesFrames else { return true }
        let count = socket.receive(&reader)
        return count > 0 || count == -Int(EAGAIN)
    }

    /// Sends what the socket takes, and takes the received frames, for which there may be room then.
    ///
    /// - Returns: Whether the connection continues.
    mutating func sendAndTakeFrames() -> Bool {
        guard send() else { return false }
        do throws(FrameReader.InvalidFrame) { try takeFrames() } catch { return false }
        guard case .isRefused = phase else { return true }
        return send()
    }

    /// Takes the received frames, as far as the limits permit.
    private mutating func takeFrames() throws(FrameReader.InvalidFrame) {
        while takesFrames, let frame = try reader.next() { try take(frame) }
        guard case .isOpen = phase else { return }
        // The time limit counts only while the server reads from the connection.
        if !takesFrames || !(reader.hasPartialFrame || assembly.hasPartialRequest) {
            inputDeadline = nil
        } else if inputDeadline == nil {
            inputDeadline = .now + limits.frameTime
        }
    }

    private mutating func take(_ frame: Frame) throws(FrameReader.InvalidFrame) {
        guard case .isOpen = phase else {
            inputDeadline = nil
            switch try Hello.parse(frame) {
            case .success(let hello):
                guard let peer = Peer(socket.descriptor) else { throw FrameReader.InvalidFrame() }
                phase = .hasHello(hello.content, peer)
            case .failure(let error): refuse(error)
            }
            return
        }
        guard !isInUse(frame.number) else { throw FrameReader.InvalidFrame() }
        if let request = try assembly.add(frame) {
            waiting.append(request)
            inputDeadline = nil
        }
    }

    /// Whether the next frame would stay in the limits.
    private var takesFrames: Bool {
        switch phase {
        case .awaitsHello: return true
        case .isOpen:
            let waitingBytes = waiting.reduce(0) { $0 + $1.count }
            return waiting.count + running.count < limits.requestsOfConnection && hasRoomForAnswers
                && (waiting.isEmpty || waitingBytes + assembly.count + Frame.maxPayload <= limits.requestBytes)
        default: return false
        }
    }

    private var hasRoomForAnswers: Bool { outbox.unsentBytes < limits.unsentBytesOfConnection }

    private func isInUse(_ number: UInt32) -> Bool {
        running.contains(number) || waiting.contains { $0.number == number } || outbox.hasAnswer(to: number)
    }

    /// Takes the hello, for a thread.
    mutating func takeHello() -> (Data, Peer)? {
        guard case .hasHello(let hello, let peer) = phase else { return nil }
        phase = .isWelcoming
        jobs += 1
        return (hello, peer)
    }

    /// Takes the next request, for a thread.
    mutating func takeRequest() -> (Request, any MessageHandler)? {
        guard case .isOpen(let handler) = phase, !waiting.isEmpty, hasRoomForAnswers else { return nil }
        let request = waiting.removeFirst()
        running.insert(request.number)
        jobs += 1
        return (request, handler)
    }

    // MARK: Answers

    /// Ends the work of a welcome.
    mutating func finish(_ result: Result<(any MessageHandler, welcome: Data), PhotoLibraryError>) {
        jobs -= 1
        switch result {
        case .success(let (handler, _)) where hasEnded: phase = .hasEnded(handler)
        case .success(let (handler, content)):
            phase = .isOpen(handler)
            outbox.addFirst(Frame(kind: MessageFrameKind.welcome.rawValue, payload: content))
        case .failure(let error): if !hasEnded { refuse(error) }
        }
    }

    /// Ends the work of a request.
    mutating func finish(_ request: Request, _ answer: Message) {
        jobs -= 1
        running.remove(request.number)
        if !hasEnded { outbox.add(MessageFrames(number: request.number, answer)) }
    }

    private mutating func refuse(_ error: PhotoLibraryError) {
        phase = .isRefused
        let payload = (try? JSONEncoder().encode(error)) ?? Data()
        outbox.addFirst(Frame(kind: MessageFrameKind.refusal.rawValue, payload: payload))
    }

    /// Sends what the socket takes.
    ///
    /// - Returns: Whether the connection continues.
    private mutating func send() -> Bool {
        guard outbox.send(through: socket) else { return false }
        if case .isRefused = phase { return false }
        if outbox.isEmpty {
            outputDeadline = nil
        } else if outputDeadline == nil || outbox.sentFrames != sentFrames {
            outputDeadline = .now + limits.frameTime
        }
        sentFrames = outbox.sentFrames
        return true
    }

    /// Tells the loop what to wait for.
    mutating func updateEvents(in loop: EventLoop) {
        var wanted: EventLoop.Events = []
        if takesFrames { wanted.insert(.readable) }
        if !outbox.isEmpty { wanted.insert(.writable) }
        guard wanted != events else { return }
        events = wanted
        loop.change(registration, wanted)
    }

    /// Closes the socket and releases the memory.
    ///
    /// - Returns: The handler of the connection; `nil` if it was not welcomed.
    mutating func end(in loop: EventLoop) -> (any MessageHandler)? {
        loop.remove(registration)
        close(socket.descriptor)
        let handler: (any MessageHandler)?
        switch phase {
        case .isOpen(let open): handler = open
        case .hasHello(_, let peer):
            peer.close()
            handler = nil
        default: handler = nil
        }
        phase = .hasEnded(handler)
        reader = FrameReader()
        assembly = RequestAssembly(maxBytes: limits.requestBytes)
        (waiting, outbox) = ([], Outbox())
        (inputDeadline, outputDeadline) = (nil, nil)
        return handler
    }

    /// Takes the handler of an ended connection when no thread works for it.
    ///
    /// - Returns: Whether the connection can be removed, once; its handler unless it was not welcomed.
    mutating func remove() -> (isRemoved: Bool, handler: (any MessageHandler)?) {
        guard jobs == 0, case .hasEnded(let handler) = phase else { return (false, nil) }
        phase = .isRemoved
        return (true, handler)
    }
}
