internal import PhotoModel

/// A time of day in the forms in which files state it, behind a day.
///
/// - `09:10:11`, `T09:10:11.5`, `09.10`, ` 9: 5: 3`, `T091011`: the second and the fraction may be missing.
/// - `1:42 PM`, `下午1:42`, `午後1:42`, `오후 1:42`.
/// - Then an offset from UTC: `+02:00`, `+0200`, `+2`, `-5:30`, `Z`, `UTC`, `GMT+2`.
///
/// Android phones write the hour after midnight as 24, of the day that begins then. In ISO 8601 `T24:00:00` is the end
/// of the day. This one text has two meanings and is not read.
struct StatedClock {
    let hour: Int
    let minute: Int
    let second: Int
    let nanosecond: Int?
    let offsetMinutes: Int?

    /// - Returns: `nil` for other texts.
    init?(_ text: Substring) {
        // Without a sign, which begins the offset behind a day without a time.
        let separated =
            #/
            ([^\d+\-]{1,4})(\d{1,2})([^\d+\-])\s?(\d{1,2})(?:\3\s?(\d{1,2})(?:[.,](\d+))?)?
            (?!\d)(?:\s*([AaPp])\.?[Mm]\b)?
            /#
        let compact = /([T _]?)(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(?!\d)/
        let numbers: (hour: Substring, minute: Substring, second: Substring?)
        let (separator, fraction, halfOfDay, end): (Substring, Substring?, Substring?, String.Index)
        if let match = text.prefixMatch(of: separated) {
            numbers = (match.2, match.4, match.5)
            (separator, fraction, halfOfDay, end) = (match.1, match.6, match.7, match.range.upperBound)
        } else if let match = text.prefixMatch(of: compact) {
            numbers = (match.2, match.3, match.4)
            (separator, fraction, halfOfDay, end) = (match.1, match.5, nil, match.range.upperBound)
        } else {
            return nil
        }
        guard let stated = Int(numbers.hour), let minute = Int(numbers.minute), let second = Int(numbers.second ?? "0"),
            let hour = Self.hour(stated, halfOfDay?.lowercased() ?? Self.halfOfDay(before: separator)),
            hour < 24 || minute > 0 || second > 0 || !separator.uppercased().contains("T")
        else { return nil }
        self.hour = hour == 24 ? 0 : hour
        self.minute = minute
        self.second = second
        nanosecond = fraction.flatMap { CaptureTime.nanoseconds(fraction: $0) }
        offsetMinutes = Self.offsetMinutes(text[end...])
    }

    /// Creates the time of day that many whole seconds, below 86,400, after midnight.
    init(seconds: Int) {
        (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        (nanosecond, offsetMinutes) = (nil, nil)
    }

    /// The half of the day that phones in China, Japan and Korea write before the hour.
    private static func halfOfDay(before separator: Substring) -> String? {
        if ["下午", "午後", "오후"].contains(where: separator.contains) { return "p" }
        return ["上午", "午前", "오전"].contains(where: separator.contains) ? "a" : nil
    }

    /// The hour, 0 to 24; `nil` if the half of the day contradicts it.
    private static func hour(_ stated: Int, _ halfOfDay: String?) -> Int? {
        guard 0...24 ~= stated else { return nil }
        switch halfOfDay {
        case "a": return stated <= 12 ? stated % 12 : nil
        case "p": return stated < 12 ? stated + 12 : stated < 24 ? stated : nil
        default: return stated
        }
    }

    /// The offset from UTC in minutes at the beginning of a text; `nil` without one.
    static func offsetMinutes(_ text: Substring) -> Int? {
        let offset = /\s*(?:UTC|GMT)?([+\-\u{2212}])(\d{1,2})(?::?(\d\d))?(?::?00)?(?!\d)/
        if let match = text.prefixMatch(of: offset)?.output, let hours = Int(match.2),
            let minutes = Int(match.3 ?? "0"), minutes < 60
        {
            return (match.1 == "+" ? 1 : -1) * (hours * 60 + minutes)
        }
        return text.prefixMatch(of: /\s*(?:Z|UTC|GMT|UT)\b/) == nil ? nil : 0
    }
}
