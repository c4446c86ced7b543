/// An ICC profile (ICC.1:2001-04 of version 2, ICC.1:2010 of version 4) from a file that is not trusted.
///
/// Only the header and the requested tags are read, each within its bounds.
struct ICCProfile {
    private static let headerSize = 128
    /// The greatest number of tags.
    ///
    /// Real profiles have fewer.
    private static let maxTags = 256

    private let bytes: [UInt8]
    private let tags: [Int: Range<Int>]
    /// The device class, 7.2.5.
    let deviceClass: Int
    /// The colour space of the data, 7.2.6.
    let colorSpace: Int
    /// The profile connection space, 7.2.7.
    let connectionSpace: Int

    /// Creates a profile; `nil` if the bytes are not a profile of version 2 or 4.
    init?(_ bytes: [UInt8]) {
        guard let majorVersion = bytes[...].iccNumber(at: 8, bytes: 1), majorVersion == 2 || majorVersion == 4,
            bytes[...].iccNumber(at: 36) == ICCSignature.profile.rawValue,
            let deviceClass = bytes[...].iccNumber(at: 12), let colorSpace = bytes[...].iccNumber(at: 16),
            let connectionSpace = bytes[...].iccNumber(at: 20),
            let count = bytes[...].iccNumber(at: Self.headerSize), count <= Self.maxTags
        else { return nil }
        var tags: [Int: Range<Int>] = [:]
        for entry in stride(from: Self.headerSize + 4, to: Self.headerSize + 4 + 12 * count, by: 12) {
            guard let signature = bytes[...].iccNumber(at: entry), let offset = bytes[...].iccNumber(at: entry + 4),
                let size = bytes[...].iccNumber(at: entry + 8)
            else { return nil }
            // A tag outside the file is ignored.
            if offset <= bytes.count, size <= bytes.count - offset { tags[signature] = offset..<offset + size }
        }
        self.bytes = bytes
        self.tags = tags
        self.deviceClass = deviceClass
        self.colorSpace = colorSpace
        self.connectionSpace = connectionSpace
    }

    /// The data of a tag; `nil` if the profile does not have the tag.
    func tag(_ signature: ICCSignature) -> ArraySlice<UInt8>? { tags[signature.rawValue].map { bytes[$0] } }

    func curve(_ signature: ICCSignature) -> ToneCurve? { tag(signature).flatMap(ToneCurve.init(icc:)) }

    /// The X, Y and Z of a tag of type `XYZ ` (10.31), in 1/65536ths.
    func colorant(_ signature: ICCSignature) -> [Int]? {
        guard let tag = tag(signature), tag.iccNumber(at: 0) == ICCSignature.xyz.rawValue else { return nil }
        let values = [8, 12, 16].compactMap { tag.iccFixed(at: $0) }
        return values.count == 3 ? values : nil
    }
}

/// Four characters of an ICC profile, as a number.
enum ICCSignature: Int {
    case profile = 0x6163_7370  // acsp
    case xyz = 0x5859_5A20
    case rgb = 0x5247_4220
    case gray = 0x4752_4159
    case cmyk = 0x434D_594B
    case input = 0x7363_6E72  // scnr
    case display = 0x6D6E_7472  // mntr
    case output = 0x7072_7472  // prtr
    case space = 0x7370_6163  // spac
    case redColorant = 0x7258_595A  // rXYZ
    case greenColorant = 0x6758_595A
    case blueColorant = 0x6258_595A
    case redCurve = 0x7254_5243  // rTRC
    case greenCurve = 0x6754_5243
    case blueCurve = 0x6254_5243
    case grayCurve = 0x6B54_5243  // kTRC
    case perceptualTable = 0x4132_4230  // A2B0
    case colorimetricTable = 0x4132_4231  // A2B1
}

extension ArraySlice<UInt8> {
    /// The big-endian number of up to four bytes at an offset in the slice; `nil` outside of it.
    func iccNumber(at offset: Int, bytes: Int = 4) -> Int? {
        guard offset >= 0, offset <= count - bytes else { return nil }
        return self[startIndex + offset..<startIndex + offset + bytes].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The `s15Fixed16Number` (ICC.1:2010, 4.6) at an offset in the slice, in 1/65536ths.
    func iccFixed(at offset: Int) -> Int? {
        iccNumber(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
}
