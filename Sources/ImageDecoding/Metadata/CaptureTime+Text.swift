package import PhotoModel

extension CaptureTime {
    /// Reads a time in the forms of ISO 8601 that occur in files.
    ///
    /// The forms are `2019-07-08T09:10:11.5+0200`, also with `:` or `/` in the date, a blank for the `T`, and
    /// `+02:00`, `+02` or `Z`. The result is `nil` without a time of day, because a day is not a capture time.
    package init?(iso8601 text: String) {
        let pattern = /(\d{4})\D(\d\d)\D(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?\s?([+-]\d\d(?::?\d\d)?|Z)?/
        guard let match = text.prefixMatch(of: pattern.asciiOnlyDigits())?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6 ?? "0")
        else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            nanosecond: match.7.flatMap { Self.nanoseconds(fraction: $0) },
            offsetMinutes: match.8.flatMap { Self.offsetMinutes($0) })
    }

    private static func offsetMinutes(_ text: Substring) -> Int? {
        let digits = text.filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.count > 2 ? digits.suffix(2) : "0") else {
            return text == "Z" ? 0 : nil
        }
        return (text.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes)
    }

    /// Reads a date of C's `asctime` or of RFC 1123: `Mon Mar 10 15:04:43 2003`, `Mon, 10 Mar 2003 15:04:43 +0100`.
    init?(dateText text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func month(_ name: Substring) -> Int? {
            months.firstIndex { $0.lowercased() == name.lowercased() }.map { $0 + 1 }
        }
        let asctime = /\s*\w{3}\s+(\w{3})\s+(\d{1,2})\s+(\d\d):(\d\d):(\d\d)\s+(\d{4})/
        let rfc1123 = /\s*(?:\w{3},\s*)?(\d{1,2})\s+(\w{3})\s+(\d{4})\s+(\d\d):(\d\d):(\d\d)\s*([+-]\d{4}|GMT|UTC|Z)?/
        if let match = text.prefixMatch(of: asctime)?.output, let month = month(match.1), let day = Int(match.2),
            let hour = Int(match.3), let minute = Int(match.4), let second = Int(match.5), let year = Int(match.6)
        {
            self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        } else if let match = text.prefixMatch(of: rfc1123)?.output, let day = Int(match.1), let month = month(match.2),
            let year = Int(match.3), let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6)
        {
            let zone = match.7.flatMap { Self.offsetMinutes($0) ?? 0 }
            self.init(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, offsetMinutes: zone)
        } else {
            return nil
        }
    }
}
