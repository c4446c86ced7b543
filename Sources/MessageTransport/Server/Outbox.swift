internal import Foundation

/// The frames that one client has not taken.
struct Outbox: Sendable {
    /// The bytes that one call sends at most, apart from the last frame, so that other sockets wait only shortly.
    private static let sentAtOnce = 256 << 10

    /// The frame that was begun.
    private var current: FrameWriter?
    /// The welcome or the refusal.
    private var first: Frame?
    private var events: [(kind: UInt8, frame: Frame)] = []
    private var answers: [MessageFrames] = []
    /// Events wait until the first frame was sent.
    private var isOpen = false
    /// The number of frames that were sent completely.
    private(set) var sentFrames = 0

    var isEmpty: Bool { current == nil && first == nil && answers.isEmpty && (events.isEmpty || !isOpen) }

    /// The bytes of answers that are not sent.
    var unsentBytes: Int { answers.reduce(current?.remaining ?? 0) { $0 + $1.remaining } }

    mutating func addFirst(_ frame: Frame) { first = frame }

    mutating func add(_ answer: MessageFrames) { answers.append(answer) }

    /// Adds an event, in place of an event of the same kind.
    mutating func add(_ event: Data, kind: UInt8) {
        events.removeAll { $0.kind == kind }
        events.append((kind, Frame(kind: MessageFrameKind.event.rawValue, payload: event)))
    }

    /// Whether the answer to a request has frames that are not begun.
    func hasAnswer(to number: UInt32) -> Bool { answers.contains { $0.number == number } }

    /// Sends frames until the socket takes no more.
    ///
    /// - Returns: Whether the client can still be reached.
    mutating func send(through socket: Socket) -> Bool {
        var sent = 0
        while sent < Self.sentAtOnce {
            if current == nil {
                guard let frame = nextFrame() else { return true }
                guard let writer = FrameWriter(frame) else { return false }
                current = writer
            }
            guard var writer = current else { return true }
            current = nil
            let count = socket.send(&writer)
            if writer.remaining > 0 { current = writer } else { sentFrames &+= 1 }
            guard count > 0 else { return count == -Int(EAGAIN) }
            sent += count
        }
        return true
    }

    /// Events precede answers.
    ///
    /// Frames of several answers alternate, so that a small answer does not wait for a large one.
    private mutating func nextFrame() -> Frame? {
        if let first {
            (self.first, isOpen) = (nil, true)
            return first
        }
        if isOpen, !events.isEmpty { return events.removeFirst().frame }
        guard !answers.isEmpty else { return nil }
        var answer = answers.removeFirst()
        let (frame, isLast) = answer.next()
        if !isLast { answers.append(answer) }
        return frame
    }
}
