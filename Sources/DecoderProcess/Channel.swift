internal import CSandbox
internal import Foundation
internal import Glibc

/// One end of the socket between a client and its worker.
///
/// A frame is the payload's length (4 bytes, little-endian), its kind (1 byte) and the payload. Use it from one thread
/// at a time.
final class Channel {
    /// The results of receiving from the other end.
    enum Input {
        case frame(FrameKind, Data)
        case nothingYet
        case closed
        /// Bytes that are not a frame, because the other process is defective or hostile.
        case invalidFrame
    }

    /// The maximum size of a payload in bytes.
    ///
    /// The answer for a picture has about 7,000 bytes.
    static let maxPayload = 1 << 20
    private static let headerLength = 5

    private let socket: Int32
    private let takesDescriptors: Bool
    private var received: [UInt8] = []
    private var descriptor: Int32 = -1
    let coding = PayloadCoding()

    /// Creates a channel on this socket, and closes the socket when the channel is released.
    ///
    /// - Parameter takesDescriptors: Whether to accept descriptors sent with frames. Only the worker does.
    init(socket: Int32, takesDescriptors: Bool) {
        self.socket = socket
        self.takesDescriptors = takesDescriptors
    }

    deinit {
        close(socket)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sends a frame, with a descriptor unless `descriptor` is negative; `false` if the other end is closed.
    func send(_ kind: FrameKind, _ payload: Data = Data(), descriptor: Int32 = -1) -> Bool {
        guard payload.count <= Self.maxPayload else { return false }
        var frame = [UInt8](Swift.withUnsafeBytes(of: UInt32(payload.count).littleEndian) { Data($0) })
        frame.append(kind.rawValue)
        frame += payload
        var sent = 0
        while sent < frame.count {
            let count = frame.withUnsafeBytes { bytes in
                opk_send(socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, sent == 0 ? descriptor : -1)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends a value as a frame; `false` if the other end is closed or the value cannot be sent.
    func send(_ kind: FrameKind, value: some Encodable, descriptor: Int32 = -1) -> Bool {
        guard let payload = try? coding.encode(value) else { return false }
        return send(kind, payload, descriptor: descriptor)
    }

    /// The next frame, received within this number of milliseconds; -1 means no limit.
    func receive(timeout: Int32) -> Input {
        if let input = nextInput() { return input }
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, timeout) > 0 else { return .nothingYet }
        return fill() ?? nextInput() ?? .nothingYet
    }

    /// Takes the last received descriptor, which the caller then closes.
    func takeDescriptor() -> Int32? {
        defer { descriptor = -1 }
        return descriptor >= 0 ? descriptor : nil
    }

    /// Reads the available bytes from the socket; `nil` if that succeeded.
    private func fill() -> Input? {
        var came: Int32 = -1
        let count = withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
            let count = withUnsafeMutablePointer(to: &came) {
                opk_receive(socket, buffer.baseAddress, buffer.count, takesDescriptors ? $0 : nil)
            }
            if count > 0 { received += buffer.prefix(count) }
            return count
        }
        if came >= 0 {
            if descriptor >= 0 { close(descriptor) }
            descriptor = came
        }
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothingYet : .closed }
        return count == 0 ? .closed : nil
    }

    /// The first frame in the received bytes; `nil` if it is incomplete.
    private func nextInput() -> Input? {
        guard received.count >= Self.headerLength else { return nil }
        let length = received[0..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.maxPayload, let kind = FrameKind(rawValue: received[4]) else { return .invalidFrame }
        let end = Self.headerLength + length
        guard received.count >= end else { return nil }
        defer { received.removeFirst(end) }
        return .frame(kind, Data(received[Self.headerLength..<end]))
    }
}
