/// A cryptographic digest of 32 bytes.
public struct Digest: Hashable, Sendable {
    /// The 32 bytes, in the order the hash function writes them.
    public let bytes: [UInt8]

    /// Creates a digest of exactly 32 bytes; `nil` for any other count.
    public init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == 32 else { return nil }
    }

    /// Lower-case hexadecimal text, 64 digits.
    public var hex: String { bytes.hexadecimal }

    /// The first 16 bytes, which a cloud identifier contains.
    public var prefix128: [UInt8] { Array(bytes.prefix(16)) }
}

extension Sequence<UInt8> {
    /// Lower-case hexadecimal text, two digits a byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Creates the bytes of hexadecimal digits, two digits a byte; `nil` for other text.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
