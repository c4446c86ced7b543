/// A text in a file that refers to something in the old folder.
struct Reference: Sendable {
    /// The position in the scanned text, in bytes.
    private(set) var range: Range<Int>
    /// The text without its quoting.
    let text: String
    let target: ReferenceTarget
    /// The quotings around the text, the innermost first.
    private(set) var quotings: [Quoting]

    init(_ text: [UInt8], _ target: ReferenceTarget) {
        range = 0..<text.count
        self.text = String(decoding: text, as: UTF8.self)
        self.target = target
        quotings = []
    }

    /// The same reference with its position in the text that contains `around`.
    func inside(_ around: Unquoted) -> Reference {
        var reference = self
        reference.range = around.place(of: range)
        reference.quotings.append(around.quoting)
        return reference
    }

    /// Whether the text is read as a URL.
    var isURL: Bool { quotings.first?.holdsURL ?? false }

    /// The bytes that represent a text at this position.
    func quote(_ text: [UInt8]) -> [UInt8] { quotings.reduce(text) { $1.quote($0) } }
}

/// Finds references in JSON, in Markdown, and in JSON or Markdown inside JSON strings.
struct ReferenceScanner {
    let reader: TargetReader

    /// The greatest nesting of texts in texts.
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

    /// The references in a text of any kind: the text can be a reference, JSON, or Markdown.
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
