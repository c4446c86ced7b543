package import Foundation

/// A point in the change history of one library's catalogue.
///
/// Store it to fetch the later changes at another time. It is valid on this device only, and not for another library or
/// for a library with a new catalogue.
public struct PersistentChangeToken: Hashable, Sendable {
    /// The identifier of the catalogue.
    ///
    /// A rebuilt catalogue has a new identifier.
    package let generation: UUID
    /// The number of the last change before this point; 0 before all changes.
    package let number: Int64
    /// The date of that change.
    ///
    /// In a restored older catalogue, the same number has another date.
    package let date: Date

    package init(generation: UUID, number: Int64, date: Date) {
        self.generation = generation
        self.number = number
        self.date = date
    }
}

// The text form, version 1: "opkt1_" and base64url of these bytes; integers are little-endian:
//
//   generation 16 · number 8 · seconds since 1970, the bits of a binary64, 8 · CRC-32 (ISO 3309) of all bytes before, 4
extension PersistentChangeToken {
    private static let prefix = "opkt1_"

    /// The token as a short text of letters, digits, `-` and `_`.
    public var archivalStringValue: String {
        var whole = ByteWriter()
        whole.append(withUnsafeBytes(of: generation.uuid) { Array($0) })
        whole.append(UInt64(bitPattern: number))
        whole.append(date.timeIntervalSince1970.bitPattern)
        whole.append(crc32(whole.bytes))
        return Self.prefix + Data(whole.bytes).base64URL
    }

    /// Reads the text that ``archivalStringValue`` gives.
    ///
    /// - Throws: `invalidIdentifier` if the text is no token or is damaged.
    public init(archivalStringValue: String) throws(PhotoLibraryError) {
        guard archivalStringValue.hasPrefix(Self.prefix),
            let whole = Data(base64URL: archivalStringValue.dropFirst(Self.prefix.count)),
            let token = Self.parse([UInt8](whole))
        else {
            throw PhotoLibraryError(
                .invalidIdentifier,
                "This is not a change token, or it is damaged. Copy the whole token, or begin with the current one.",
                remedy: .currentToken,
                identifier: String(archivalStringValue.prefix(80)))
        }
        self = token
    }

    private static func parse(_ whole: [UInt8]) -> PersistentChangeToken? {
        var reader = ByteReader(whole)
        guard let generation = reader.bytes(16), let number = reader.uint64(), let seconds = reader.uint64(),
            let checksum = reader.uint32(), reader.isAtEnd, checksum == crc32(whole.dropLast(4))
        else { return nil }
        return PersistentChangeToken(
            generation: generation.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) },
            number: Int64(bitPattern: number),
            date: Date(timeIntervalSince1970: Double(bitPattern: seconds)))
    }
}

extension PersistentChangeToken: Codable {
    /// Reads the archival string.
    public init(from decoder: any Decoder) throws {
        try self.init(archivalStringValue: decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the archival string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(archivalStringValue)
    }
}
