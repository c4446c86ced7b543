/// How a text is quoted inside another text.
enum Quoting: Hashable, Sendable {
    /// Between the quotation marks of JSON (RFC 8259, section 7).
    case json(escapesSlash: Bool, escapesNonASCII: Bool)
    /// A link destination without angle brackets (CommonMark 0.31, section 6.3).
    case bareDestination
    /// A link destination between angle brackets.
    case angleDestination
    /// `<file:…>` (CommonMark 0.31, section 6.5).
    case autolink
    /// The value of an HTML attribute, between quotation marks or not.
    case attribute(isQuoted: Bool)

    /// Whether a text with these quotes is read as a URL, in which `%20` means a space.
    var holdsURL: Bool { if case .json = self { false } else { true } }

    /// The quoted text.
    func quote(_ text: [UInt8]) -> [UInt8] {
        switch self {
        case .json(let escapesSlash, let escapesNonASCII):
            Self.json(text, escapesSlash: escapesSlash, escapesNonASCII: escapesNonASCII)
        case .bareDestination:
            // A destination with such characters needs angle brackets. Both forms mean the same.
            text.isEmpty || text.contains { $0 <= 0x20 || $0 == 0x7F || Array("()<>".utf8).contains($0) }
                ? [UInt8(ascii: "<")] + Self.escape(text, "<>") + [UInt8(ascii: ">")] : Self.escape(text, "")
        case .angleDestination: Self.escape(text, "<>")
        case .autolink: text
        case .attribute(let isQuoted): Self.attribute(text, isQuoted: isQuoted)
        }
    }

    private static func json(_ text: [UInt8], escapesSlash: Bool, escapesNonASCII: Bool) -> [UInt8] {
        var quoted: [UInt8] = []
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"": quoted += Array("\\\"".utf8)
            case "\\": quoted += Array("\\\\".utf8)
            case "/" where escapesSlash: quoted += Array("\\/".utf8)
            case "\n": quoted += Array("\\n".utf8)
            case "\r": quoted += Array("\\r".utf8)
            case "\t": quoted += Array("\\t".utf8)
            case _ where scalar.value < 0x20 || scalar.value > 0x7E && escapesNonASCII:
                for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                    let digits = String(unit, radix: 16)
                    quoted += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
                }
            default: quoted += Array(UTF8.encode(scalar) ?? .init())
            }
        }
        return quoted
    }

    /// Puts a backslash before a backslash, before `specials`, and before an `&` that would begin a character
    /// reference.
    private static func escape(_ text: [UInt8], _ specials: String) -> [UInt8] {
        let specials = Array(specials.utf8) + [UInt8(ascii: "\\")]
        return text.indices.flatMap { index in
            let byte = text[index]
            let isReference =
                byte == UInt8(ascii: "&") && index + 1 < text.count
                && (text[index + 1] == UInt8(ascii: "#") || text[index + 1].isLetter)
            return specials.contains(byte) || isReference ? [UInt8(ascii: "\\"), byte] : [byte]
        }
    }

    private static func attribute(_ text: [UInt8], isQuoted: Bool) -> [UInt8] {
        text.flatMap { byte in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            case UInt8(ascii: "'"): Array("&#39;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: " ") where !isQuoted: Array("&#32;".utf8)
            default: [byte]
            }
        }
    }
}

extension UInt8 {
    var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }
    var isDigit: Bool { 0x30...0x39 ~= self }
    /// Whether the byte is a space, a tab or a line end.
    var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
    var isLineEnd: Bool { self == 0x0A || self == 0x0D }
    var isPunctuation: Bool { 0x21...0x7E ~= self && !isLetter && !isDigit }

    var hexDigit: UInt8? {
        if isDigit { return self - 0x30 }
        return 0x61...0x66 ~= self | 0x20 ? (self | 0x20) - 0x61 + 10 : nil
    }
}
