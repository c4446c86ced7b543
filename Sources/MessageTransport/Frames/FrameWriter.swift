internal import Foundation

/// A frame that is being sent, in as many parts as the socket takes.
package struct FrameWriter: Sendable {
    private let header: [UInt8]
    private let payload: Data
    private var sent = 0

    /// `nil` if the payload is too large.
    package init?(_ frame: Frame) {
        guard let header = frame.header else { return nil }
        (self.header, payload) = (header, frame.payload)
    }

    /// The number of bytes that are not sent.
    package var remaining: Int { header.count + payload.count - sent }

    /// Calls `send` with the bytes that are not sent, in two parts.
    ///
    /// - Parameter send: Returns the number of sent bytes, or a negative error number.
    /// - Returns: The result of `send`.
    package mutating func send(_ send: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) -> Int {
        let count = header.withUnsafeBytes { header in
            payload.withUnsafeBytes { payload in
                send(
                    UnsafeRawBufferPointer(rebasing: header.dropFirst(sent)),
                    UnsafeRawBufferPointer(rebasing: payload.dropFirst(max(0, sent - header.count))))
            }
        }
        sent += max(0, min(count, remaining))
        return count
    }
}
