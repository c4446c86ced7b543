package import PhotoModel

/// The first date in the name of a file that is followed by a time of day with seconds, and the text around them.
///
/// Examples are `20240517_103000`, `2024-05-17 at 10.30.00` and `20240517_10h30m00s`.
package struct NameClock {
    /// The wall clock; names state no offset from UTC.
    package let time: CaptureTime
    /// The text before the date.
    package let before: Substring
    /// The text between the date and the time of day.
    package let between: Substring
    /// The text after the time of day.
    package let after: Substring

    /// The greatest number of characters between the date and the time of day.
    private static let greatestGap = 20

    /// Finds a clock; `nil` if the name has no clock.
    ///
    /// A day without a time of day is no clock.
    package init?(in name: Substring) {
        guard let day = NameDay(in: name) else { return nil }
        var rest = day.after
        let between = rest.prefix { !$0.isASCIIDigit }
        guard between.count <= Self.greatestGap, !between.isEmpty || !day.isSeparated else { return nil }
        rest = rest[between.endIndex...]
        let digits = rest.prefix(while: \.isASCIIDigit).count
        guard let hour = rest.takeNumber(digits < 3 ? 1...2 : 2...2) else { return nil }
        let isSeparated = rest.takeSeparator(".-_:h")
        guard isSeparated == (digits < 3), let minute = rest.takeNumber(2...2),
            rest.takeSeparator(".-_:m") == isSeparated, let second = rest.takeNumber(2...2)
        else { return nil }
        if isSeparated, rest.first == "s" { rest.removeFirst() }
        // Milliseconds may follow the seconds at once.
        if let next = rest.first, next.isASCIIDigit {
            guard rest.takeNumber(3...3) != nil, rest.first?.isASCIIDigit != true else { return nil }
        }
        guard
            let time = CaptureTime(
                year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second)
        else { return nil }
        self.time = time
        before = day.before
        self.between = between
        after = rest
    }
}
