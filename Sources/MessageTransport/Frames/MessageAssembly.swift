internal import Foundation

/// Puts a message together from its frames.
struct MessageAssembly: Sendable {
    private(set) var message = Message()

    /// The number of bytes so far.
    var count: Int { message.content.count + message.bytes.count }

    /// Adds the next frame of the message.
    ///
    /// - Returns: Whether the message is complete.
    /// - Throws: If the frame is of another kind, or an empty part, which would let a message have no end.
    mutating func add(_ frame: Frame) throws(FrameReader.InvalidFrame) -> Bool {
        switch MessageFrameKind(rawValue: frame.kind) {
        case .content where !frame.payload.isEmpty:
            message.content.add(frame.payload)
            return false
        case .bytes where !frame.payload.isEmpty:
            message.bytes.add(frame.payload)
            return false
        case .lastContent:
            message.content.add(frame.payload)
            return true
        case .lastBytes:
            message.bytes.add(frame.payload)
            return true
        default: throw FrameReader.InvalidFrame()
        }
    }
}

extension Data {
    /// Appends bytes, without a copy if these are the first.
    fileprivate mutating func add(_ part: Data) { if isEmpty { self = part } else { append(part) } }
}
