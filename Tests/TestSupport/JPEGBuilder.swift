/// Builds JPEG files (ITU-T T.81).
package enum JPEGBuilder {
    package static func segment(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, code] + TIFFBuilder.number(payload.count + 2, 2) + payload
    }

    /// 8 by 8 gray pixels of level 128 as a baseline JPEG with two Huffman tables of one code, and segments after its
    /// first marker.
    package static func picture(_ segments: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
        let tables =
            segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) + segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
            + segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 16))
            + segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 16)) + segment(0xDA, [1, 1, 0, 0, 63, 0])
        // The code 0 for a DC difference of 0, the code 0 for the end of the block, and ones up to the end of the byte.
        return [0xFF, 0xD8] + segments + tables + [0b0011_1111] + [0xFF, 0xD9] + after
    }
}
