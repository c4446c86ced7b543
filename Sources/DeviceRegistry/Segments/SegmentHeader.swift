package import Foundation

/// What a segment says of itself.
package struct SegmentHeader: Hashable, Sendable {
    /// The registry, or the library, whose registers these are.
    package let registry: UUID
    package let publicKey: [UInt8]
    /// The sequences of its writer that it covers: it has each register of them that was not set again since.
    package let range: ClosedRange<UInt64>
    /// The last sequence that its writer had seen of each other writer.
    ///
    /// A reader that lacks one of these knows that files are missing.
    package let seen: [WriterID: UInt64]

    package init(registry: UUID, publicKey: [UInt8], range: ClosedRange<UInt64>, seen: [WriterID: UInt64] = [:]) {
        self.registry = registry
        self.publicKey = publicKey
        self.range = range
        self.seen = seen
    }
}

extension SegmentHeader {
    static let maximumWriters = 4096
    /// The greatest sequence, which a column of the catalogue can have.
    static let lastSequence = UInt64(Int64.max)

    /// Appends the registry (16 bytes), the public key (32), the first and the last sequence, the number of other
    /// writers, and each writer (16) with its last sequence.
    func append(to writer: inout FieldWriter) {
        writer.append(withUnsafeBytes(of: registry.uuid, Array.init))
        writer.append(publicKey)
        writer.append(fixed: range.lowerBound)
        writer.append(fixed: range.upperBound)
        writer.append(number: UInt64(seen.count))
        for (other, sequence) in seen.sorted(by: { $0.key < $1.key }) {
            writer.append(other.bytes)
            writer.append(number: sequence)
        }
    }

    /// - Returns: `nil` if the bytes are no header.
    init?(_ reader: inout FieldReader) {
        guard let registry = reader.bytes(16), let publicKey = reader.bytes(Signature.keySize),
            let first = reader.fixed(), let last = reader.fixed(), first > 0, first <= last, last <= Self.lastSequence,
            let count = reader.number(), count <= UInt64(Self.maximumWriters)
        else { return nil }
        var seen: [WriterID: UInt64] = [:]
        for _ in 0..<count {
            guard let writer = reader.bytes(WriterID.size).flatMap({ WriterID($0) }), let sequence = reader.number(),
                seen.updateValue(sequence, forKey: writer) == nil
            else { return nil }
        }
        let registryID = registry.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        self.init(
            registry: UUID(uuid: registryID), publicKey: Array(publicKey), range: first...last, seen: seen)
    }
}
