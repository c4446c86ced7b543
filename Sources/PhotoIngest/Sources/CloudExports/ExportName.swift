/// The names that Google and Apple give to the folders and archives of an export.
///
/// Google's begin with `takeout` in every language. Apple translates its names: `iCloud Photos Part 1 of 6`,
/// `iCloud-bilder Del 1 av 6`.
enum ExportName {
    /// Whether a folder or archive has a name of the whole export or of a part of it.
    static func isOfPart(_ name: String) -> Bool { isOfTakeout(name) || isOfICloud(name) }

    private static func isOfTakeout(_ name: String) -> Bool { name.lowercased().hasPrefix("takeout") }

    /// Whether a folder or archive has a name of an export of iCloud Photos in any language: with `iCloud`, and with
    /// the number of the part and the number of parts.
    static func isOfICloud(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("icloud photos") || name.contains("icloud") && numbers(in: name).count >= 2
    }

    /// Whether two folders or archives have names of parts of one export: they differ only in the number of the part.
    static func areOfOneExport(_ name: String, _ other: String) -> Bool {
        guard let series = Series(name), let otherSeries = Series(other) else { return false }
        return series == otherSeries
    }

    /// The names of the parts of one export, without the number of the part.
    private struct Series: Equatable {
        /// The text before, between and after the two numbers.
        let texts: [Substring]
        /// The number of parts.
        let count: Int

        /// `nil` for a name whose last two numbers are not the number of a part and the number of parts.
        init?(_ name: String) {
            let name = name.lowercased()
            let ending = [".zip", ".tgz", ".tar.gz"].first { name.hasSuffix($0) } ?? ""
            let stem = name.dropLast(ending.count)
            guard let (part, count) = ExportName.lastTwoNumbers(in: stem), 1 <= part.value, part.value <= count.value
            else { return nil }
            texts = [
                stem[..<part.range.lowerBound], stem[part.range.upperBound..<count.range.lowerBound],
                stem[count.range.upperBound...],
            ]
            self.count = count.value
        }
    }

    private static func lastTwoNumbers(in text: Substring) -> (Number, Number)? {
        let numbers = Self.numbers(in: text)
        return numbers.count < 2 ? nil : (numbers[numbers.count - 2], numbers[numbers.count - 1])
    }

    private struct Number {
        let value: Int
        let range: Range<String.Index>
    }

    /// The numbers of at most four decimal digits in a text.
    private static func numbers(in text: some StringProtocol) -> [Number] {
        var numbers: [Number] = []
        var rest = text.startIndex
        while let start = text[rest...].firstIndex(where: \.isDecimalDigit) {
            let end = text[start...].firstIndex { !$0.isDecimalDigit } ?? text.endIndex
            let value = text[start..<end].prefix(5).reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
            if value < 10_000 { numbers.append(Number(value: value, range: start..<end)) }
            rest = end
        }
        return numbers
    }
}

extension Character {
    /// Whether the character is a decimal digit of any script.
    fileprivate var isDecimalDigit: Bool { unicodeScalars.first?.properties.generalCategory == .decimalNumber }
}
