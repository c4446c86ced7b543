/// A manual page in roff with the macros of man(7), for groff and mandoc.
struct RoffText {
    private(set) var source = ""

    /// A line with a macro, such as `.SH`, and one argument at most.
    mutating func macro(_ name: String, _ argument: String? = nil) {
        source += ".\(name)" + (argument.map { " \"\(Self.escaped($0))\"" } ?? "") + "\n"
    }

    /// The first line of a page.
    mutating func title(_ name: String, of source: String, _ manual: String) {
        self.source +=
            ".TH \"\(Self.escaped(name.uppercased()))\" 1 \"\" \"\(Self.escaped(source))\" \"\(Self.escaped(manual))\"\n"
    }

    /// A line of text.
    mutating func line(_ spans: Span...) { line(spans) }

    /// A line of text.
    mutating func line(_ spans: [Span]) {
        let text = spans.map(\.source).joined()
        // A line with a dot at its start would be a macro.
        source += (text.hasPrefix(".") ? "\\&" : "") + text + "\n"
    }

    /// Lines of an example, without filling.
    mutating func example(_ lines: [String]) {
        macro("EX")
        for text in lines { line(.plain(text)) }
        macro("EE")
    }

    /// A part of a line.
    struct Span {
        fileprivate let source: String

        static func plain(_ text: String) -> Span { Span(source: escaped(text)) }
        /// Text that a person types literally.
        static func bold(_ text: String) -> Span { Span(source: "\\fB\(escaped(text))\\fR") }
        /// A placeholder.
        static func italic(_ text: String) -> Span { Span(source: "\\fI\(escaped(text))\\fR") }
    }

    private static let names: [Unicode.Scalar: String] = [
        // An unescaped - becomes a hyphen, and quotes become typographic quotes. Neither works in a pasted command
        // line.
        "-": "\\-", "\\": "\\e", "'": "\\[aq]", "\"": "\\[dq]", "`": "\\[ga]", "^": "\\[ha]", "~": "\\[ti]", "\n": " ",
    ]

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let name = names[scalar] {
                result += name
            } else if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
    }
}
