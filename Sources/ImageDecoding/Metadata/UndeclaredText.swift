extension Array<UInt8> {
    /// The bytes as a text whose coding the file does not declare: UTF-8 if they are valid, otherwise Windows-1252.
    ///
    /// Fields of limited length cut UTF-8 between the bytes of a character. The cut character is left out if the text
    /// has other characters of several bytes, which show that it is UTF-8.
    package var undeclaredText: String {
        if let text = String(validating: self, as: UTF8.self) { return text }
        if let start = lastIndex(where: { $0 & 0xC0 == 0xC0 }), start >= endIndex - 3,
            case let whole = self[..<start], whole.contains(where: { $0 >= 0x80 }),
            let text = String(validating: whole, as: UTF8.self)
        {
            return text
        }
        return String(String.UnicodeScalarView(map { Self.windows1252[Int($0)] }))
    }

    /// The characters of Windows-1252 (WHATWG, Encoding Standard, «index windows-1252»).
    private static let windows1252: [Unicode.Scalar] = {
        let from80: [UInt32] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
            0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
            0x0153, 0x9D, 0x017E, 0x0178,
        ]
        return (UInt8.min...UInt8.max).map { byte in
            guard 0x80..<0xA0 ~= byte else { return Unicode.Scalar(byte) }
            return Unicode.Scalar(from80[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
        }
    }()
}
