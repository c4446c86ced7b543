/// Finds the destinations of links and images in Markdown (CommonMark 0.31), and those in embedded HTML.
///
/// Text in code is not searched. Destinations with spaces and no brackets are accepted, because many programs write
/// them.
struct MarkdownDestinations {
    /// The greatest length in bytes of a title, a tag, and a destination with spaces.
    ///
    /// It prevents repeated searches in text without an end mark.
    private static let longest = 1 << 12
    /// The greatest nesting of parentheses in a destination (CommonMark 0.31, section 6.3, allows a limit of 32).
    private static let deepest = 32

    private let text: [UInt8]
    private var index = 0

    init(_ text: [UInt8]) { self.text = text }

    /// Calls `visit` with every destination.
    mutating func forEach(_ visit: (Unquoted) throws -> Void) rethrows {
        var isLineStart = true
        while index < text.count {
            if isLineStart {
                isLineStart = false
                if skipFence() { continue }
                if let definition = definition() {
                    try visit(definition)
                    continue
                }
            }
            switch text[index] {
            case 0x0A:
                index += 1
                isLineStart = true
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "`"): skipCode()
            case UInt8(ascii: "]") where byte(at: index + 1) == UInt8(ascii: "("):
                if let destination = inlineDestination() { try visit(destination) } else { index += 1 }
            case UInt8(ascii: "<"):
                for found in markup() { try visit(found) }
            default: index += 1
            }
        }
    }

    private func byte(at index: Int) -> UInt8? { index < text.count ? text[index] : nil }

    private func endOfLine(_ start: Int) -> Int { text[min(start, text.count)...].firstIndex(of: 0x0A) ?? text.count }

    private func skippingBlanks(_ start: Int, lines: Bool) -> Int {
        text[min(start, text.count)...].firstIndex { !($0.isBlank && (lines || !$0.isLineEnd)) } ?? text.count
    }

    // MARK: Code

    /// Skips a fenced code block that begins on this line.
    private mutating func skipFence() -> Bool {
        // Lists and quotations indent a fence.
        let start = text[index...].firstIndex { !($0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">")) } ?? text.count
        guard let mark = byte(at: start), mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
        let length = text[start...].prefix { $0 == mark }.count
        let end = endOfLine(start)
        guard length >= 3, mark == UInt8(ascii: "~") || !text[(start + length)..<end].contains(mark) else {
            return false
        }
        index = end
        while index < text.count {
            let line = index + 1
            index = endOfLine(line)
            let content = text[min(line, index)..<index].drop { $0.isBlank || $0 == UInt8(ascii: ">") }
            if content.prefix(while: { $0 == mark }).count >= length, content.allSatisfy({ $0 == mark || $0.isBlank }) {
                return true
            }
        }
        return true
    }

    /// Skips code between two runs of the same number of backticks, or the run itself if there is no closing run.
    private mutating func skipCode() {
        func run(_ start: Int) -> Int { text[start...].prefix { $0 == UInt8(ascii: "`") }.count }
        let length = run(index)
        index += length
        var place = index
        while place < text.count {
            // An empty line ends the paragraph, and code does not continue in the next paragraph.
            if text[place] == 0x0A, byte(at: skippingBlanks(place + 1, lines: false)).map(\.isLineEnd) ?? true {
                return
            }
            let count = run(place)
            if count == length {
                index = place + length
                return
            }
            place += max(1, count)
        }
    }

    // MARK: Links

    /// The destination of `](destination "title")`.
    ///
    /// Moves to the end of the link.
    private mutating func inlineDestination() -> Unquoted? {
        let start = skippingBlanks(index + 2, lines: true)
        let found = byte(at: start) == UInt8(ascii: "<") ? angle(start) : bare(start)
        if let (destination, end) = found, let close = endOfLink(end) {
            index = close
            return destination
        }
        guard let (destination, close) = withSpaces(start) else { return nil }
        index = close
        return destination
    }

    /// The destination of `[label]: destination` at the start of a line.
    ///
    /// Moves to the end of the destination.
    private mutating func definition() -> Unquoted? {
        let start = skippingBlanks(index, lines: false)
        guard start - index <= 3, byte(at: start) == UInt8(ascii: "["), byte(at: start + 1) != UInt8(ascii: "]") else {
            return nil
        }
        var close = start + 1
        while let byte = byte(at: close), byte != UInt8(ascii: "]") {
            guard byte != 0x0A, byte != UInt8(ascii: "[") else { return nil }
            close += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard byte(at: close + 1) == UInt8(ascii: ":") else { return nil }
        let place = skippingBlanks(close + 2, lines: false)
        let found = byte(at: place) == UInt8(ascii: "<") ? angle(place) : bare(place)
        guard let (destination, end) = found else { return nil }
        index = end
        return destination
    }

    /// The position after the closing parenthesis, if only a title precedes it.
    private func endOfLink(_ start: Int) -> Int? {
        var place = skippingBlanks(start, lines: true)
        if place > start, let open = byte(at: place), Array("\"'(".utf8).contains(open) {
            let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open
            place += 1
            let limit = place + Self.longest
            while let byte = byte(at: place), byte != close, place < limit {
                place += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            place = skippingBlanks(place + 1, lines: true)
        }
        return byte(at: place) == UInt8(ascii: ")") ? place + 1 : nil
    }

    /// A destination between angle brackets, and the position after it.
    private func angle(_ start: Int) -> (Unquoted, Int)? {
        var destination = Unquoted(at: start + 1, .angleDestination)
        var place = start + 1
        while let byte = byte(at: place), !byte.isLineEnd, byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: ">") { return (destination, place + 1) }
            place = take(place, into: &destination)
        }
        return nil
    }

    /// A destination that ends at a blank or at the closing parenthesis.
    private func bare(_ start: Int) -> (Unquoted, Int)? {
        var destination = Unquoted(at: start, .bareDestination)
        var place = start
        var depth = 0
        while let byte = byte(at: place), !byte.isBlank, depth < Self.deepest {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") {
                guard depth > 0 else { break }
                depth -= 1
            }
            place = take(place, into: &destination)
        }
        return place > start ? (destination, place) : nil
    }

    /// A destination that contains spaces.
    ///
    /// It ends at a title or at the closing parenthesis on the same line.
    private func withSpaces(_ start: Int) -> (Unquoted, Int)? {
        var close = start
        var depth = 0
        while let byte = byte(at: close), !byte.isLineEnd, close - start < Self.longest, depth < Self.deepest {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") {
                guard depth > 0 else { break }
                depth -= 1
            }
            close += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard byte(at: close) == UInt8(ascii: ")"), close > start else { return nil }
        var end = close
        if let quote = text[start..<end].last, Array("\"'".utf8).contains(quote),
            let open = text[start..<(end - 1)].lastIndex(of: quote), open > start, text[open - 1] == 0x20
        {
            end = open
        }
        end = text[start..<end].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? start
        var destination = Unquoted(at: start, .bareDestination)
        var place = start
        while place < end { place = take(place, into: &destination) }
        return place == end && end > start ? (destination, close + 1) : nil
    }

    /// Appends one character, and resolves a backslash or a character reference.
    ///
    /// Returns the position after it.
    private func take(_ place: Int, into destination: inout Unquoted) -> Int {
        if text[place] == UInt8(ascii: "\\"), let next = byte(at: place + 1), next.isPunctuation {
            destination.append(CollectionOfOne(next), from: place, to: place + 2)
            return place + 2
        }
        if let (bytes, end) = characterReference(place) {
            destination.append(bytes, from: place, to: end)
            return end
        }
        destination.append(CollectionOfOne(text[place]), from: place, to: place + 1)
        return place + 1
    }

    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// The bytes of a reference such as `&amp;` or `&#38;`, and the position after it.
    private func characterReference(_ start: Int) -> ([UInt8], Int)? {
        guard text[start] == UInt8(ascii: "&"),
            let end = text[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")), end > start + 1
        else { return nil }
        let name = String(decoding: text[(start + 1)..<end], as: UTF8.self)
        if let character = Self.named[name] { return (Array(character.utf8), end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        guard let number, number > 0, let scalar = Unicode.Scalar(number) else { return nil }
        return (Array(String(Character(scalar)).utf8), end + 1)
    }

    // MARK: Angle brackets

    private static let attributes: Set<String> = ["src", "href", "poster", "data-src"]

    /// The destination of an autolink, or the destinations in an HTML tag's attributes.
    ///
    /// Moves to the end.
    private mutating func markup() -> [Unquoted] {
        let start = index + 1
        index = start
        guard let first = byte(at: start), first.isLetter else { return [] }
        let name = text[start...].prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        if byte(at: name.endIndex) == UInt8(ascii: ":") {
            guard let end = text[start...].firstIndex(where: { $0.isLineEnd || $0 == 0x3C || $0 == 0x3E }),
                text[end] == UInt8(ascii: ">")
            else { return [] }
            index = end + 1
            return [Unquoted(Array(text[start..<end]), at: start, .autolink)]
        }
        return tag(name.endIndex)
    }

    /// The values of the attributes that contain destinations.
    private mutating func tag(_ start: Int) -> [Unquoted] {
        var found: [Unquoted] = []
        var place = start
        while let byte = byte(at: skippingBlanks(place, lines: true)), byte != UInt8(ascii: ">"),
            place - start < Self.longest
        {
            place = skippingBlanks(place, lines: true)
            let name = text[place...].prefix { !$0.isBlank && !Array("=>\"'/".utf8).contains($0) }
            guard !name.isEmpty else {
                place += 1
                continue
            }
            let equals = skippingBlanks(name.endIndex, lines: true)
            guard self.byte(at: equals) == UInt8(ascii: "=") else {
                place = name.endIndex
                continue
            }
            let open = skippingBlanks(equals + 1, lines: true)
            guard let (value, end) = attributeValue(open) else { return found }
            if Self.attributes.contains(String(decoding: name, as: UTF8.self).lowercased()) { found.append(value) }
            place = end
        }
        index = min(place + 1, text.count)
        return found
    }

    private func attributeValue(_ start: Int) -> (Unquoted, Int)? {
        guard let first = byte(at: start) else { return nil }
        let quote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? first : nil
        var place = quote == nil ? start : start + 1
        var value = Unquoted(at: place, .attribute(isQuoted: quote != nil))
        while let byte = byte(at: place), place - start < 2 * Self.longest {
            if let quote {
                if byte == quote { return (value, place + 1) }
            } else if byte.isBlank || byte == UInt8(ascii: ">") {
                return (value, place)
            }
            if let (bytes, end) = characterReference(place) {
                value.append(bytes, from: place, to: end)
                place = end
            } else {
                value.append(CollectionOfOne(byte), from: place, to: place + 1)
                place += 1
            }
        }
        return nil
    }
}
