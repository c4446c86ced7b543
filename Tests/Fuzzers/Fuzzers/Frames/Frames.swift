import Foundation

@testable import MessageTransport

/// Receives the bytes of a client in pieces, and puts its frames and requests together.
///
/// The first byte determines the pieces. The frames must be those that a parser of the whole bytes finds. A request
/// must be within its limit, and be the same after it is sent and received again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: start, count: count)
    guard let first = input.first else { return 0 }
    let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    var expected = WholeParser(bytes)
    var requests = RequestAssembly(maxBytes: 4_096)
    var reader = FrameReader()
    var received = 0
    while received < bytes.count {
        let pieceLength = first < 128 ? Int(first) + 1 : bytes.count
        let piece = bytes.dropFirst(received).prefix(pieceLength)
        let count = reader.fill { buffer in
            let count = min(buffer.count, piece.count)
            buffer.copyBytes(from: piece.prefix(count))
            return count
        }
        precondition(count > 0, "received nothing")
        received += count
        do {
            while let frame = try reader.next() {
                precondition(expected.next() == .frame(frame), "another frame")
                _ = try? Hello.parse(frame)
                let request: Request?
                do { request = try requests.add(frame) } catch { return 0 }
                precondition(requests.count <= requests.maxBytes, "an incomplete request is too large")
                if let request {
                    precondition(request.count <= requests.maxBytes, "a request is too large")
                    precondition(isSame(request), "another request after it was sent")
                }
            }
        } catch {
            precondition(expected.next() == .invalid, "a valid frame is refused")
            return 0
        }
    }
    precondition(expected.next() == .incomplete, "a frame is missing")
    precondition(reader.hasPartialFrame == !expected.rest.isEmpty, "an incomplete frame is unknown")
    return 0
}

/// Sends a request in small pieces, and receives it.
private func isSame(_ request: Request) -> Bool {
    var frames = MessageFrames(number: request.number, request.message)
    var requests = RequestAssembly(maxBytes: request.count)
    var reader = FrameReader()
    while true {
        let (frame, isLast) = frames.next()
        guard var writer = FrameWriter(frame) else { return false }
        while writer.remaining > 0 {
            _ = writer.send { header, payload in
                let piece = Array((Array(header) + Array(payload)).prefix(1_000))
                _ = reader.fill { buffer in
                    buffer.copyBytes(from: piece)
                    return piece.count
                }
                return piece.count
            }
        }
        guard let received = try? reader.next() else { return false }
        let same = try? requests.add(received)
        if isLast { return same?.number == request.number && same?.message == request.message }
        guard same == nil else { return false }
    }
}

/// Finds frames in bytes that were all received.
private struct WholeParser {
    enum Result: Equatable {
        case frame(Frame)
        case incomplete
        case invalid
    }

    private(set) var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    mutating func next() -> Result {
        guard rest.count >= 9 else { return .incomplete }
        let header = Array(rest.prefix(9))
        func number(_ start: Int) -> Int {
            Int(header[start]) | Int(header[start + 1]) << 8 | Int(header[start + 2]) << 16 | Int(header[start + 3])
                << 24
        }
        let length = number(0)
        guard length <= 1_048_576 else { return .invalid }
        guard rest.count >= 9 + length else { return .incomplete }
        defer { rest = rest.dropFirst(9 + length) }
        let payload = Data(rest.dropFirst(9).prefix(length))
        return .frame(Frame(kind: header[4], number: UInt32(number(5)), payload: payload))
    }
}
