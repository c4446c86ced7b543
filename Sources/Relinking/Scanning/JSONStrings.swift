/// Finds the strings of JSON texts (RFC 8259), also of several JSON texts in sequence, as in JSON Lines.
struct JSONStrings {
    /// The text is not JSON.
    ///
    /// The offset of the first wrong byte.
    struct Malformed: Error {
        let offset: Int
    }

    private let text: [UInt8]
    private var index: Int
    private let escapesNonASCII: Bool

    init(_ text: [UInt8]) {
        self.text = text
        index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // The strings that contain non-ASCII characters show how the writer escapes them.
        escapesNonASCII = !text.dropFirst(index).contains { $0 >= 0x80 } && text.containsUnicodeEscape
    }

    /// Calls `visit` with every string, also with the names of members.
    ///
    /// - Throws: `Malformed`. `visit` may have been called before.
    mutating func forEach(_ visit: (Unquoted) throws -> Void) throws {
        enum Expected { case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd }
        var open: [UInt8] = []
        var expected = Expected.value
        var hasValue = false
        while true {
            while index < text.count, text[index].isJSONSpace { index += 1 }
            guard index < text.count else { break }
            let byte = text[index]
            switch (expected, byte) {
            case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
                open.append(UInt8(ascii: "}"))
                expected = .nameOrEnd
                index += 1
                continue
            case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
                open.append(UInt8(ascii: "]"))
                expected = .valueOrEnd
                index += 1
                continue
            case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
                try string(visit)
                expected = .colon
                continue
            case (.colon, UInt8(ascii: ":")):
                index += 1
                expected = .value
                continue
            case (.commaOrEnd, UInt8(ascii: ",")):
                index += 1
                expected = open.last == UInt8(ascii: "}") ? .name : .value
                continue
            case (.valueOrEnd, UInt8(ascii: "]")), (.nameOrEnd, UInt8(ascii: "}")):
                index += 1
                open.removeLast()
            case (.commaOrEnd, _) where byte == open.last:
                index += 1
                open.removeLast()
            case (.value, UInt8(ascii: "\"")), (.valueOrEnd, UInt8(ascii: "\"")): try string(visit)
            case (.value, _), (.valueOrEnd, _): try literal()
            default: throw Malformed(offset: index)
            }
            // A value is complete.
            expected = open.isEmpty ? .value : .commaOrEnd
            hasValue = true
        }
        guard open.isEmpty, hasValue, expected == .value else { throw Malformed(offset: text.count) }
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func literal() throws {
        let start = index
        while index < text.count, text[index].isLiteral { index += 1 }
        let word = text[start..<index]
        let isName = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
        guard isName || word.first.map({ $0.isDigit || $0 == UInt8(ascii: "-") }) == true else {
            throw Malformed(offset: start)
        }
    }

    private mutating func string(_ visit: (Unquoted) throws -> Void) throws {
        index += 1
        var string = Unquoted(at: index, .json(escapesSlash: false, escapesNonASCII: false))
        var style = (slash: false, nonASCII: escapesNonASCII, hasRaw: false)
        while index < text.count {
            let start = index
            switch text[index] {
            case UInt8(ascii: "\""):
                index += 1
                string.quoting = .json(escapesSlash: style.slash, escapesNonASCII: style.nonASCII && !style.hasRaw)
                return try visit(string)
            case UInt8(ascii: "\\"):
                let scalar = try escape()
                if text[start + 1] == UInt8(ascii: "/") { style.slash = true }
                if scalar.value >= 0x80 { style.nonASCII = true }
                string.append(Array(String(Character(scalar)).utf8), from: start, to: index)
            case ..<0x20: throw Malformed(offset: index)
            case let byte:
                if byte >= 0x80 { style.hasRaw = true }
                index += 1
                string.append(CollectionOfOne(byte), from: start, to: index)
            }
        }
        throw Malformed(offset: text.count)
    }

    /// The character of an escape sequence.
    private mutating func escape() throws -> Unicode.Scalar {
        let start = index
        guard index + 1 < text.count else { throw Malformed(offset: index) }
        index += 2
        switch text[index - 1] {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A single surrogate is no character, and no path contains one.
            guard UTF16.isLeadSurrogate(unit), text[index...].starts(with: Array("\\u".utf8)) else {
                return "\u{FFFD}"
            }
            let second = index
            index += 2
            let low = try codeUnit()
            guard UTF16.isTrailSurrogate(low) else {
                index = second
                return "\u{FFFD}"
            }
            return UTF16.decode(UTF16.EncodedScalar([unit, low]))
        case let byte where Array("\"\\/".utf8).contains(byte): return Unicode.Scalar(byte)
        default: throw Malformed(offset: start)
        }
    }

    private mutating func codeUnit() throws -> UInt16 {
        let digits = text[index...].prefix(4).compactMap(\.hexDigit)
        guard digits.count == 4 else { throw Malformed(offset: index) }
        index += 4
        return digits.reduce(0) { $0 << 4 | UInt16($1) }
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    fileprivate var isLiteral: Bool { isLetter || isDigit || self == 0x2B || self == 0x2D || self == 0x2E }
}

extension [UInt8] {
    /// Whether a non-ASCII character is written as `\u`.
    fileprivate var containsUnicodeEscape: Bool {
        var index = 0
        while let found = self[index...].firstIndex(of: UInt8(ascii: "\\")) {
            guard found + 3 < count else { return false }
            if self[found + 1] == UInt8(ascii: "u"), self[(found + 2)..<(found + 4)] != [0x30, 0x30] { return true }
            index = found + 2
        }
        return false
    }
}
