internal import CSandbox
internal import Foundation
internal import Glibc
internal import MessageTransport

/// One end of the socket between a client and its worker.
///
/// It sends and receives frames, and descriptors with them. Use it from one thread at a time.
final class Channel {
    /// The results of receiving from the other end.
    enum Input {
        case frame(FrameKind, Data)
        case nothingYet
        case closed
        /// Bytes that are not a frame, because the other process is defective or hostile.
        case invalidFrame
    }

    private let socket: Int32
    private let takesDescriptors: Bool
    private var reader = FrameReader()
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
        guard var writer = FrameWriter(Frame(kind: kind.rawValue, payload: payload)) else { return false }
        var descriptor = descriptor
        while writer.remaining > 0 {
            let count = writer.send { header, payload in
                let count = opk_send(
                    socket, header.baseAddress, header.count, payload.baseAddress, payload.count, descriptor, 0)
                return count < 0 ? Int(-errno) : count
            }
            if count == -Int(EINTR) { continue }
            guard count > 0 else { return false }
            descriptor = -1
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
        let count = reader.fill { buffer in
            let count = withUnsafeMutablePointer(to: &came) {
                opk_receive(socket, buffer.baseAddress, buffer.count, takesDescriptors ? $0 : nil)
            }
            return count < 0 ? Int(-errno) : count
        }
        if came >= 0 {
            if descriptor >= 0 { close(descriptor) }
            descriptor = came
        }
        switch count {
        case 1...: return nil
        case -Int(EAGAIN), -Int(EINTR): return .nothingYet
        default: return .closed
        }
    }

    /// The first frame in the received bytes; `nil` if it is incomplete.
    private func nextInput() -> Input? {
        do throws(FrameReader.InvalidFrame) {
            guard let frame = try reader.next() else { return nil }
            guard let kind = FrameKind(rawValue: frame.kind) else { return .invalidFrame }
            return .frame(kind, frame.payload)
        } catch { return .invalidFrame }
    }
}
