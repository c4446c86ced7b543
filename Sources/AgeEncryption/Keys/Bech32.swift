/// The text form of keys: Bech32 (BIP 173) without its limit of 90 characters.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// The text for bytes, in lower case.
    static func encode(prefix: String, _ bytes: some Sequence<UInt8>) -> String {
        let values = regroup(Array(bytes), from: 8, to: 5, pads: true) ?? []
        let checksum = polymod(expand(prefix) + values + [0, 0, 0, 0, 0, 0]) ^ 1
        let all = values + (0..<6).map { UInt8(checksum >> (5 * (5 - $0)) & 31) }
        return prefix + "1" + String(decoding: all.map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// The bytes of a text in lower or upper case, not both; `nil` for another prefix, or a text that has an error.
    static func decode(_ text: String, prefix: String) -> [UInt8]? {
        guard text == text.lowercased() || text == text.uppercased() else { return nil }
        let text = text.lowercased()
        guard let separator = text.lastIndex(of: "1"), text[..<separator] == prefix else { return nil }
        let values = text[separator...].utf8.dropFirst().compactMap { alphabet.firstIndex(of: $0).map(UInt8.init) }
        guard values.count == text[separator...].utf8.count - 1, values.count >= 6,
            polymod(expand(prefix) + values) == 1
        else { return nil }
        return regroup(values.dropLast(6), from: 5, to: 8, pads: false)
    }

    private static func expand(_ prefix: String) -> [UInt8] {
        prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
    }

    private static func polymod(_ values: [UInt8]) -> UInt32 {
        let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        return values.reduce(1) { checksum, value in
            let top = checksum >> 25
            let next = (checksum & 0x1ff_ffff) << 5 ^ UInt32(value)
            return generator.enumerated().reduce(next) { top >> $1.offset & 1 == 1 ? $0 ^ $1.element : $0 }
        }
    }

    /// Groups of other widths in bits; `nil` if bits remain that are no padding.
    private static func regroup(_ values: some Sequence<UInt8>, from: Int, to: Int, pads: Bool) -> [UInt8]? {
        var (result, bits, count) = ([UInt8](), UInt32(0), 0)
        for value in values {
            bits = (bits << UInt32(from) | UInt32(value)) & 0xfff
            count += from
            while count >= to {
                count -= to
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count) & (1 << UInt32(to) - 1)))
            }
        }
        let rest = bits & (1 << UInt32(count) - 1)
        if pads {
            if count > 0 { result.append(UInt8(truncatingIfNeeded: rest << UInt32(to - count))) }
        } else if count >= from || rest != 0 {
            return nil
        }
        return result
    }
}
