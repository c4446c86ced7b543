internal import CSandbox
internal import Glibc

/// A connected socket as a source and a destination of frames.
struct Socket: Sendable {
    let descriptor: Int32
    /// `MSG_DONTWAIT` or nothing.
    let flags: Int32

    /// Receives bytes.
    ///
    /// No memory is given for descriptors, so the kernel closes those that the other process sends.
    ///
    /// - Returns: The number of bytes, 0 at the end, or a negative error number.
    func receive(_ reader: inout FrameReader) -> Int {
        reader.fill { buffer in
            var count: Int
            repeat {
                count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
            } while count < 0 && errno == EINTR
            return count < 0 ? Int(-errno) : count
        }
    }

    /// Sends bytes of a frame.
    ///
    /// - Returns: The number of bytes, or a negative error number.
    func send(_ writer: inout FrameWriter) -> Int {
        writer.send { header, payload in
            var count: Int
            repeat {
                count = opk_send(
                    descriptor, header.baseAddress, header.count, payload.baseAddress, payload.count, -1, flags)
            } while count < 0 && errno == EINTR
            return count < 0 ? Int(-errno) : count
        }
    }

    /// Sends a whole frame; `false` if that fails.
    func send(_ frame: Frame) -> Bool {
        guard var writer = FrameWriter(frame) else { return false }
        while writer.remaining > 0 { guard send(&writer) > 0 else { return false } }
        return true
    }
}
