internal import Foundation

/// The frames of a message that is being sent.
struct MessageFrames: Sendable {
    let number: UInt32
    private var content: Data
    private var bytes: Data

    init(number: UInt32, _ message: Message) {
        self.number = number
        (content, bytes) = (message.content, message.bytes)
    }

    /// The bytes of the message that are in no frame yet.
    var remaining: Int { content.count + bytes.count }

    /// Takes the next frame.
    ///
    /// - Returns: The frame, and whether it is the last one.
    mutating func next() -> (frame: Frame, isLast: Bool) {
        let isContent = !content.isEmpty || bytes.isEmpty
        let payload = isContent ? content.prefix(Frame.maxPayload) : bytes.prefix(Frame.maxPayload)
        if isContent { content = content.dropFirst(payload.count) } else { bytes = bytes.dropFirst(payload.count) }
        let isLast = remaining == 0
        let kind: MessageFrameKind = isContent ? isLast ? .lastContent : .content : isLast ? .lastBytes : .bytes
        return (Frame(kind: kind.rawValue, number: number, payload: payload), isLast)
    }
}
