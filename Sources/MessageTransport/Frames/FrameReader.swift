internal import Foundation

/// Cuts received bytes into frames.
///
/// It holds no memory between frames.
package struct FrameReader: Sendable {
    /// The bytes are not a frame, because the other process is defective or hostile.
    package struct InvalidFrame: Error {}

    /// The frame whose payload is being received.
    private struct Partial {
        var frame: Frame
        var count = 0
        var missing: Int { frame.payload.count - count }
    }

    /// The bytes that one call receives, if the payload of a frame is not longer.
    private static let receivedAtOnce = 64 << 10

    /// Received bytes that belong to no frame yet.
    private var received: [UInt8] = []
    private var start = 0
    private var partial: Partial?

    package init() {}

    /// Whether a frame has begun and is not complete.
    package var hasPartialFrame: Bool { partial != nil || start < received.count }

    /// Calls `receive` with free memory.
    ///
    /// A long payload is received where it stays, so that it is not copied.
    ///
    /// - Parameter receive: Returns the number of received bytes, 0 at the end, or a negative error number.
    /// - Returns: The result of `receive`.
    package mutating func fill(_ receive: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if var partial, partial.missing > Self.receivedAtOnce {
            self.partial = nil
            defer { self.partial = partial }
            let (start, missing) = (partial.count, partial.missing)
            let count = partial.frame.payload.withUnsafeMutableBytes {
                receive(UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + missing]))
            }
            partial.count += max(0, min(count, missing))
            return count
        }
        return withUnsafeTemporaryAllocation(byteCount: Self.receivedAtOnce, alignment: 16) { buffer in
            let count = receive(buffer)
            if count > 0 {
                received.removeFirst(start)
                start = 0
                received += buffer.prefix(count)
            }
            return count
        }
    }

    /// Takes the first complete frame; `nil` if no frame is complete.
    package mutating func next() throws(InvalidFrame) -> Frame? {
        if partial == nil {
            guard received.count - start >= Frame.headerLength else { return nil }
            let header = received[start..<start + Frame.headerLength]
            start += Frame.headerLength
            guard let length = Int(exactly: UInt32(littleEndian: header.prefix(4))), length <= Frame.maxPayload else {
                throw InvalidFrame()
            }
            partial = Partial(
                frame: Frame(
                    kind: header[header.startIndex + 4], number: UInt32(littleEndian: header.suffix(4)),
                    payload: Data(count: length)))
        }
        guard var partial else { return nil }
        self.partial = nil
        let count = min(partial.missing, received.count - start)
        if count > 0 {
            partial.frame.payload.replaceSubrange(
                partial.count..<partial.count + count, with: received[start..<start + count])
            partial.count += count
            start += count
        }
        if start == received.count { (received, start) = ([], 0) }
        guard partial.missing == 0 else {
            self.partial = partial
            return nil
        }
        return partial.frame
    }
}
