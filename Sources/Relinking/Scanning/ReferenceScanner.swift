/// A text inside a file that refers to something below the old folder.
struct Reference: Sendable {
    /// Where it stands, in bytes of the text that was scanned.
    private(set) var range: Range<Int>
    /// What stands there, without its quoting.
    let text: String
    let target: Target
    /// What it is quoted in, the innermost first.
    private(set) var quotings: [Quoting]

    init(_ text: [UInt8], _ target: Target) {
        range = 0..<text.count
        self.text = String(decoding: text, as: UTF8.self)
        self.target = target
        quotings = []
    }

    /// The same reference, seen from the text that `around` was taken out of.
    func inside(_ around: Unquoted) -> Reference {
        var reference = self
        reference.range = around.place(of: range)
        reference.quotings.append(around.quoting)
        return reference
    }

    /// Whether the place is read as a URL.
    var isURL: Bool { quotings.first?.holdsURL ?? false }

    /// The bytes that stand for a text at this place.
    func quote(_ text: [UInt8]) -> [UInt8] { quotings.reduce(text) { $1.quote($0) } }
}

/// Finds references in texts: in JSON, in Markdown, and in either inside the strings of JSON.
struct ReferenceScanner {
    let reader: TargetReader

    /// Texts in texts in texts: more levels are not looked into.
    private static let deepest = 4

    /// The references in JSON, in order.
    ///
    /// - Throws: `JSONStrings.Malformed`.
    func references(inJSON text: [UInt8]) throws -> [Reference] { try json(text, level: 0) }

    /// The references in Markdown, in order.
    func references(inMarkdown text: [UInt8]) -> [Reference] {
        var found: [Reference] = []
        var destinations = MarkdownDestinations(text)
        destinations.forEach { destination in
            guard let target = reader.target(of: destination.bytes) else { return }
            found.append(Reference(destination.bytes, target).inside(destination))
        }
        return found
    }

    /// The references in a text of any kind: it is one itself, or JSON, or Markdown.
    func references(inCell text: [UInt8]) -> [Reference] { any(text, level: 0) }

    private func any(_ text: [UInt8], level: Int) -> [Reference] {
        if let target = reader.target(of: text) { return [Reference(text, target)] }
        guard level < Self.deepest, text.count > 4 else { return [] }
        if let first = text.first(where: { !$0.isBlank }), Array("[{\"".utf8).contains(first),
            let found = try? json(text, level: level)
        {
            return found
        }
        return text.contains(UInt8(ascii: "]")) || text.contains(UInt8(ascii: "<"))
            ? references(inMarkdown: text) : []
    }

    private func json(_ text: [UInt8], level: Int) throws -> [Reference] {
        var found: [Reference] = []
        var strings = JSONStrings(text)
        try strings.forEach { string in
            found += any(string.bytes, level: level + 1).map { $0.inside(string) }
        }
        return found
    }
}
