internal import PhotoModel

/// The first date in the name of a file, such as `20240517` or `2024-05-17`, and the text around it.
///
/// The order is always year, month, day, because other orders are ambiguous.
package struct NameDay {
    package let year: Int
    package let month: Int
    package let day: Int
    /// Whether a separator follows the year.
    package let isSeparated: Bool
    /// The text before the date.
    package let before: Substring
    /// The text after the date.
    package let after: Substring

    /// The years that names state.
    private static let years = 1970...2099

    /// Finds a date; `nil` if the name has no date.
    package init?(in name: Substring) {
        var isBehindDigit = false
        for index in name.indices {
            defer { isBehindDigit = name[index].isASCIIDigit }
            if !isBehindDigit, let day = NameDay(in: name, at: index) {
                self = day
                return
            }
        }
        return nil
    }

    private init?(in name: Substring, at start: Substring.Index) {
        var rest = name[start...]
        guard var year = rest.takeNumber(4...4) else { return nil }
        // In Thailand, systems count the years from 543 years earlier.
        if year > Self.years.upperBound { year -= 543 }
        guard Self.years ~= year else { return nil }
        let separator = rest.first.flatMap { "-._".contains($0) ? $0 : nil }
        if separator != nil { rest.removeFirst() }
        let digits = separator == nil ? 2...2 : 1...2
        guard let month = rest.takeNumber(digits) else { return nil }
        if let separator {
            guard rest.first == separator else { return nil }
            rest.removeFirst()
        }
        guard let day = rest.takeNumber(digits),
            CaptureTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) != nil
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        isSeparated = separator != nil
        before = name[..<start]
        after = rest
    }
}

extension Substring {
    /// Removes a number of at least and at most so many digits from the beginning; `nil` if there are fewer.
    mutating func takeNumber(_ digits: ClosedRange<Int>) -> Int? {
        let taken = prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
        guard taken.count >= digits.lowerBound else { return nil }
        self = self[taken.endIndex...]
        return Int(taken)
    }

    /// Removes one of these characters from the beginning; returns whether there was one.
    mutating func takeSeparator(_ characters: String) -> Bool {
        guard let first, characters.contains(first) else { return false }
        removeFirst()
        return true
    }
}

extension Character {
    package var isASCIIDigit: Bool { isASCII && isNumber }
}
