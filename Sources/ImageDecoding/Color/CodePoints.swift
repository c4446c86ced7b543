/// The colours of a picture in Y, Cb and Cr, as code points of ITU-T H.273.
///
/// 2 means that the file does not state the value.
struct CodePoints: Hashable {
    var primaries = 2
    var transfer = 2
    var matrix = 2
    /// Whether Y uses all levels; otherwise black is 16 and white 235 of 8 bits.
    var isFullRange = false

    /// The colours of the coded values: the primaries of sRGB or Display P3, with the function of sRGB.
    ///
    /// The functions of ITU-R BT.709, BT.601 and BT.2020 (1, 6, 14, 15) count as that of sRGB, because pictures with
    /// them are displayed so. The result is `nil` if the values are those of sRGB.
    func colors(channels: Int) -> SourceColors? {
        guard [1, 2, 6, 13, 14, 15].contains(transfer) else {
            return .unsupported("its transfer function (H.273 code \(transfer)) is not that of sRGB")
        }
        switch primaries {
        case 1, 2: return nil
        case 12: return SourceColors(.sRGB, .displayP3, channels: channels)
        default: return .unsupported("its primaries (H.273 code \(primaries)) are not those of sRGB or Display P3")
        }
    }
}

extension CodePoints {
    /// Reads the payload of a `colr` box after its type `nclx` (ISO/IEC 14496-12, 12.1.5); `nil` if it is too short.
    init?(nclx bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 7 else { return nil }
        func number(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
        self.init(
            primaries: number(0), transfer: number(2), matrix: number(4), isFullRange: bytes[6] & 0x80 != 0)
    }
}
