@testable import DeviceRegistry

/// Files that a member could write with a program of its own.
enum SignedBytes {
    /// A segment with any body, with a right digest and signature.
    static func segment(
        _ header: SegmentHeader, body: [UInt8], count: UInt64, statedSize: UInt64, _ key: SigningKey
    ) throws -> [UInt8] {
        let deflated = try Deflation.deflated(body)
        var writer = FieldWriter()
        writer.append(Array("OPKREG".utf8))
        writer.append([0, 1])
        header.append(to: &writer)
        writer.append(number: count)
        writer.append(number: statedSize)
        writer.append(number: UInt64(deflated.count))
        writer.append(deflated)
        return try Segment.signed(writer.bytes, by: key)
    }
}
