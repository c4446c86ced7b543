/// Reads the tags and texts of an XML document in sequence: the part of XML 1.0 that XMP needs.
///
/// Foundation's `XMLParser` is not safe for untrusted files. On Linux (Swift 6.3) it traps on names that are not
/// UTF-8. With these names corrected it still dereferenced null on a changed packet. In this scanner every step
/// advances, and unknown syntax ends the document. It does not expand entities, so the text does not grow.
struct XMLScanner {
    enum Event {
        case start(Tag)
        /// An end tag, with its name. None follows an empty element.
        case end(Range<Int>)
        case text(Range<Int>)
        /// The text of a CDATA section.
        case data(Range<Int>)
        /// The text of a comment.
        case comment(Range<Int>)
        /// A document type, from its `<` to its `>`.
        case documentType(Range<Int>)
    }

    /// A tag of an element.
    struct Tag {
        let name: Range<Int>
        /// The names, and the values without quotes.
        let attributes: [(name: Range<Int>, value: Range<Int>)]
        /// Whether the element ends here.
        let isEmpty: Bool
    }

    /// Characters of the syntax that no name has.
    private static let outsideOfNames = "<>/=\"'!?&;"

    let characters: XMLCharacters
    /// The position of the last event.
    private(set) var extent = 0..<0

    init(_ characters: XMLCharacters) { self.characters = characters }

    /// Whether the whole document was read.
    var isAtEnd: Bool { extent.upperBound == characters.units.count }

    /// The next event; `nil` at the end or at a syntax error.
    mutating func next() -> Event? {
        while let (event, end) = event(at: extent.upperBound) {
            extent = extent.upperBound..<end
            if let event { return event }
        }
        return nil
    }

    /// The event at `start` and its end; no event for a processing instruction.
    private func event(at start: Int) -> (event: Event?, end: Int)? {
        guard start < characters.units.count else { return nil }
        func upTo(_ mark: String, from offset: Int, _ event: (Int) -> Event?) -> (Event?, Int)? {
            characters.end(of: mark, from: offset).map { (event($0), $0) }
        }
        if !characters.has("<", at: start) {
            let end = characters.position(from: start) { $0 == 0x3C } ?? characters.units.count
            return (.text(start..<end), end)
        }
        if characters.has("<!--", at: start) {
            return upTo("-->", from: start + 4) { .comment(start + 4..<$0 - 3) }
        }
        if characters.has("<?", at: start) { return upTo("?>", from: start) { _ in nil } }
        if characters.has("<![CDATA[", at: start) { return upTo("]]>", from: start + 9) { .data(start + 9..<$0 - 3) } }
        if characters.has("<!DOCTYPE", at: start) { return upTo(">", from: start) { .documentType(start..<$0) } }
        if characters.has("<!", at: start) { return nil }
        if characters.has("</", at: start) {
            return upTo(">", from: start) { _ in .end(name(from: start + 2, upTo: Self.outsideOfNames)) }
        }
        return tag(at: start).map { (.start($0.tag), $0.end) }
    }

    /// The tag at `start`, and its end; `nil` if it is malformed.
    private func tag(at start: Int) -> (tag: Tag, end: Int)? {
        let name = name(from: start + 1, upTo: "/>")
        guard !name.isEmpty else { return nil }
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        var offset = name.upperBound
        while true {
            offset = characters.skippingSpace(offset)
            guard offset < characters.units.count else { return nil }
            for (mark, isEmpty) in [(">", false), ("/>", true)] where characters.has(mark, at: offset) {
                return (Tag(name: name, attributes: attributes, isEmpty: isEmpty), offset + mark.utf8.count)
            }
            let attribute = self.name(from: offset, upTo: "=>")
            offset = characters.skippingSpace(attribute.upperBound)
            guard !attribute.isEmpty, characters.has("=", at: offset) else { return nil }
            offset = characters.skippingSpace(offset + 1)
            guard characters.has("\"", at: offset) || characters.has("'", at: offset),
                case let quote = characters.units[offset],
                let end = characters.position(from: offset + 1, where: { $0 == quote })
            else { return nil }
            attributes.append((attribute, offset + 1..<end))
            offset = end + 1
        }
    }

    /// The characters up to white space or one of the `ends`; empty if the next character is one of these.
    ///
    /// They need not be those of a name: ``isName(_:)``.
    private func name(from start: Int, upTo ends: String) -> Range<Int> {
        let start = min(start, characters.units.count)
        let end = characters.position(from: start) { unit in
            XMLCharacters.isSpace(unit) || ends.unicodeScalars.contains { $0.value == unit }
        }
        return start..<(end ?? characters.units.count)
    }

    /// Whether these characters can be a name in a well-formed document.
    func isName(_ name: Range<Int>) -> Bool {
        name == self.name(from: name.lowerBound, upTo: Self.outsideOfNames).clamped(to: name)
    }
}
