/// Tags and texts of an XML document, one after the other: as much of XML 1.0 as XMP needs.
///
/// Foundation's `XMLParser` is no choice for files of strangers: on Linux (Swift 6.3) it traps on names that are not UTF-8,
/// and with those mended it dereferenced null on a changed packet. Here every step moves on, and what is not understood ends the
/// document. Entities other than XML's five and numbers are not expanded, and a document type is refused, so nothing
/// grows.
struct XMLScanner {
    enum Event {
        /// A tag with its name and attributes as they are written; an empty element is followed by its end.
        case start(String, attributes: [(name: String, value: String)])
        case end
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var endsElement = false

    /// A scanner of UTF-8.
    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next tag or text; `nil` at the end, or where the document makes no sense.
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
                return passed("]]>").map { .text(String(decoding: $0.dropFirst(9), as: UTF8.self)) }
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

    /// Passes over the bytes as long as they are so, and gives them.
    private mutating func taken(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[place...].prefix(while: condition)
        place = taken.endIndex
        return taken
    }

    /// Passes over everything up to and with this mark, and gives what is before it; `nil` if it does not come.
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

    /// The text with its character references and XML's own entities replaced (XML 1.0, 4.1 and 4.6).
    private static func expanded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
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
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") { return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
    }
}
