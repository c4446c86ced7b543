/// The texts of a document of UTF-8.
extension XMLCharacters {
    /// The text as written.
    ///
    /// Texts that are not valid are read as ``Swift/Array/undeclaredText``.
    func string(_ range: Range<Int>) -> String { utf8(range).undeclaredText }

    /// A name, in which bytes that are not UTF-8 are replaced.
    func name(_ range: Range<Int>) -> String { String(decoding: utf8(range), as: UTF8.self) }

    private func utf8(_ range: Range<Int>) -> [UInt8] { units[range].map { UInt8(truncatingIfNeeded: $0) } }

    /// The text with its character references and XML's own entities expanded (XML 1.0, 4.1 and 4.6).
    ///
    /// Other entities stay as they are, so the text does not grow.
    func expanded(_ range: Range<Int>) -> String {
        let bytes = utf8(range)
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes.undeclaredText }
        var text: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.first {
            if first == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = Self.character(String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self))
            {
                text += String(character).utf8
                rest = rest[(end + 1)...]
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return text.undeclaredText
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") { return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
    }
}
