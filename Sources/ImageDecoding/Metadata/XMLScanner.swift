/// Reads the tags and texts of an XML document in sequence: the part of XML 1.0 that XMP needs.
///
/// Foundation's `XMLParser` is not safe for untrusted files. On Linux (Swift 6.3) it traps on names that are not
/// UTF-8. With these names corrected it still dereferenced null on a changed packet. In this scanner every step
/// advances, and unknown syntax ends the document. Entities other than XML's five and numeric ones are not expanded,
/// and a document type is refused, so the text does not grow.
struct XMLScanner {
    enum Event {
        /// A tag with its name and attributes as written. An end event follows an empty element.
        case start(String, attributes: [(name: String, value: String)])
        case end
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var endsElement = false

    /// Creates a scanner of UTF-8.
    ///
    /// Texts that are not valid are read as ``Swift/Array/undeclaredText``.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next tag or text; `nil` at the end or at a syntax error.
    mutating func next() -> Event? {
        if endsElement {
            endsElement = false
            return .end
        }
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "<") { return .text(Self.expanded(taken { $0 != UInt8(ascii: "<") })) }
            if starts(with: "<!--") {
                guard passed("-->") != nil else { return nil }
            } else if starts(with: "<?") {
                guard passed("?>") != nil else { return nil }
            } else if starts(with: "<![CDATA[") {
                return passed("]]>").map { .text(Array($0.dropFirst(9)).undeclaredText) }
            } else if starts(with: "<!") {
                return nil
            } else if starts(with: "</") {
                return passed(">").map { _ in .end }
            } else {
                return tag()
            }
        }
        return nil
    }

    /// Reads a tag, from its `<` to its `>`.
    private mutating func tag() -> Event? {
        place += 1
        let name = taken { !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        guard !name.isEmpty else { return nil }
        var attributes: [(name: String, value: String)] = []
        while true {
            _ = taken(while: Self.isSpace)
            guard place < bytes.count else { return nil }
            if bytes[place] == UInt8(ascii: ">") { break }
            if starts(with: "/>") {
                endsElement = true
                place += 1
                break
            }
            let name = taken { !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            _ = taken(while: Self.isSpace)
            guard !name.isEmpty, starts(with: "=") else { return nil }
            place += 1
            _ = taken(while: Self.isSpace)
            guard place < bytes.count, case let quote = bytes[place], quote == 0x22 || quote == 0x27 else { return nil }
            place += 1
            let value = taken { $0 != quote }
            guard place < bytes.count else { return nil }
            place += 1
            attributes.append((String(decoding: name, as: UTF8.self), Self.expanded(value)))
        }
        place += 1
        return .start(String(decoding: name, as: UTF8.self), attributes: attributes)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    /// Skips bytes while they satisfy the condition, and returns them.
    private mutating func taken(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[place...].prefix(while: condition)
        place = taken.endIndex
        return taken
    }

    /// Skips everything up to and including this mark, and returns the bytes before it; `nil` if the mark is missing.
    private mutating func passed(_ mark: String) -> ArraySlice<UInt8>? {
        let mark = Array(mark.utf8)
        let start = place
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                defer { place += mark.count }
                return bytes[start..<place]
            }
            place += 1
        }
        return nil
    }

    /// The text with its character references and XML's own entities expanded (XML 1.0, 4.1 and 4.6).
    private static func expanded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes).undeclaredText }
        var text: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            if first == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self))
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
