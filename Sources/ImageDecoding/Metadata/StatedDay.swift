/// A day in the forms in which files state it.
///
/// - EXIF (CIPA DC-008, 4.6.6.5) and ISO 8601, with any separator: `2019:07:08`, `2019-07-08`, `2019/ 7/ 8`,
///   `20190708`.
/// - RFC 1123: `Mon, 8 Jul 2019`.
/// - In words: `July 8, 2019`, also as in C's `asctime`: `Mon Jul  8 09:10:11 2019`.
///
/// Days of which only the order of the numbers would tell the month (`08/07/2019`) are not read.
struct StatedDay {
    let year: Int
    /// The month, not checked.
    let month: Int
    /// The day, not checked.
    let day: Int
    /// The text of the time of day.
    let clock: Substring

    /// The number of characters of a text that are read, because matching a long text takes long.
    private static let maxLength = 64

    /// - Returns: `nil` for other texts.
    init?(_ text: String) {
        let text = Self.withASCIIDigits(String(text.prefix(Self.maxLength)))
        guard let day = Self(numbers: text) ?? Self(words: text) else { return nil }
        self = day
    }

    private init?(_ year: Substring, _ month: Int?, _ day: Substring, _ clock: Substring) {
        guard let year = Int(year), let month, let day = Int(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.clock = clock
    }

    private init?(numbers text: String) {
        let separated = /\s*(\d{4})\D\s?(\d{1,2})\D\s?(\d{1,2})(?!\d)/
        let compact = /\s*(\d{4})(\d\d)(\d\d)/
        guard let match = text.prefixMatch(of: separated) ?? text.prefixMatch(of: compact) else { return nil }
        self.init(match.1, Int(match.2), match.3, text[match.range.upperBound...])
    }

    private init?(words text: String) {
        let dayFirst = /\s*(?:\p{L}+\.?,?\s+)?(\d{1,2})[\s\-]+(\p{L}{3,9})\.?[\s\-]+(\d{4})(?!\d)/
        let monthFirst = /\s*(?:\p{L}+\.?,?\s+)?(\p{L}{3,9})\.?\s+(\d{1,2}),?\s*(\d{4})(?!\d)/
        // The year is behind the time of day, and may be behind a zone.
        let yearLast =
            #/
            \s*(?:\p{L}+\.?,?\s+)?(\p{L}{3,9})\.?\s+(\d{1,2})
            (\s+\d{1,2}:\d\d\S*)\s+(?:(UTC|GMT|[+\-]\d{4}|[A-Z]+)\s+)?(\d{4})(?!\d)
            /#
        if let match = text.prefixMatch(of: dayFirst) {
            let clock = Self.withOffsets(text[match.range.upperBound...])
            self.init(match.3, Self.month(match.2), match.1, clock)
        } else if let match = text.prefixMatch(of: monthFirst) {
            self.init(match.3, Self.month(match.1), match.2, text[match.range.upperBound...])
        } else if let match = text.prefixMatch(of: yearLast) {
            self.init(match.5, Self.month(match.1), match.2, match.3 + (match.4 ?? ""))
        } else {
            return nil
        }
    }

    private static func month(_ name: Substring) -> Int? {
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
            .firstIndex(of: name.prefix(3).lowercased()).map { $0 + 1 }
    }

    /// The time of day of RFC 1123, with the offset of a zone that the standard names (RFC 822, 5.1).
    private static func withOffsets(_ clock: Substring) -> Substring {
        let zones = [
            "EDT": "-0400", "EST": "-0500", "CDT": "-0500", "CST": "-0600", "MDT": "-0600", "MST": "-0700",
            "PDT": "-0700", "PST": "-0800",
        ]
        let words = clock.split(separator: " ")
        guard let zone = words.dropFirst().first, let offset = zones[String(zone)] else { return clock }
        return " \(words[0])\(offset)"
    }

    /// The text with the decimal digits of all scripts as ASCII.
    ///
    /// Programs that write dates in the language of the phone write Arabic, Persian or Bengali digits.
    private static func withASCIIDigits(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let scalars = text.unicodeScalars.map { scalar in
            guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
                return scalar
            }
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
