internal import Foundation

/// A request with its number.
struct Request: Sendable {
    let number: UInt32
    let message: Message

    var count: Int { message.content.count + message.bytes.count }
}

/// Puts the requests of one connection together from its frames, one after another.
struct RequestAssembly: Sendable {
    /// The maximum size of a request in bytes.
    let maxBytes: Int
    private var partial: (number: UInt32, assembly: MessageAssembly)?

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Whether a request has begun and is not complete.
    var hasPartialRequest: Bool { partial != nil }

    /// The number of bytes of an incomplete request.
    var count: Int { partial?.assembly.count ?? 0 }

    /// Adds the next frame.
    ///
    /// - Returns: The request that is now complete; `nil` if its next frame is missing.
    /// - Throws: If the frame is of another kind, interrupts another request, or makes a request too large.
    mutating func add(_ frame: Frame) throws(FrameReader.InvalidFrame) -> Request? {
        var (number, assembly) = partial ?? (frame.number, MessageAssembly())
        // With one reference, the bytes are appended in place.
        partial = nil
        guard number == frame.number, assembly.count + frame.payload.count <= maxBytes else {
            throw FrameReader.InvalidFrame()
        }
        if try assembly.add(frame) { return Request(number: number, message: assembly.message) }
        partial = (number, assembly)
        return nil
    }
}
