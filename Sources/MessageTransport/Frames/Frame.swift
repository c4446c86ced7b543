package import Foundation

/// The unit that crosses a socket: the payload's length (4 bytes, little-endian), the kind (1 byte), the number of a
/// request (4 bytes, little-endian) and the payload.
package struct Frame: Sendable, Equatable {
    /// The maximum size of a payload in bytes.
    package static let maxPayload = 1 << 20
    /// The bytes before the payload.
    static let headerLength = 9

    package var kind: UInt8
    /// The number of the request that the frame belongs to; 0 for other frames.
    package var number: UInt32
    package var payload: Data

    package init(kind: UInt8, number: UInt32 = 0, payload: Data = Data()) {
        self.kind = kind
        self.number = number
        self.payload = payload
    }

    /// The bytes before the payload; `nil` if the payload is too large.
    var header: [UInt8]? {
        guard payload.count <= Self.maxPayload, let length = UInt32(exactly: payload.count) else { return nil }
        return length.littleEndianBytes + [kind] + number.littleEndianBytes
    }
}

extension UInt32 {
    var littleEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: littleEndian) { Array($0) } }

    /// The number in four bytes, the lowest first.
    init(littleEndian bytes: some BidirectionalCollection<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
