/// Text in the language of man(7), which groff and mandoc read.
struct ManualText {
    private(set) var source = ""

    /// A line with a macro, such as `.SH`; what follows it is its one argument.
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
        // A line that began with a dot would be a macro.
        source += (text.hasPrefix(".") ? "\\&" : "") + text + "\n"
    }

    /// Lines that stay as they are.
    mutating func example(_ lines: [String]) {
        macro("EX")
        for text in lines { line(.plain(text)) }
        macro("EE")
    }

    /// A part of a line.
    struct Span {
        fileprivate let source: String

        static func plain(_ text: String) -> Span { Span(source: escaped(text)) }
        /// What is typed as it stands.
        static func bold(_ text: String) -> Span { Span(source: "\\fB\(escaped(text))\\fR") }
        /// What something else is typed for.
        static func italic(_ text: String) -> Span { Span(source: "\\fI\(escaped(text))\\fR") }
    }

    private static let names: [Unicode.Scalar: String] = [
        // A bare one would be a hyphen, which cannot be pasted into a command line; so with the quotes.
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
