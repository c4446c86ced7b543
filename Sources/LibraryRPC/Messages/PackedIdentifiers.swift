internal import Foundation

/// Local identifiers of assets as bytes: 16 for each, the UUID in the order of RFC 9562.
///
/// 100,000 identifiers take 1.6 MB, and no JSON is parsed.
enum PackedIdentifiers {
    /// The bytes of an identifier.
    private static let packedLength = 16
    /// The characters of an identifier.
    private static let length = 36
    /// The positions of the two digits of each byte in an identifier.
    private static let digitPositions = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
    private static let hyphenPositions = [8, 13, 18, 23]
    private static let hyphen = UInt8(ascii: "-")
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The bytes; `nil` if an identifier is no UUID in capital letters.
    static func pack(_ identifiers: [String]) -> Data? {
        var bytes = Data(capacity: identifiers.count * packedLength)
        for var identifier in identifiers {
            guard identifier.withUTF8({ append($0, to: &bytes) }) else { return nil }
        }
        return bytes
    }

    /// Appends the bytes of an identifier, and returns whether it is a UUID in capital letters.
    private static func append(_ characters: UnsafeBufferPointer<UInt8>, to bytes: inout Data) -> Bool {
        guard characters.count == length, hyphenPositions.allSatisfy({ characters[$0] == hyphen }) else { return false }
        return withUnsafeTemporaryAllocation(byteCount: packedLength, alignment: 1) { packed in
            for (index, position) in digitPositions.enumerated() {
                guard let high = value(of: characters[position]), let low = value(of: characters[position + 1]) else {
                    return false
                }
                packed[index] = high << 4 | low
            }
            bytes.append(contentsOf: packed)
            return true
        }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The identifiers; `nil` if the number of bytes is not a multiple of 16.
    static func unpack(_ bytes: Data) -> [String]? {
        guard bytes.count % packedLength == 0 else { return nil }
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: packedLength).map { start in
                String(unsafeUninitializedCapacity: length) { characters in
                    for (index, position) in digitPositions.enumerated() {
                        let byte = bytes[start + index]
                        characters[position] = digits[Int(byte >> 4)]
                        characters[position + 1] = digits[Int(byte & 15)]
                    }
                    for position in hyphenPositions { characters[position] = hyphen }
                    return length
                }
            }
        }
    }
}
