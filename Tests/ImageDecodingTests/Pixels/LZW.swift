/// LZW data that define no strings that they use.
enum LZW {
    /// As TIFF packs codes: 9 bits, the highest bit first, with a code that removes all strings before each byte.
    static func tiff(_ bytes: [UInt8]) -> [UInt8] {
        pack(bytes.flatMap { [256, Int($0)] } + [257], isHighestBitFirst: true)
    }

    /// As GIF packs codes of 8 bits.
    static func gif(_ bytes: [UInt8]) -> [UInt8] {
        pack(bytes.flatMap { [256, Int($0)] } + [257], isHighestBitFirst: false)
    }

    private static func pack(_ codes: [Int], isHighestBitFirst: Bool) -> [UInt8] {
        let bits = codes.flatMap { code in (0..<9).map { code >> (isHighestBitFirst ? 8 - $0 : $0) & 1 } }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<min(8, bits.count - start)).reduce(UInt8(0)) { byte, bit in
                byte | UInt8(bits[start + bit]) << UInt8(isHighestBitFirst ? 7 - bit : bit)
            }
        }
    }
}
