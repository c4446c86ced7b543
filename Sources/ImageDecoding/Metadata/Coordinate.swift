/// A latitude or a longitude, in the forms in which programs write it.
///
/// The hemisphere is a letter in the text, a reference in a field of its own, or a sign. If these contradict each
/// other, there is no value.
package enum Coordinate: Sendable {
    case latitude, longitude

    /// The greatest length of a text in bytes, because matching a long text takes long.
    private static let maxLength = 64

    /// The degrees north or east of up to three numbers.
    ///
    /// - Parameters:
    ///   - numbers: Degrees, minutes and seconds, of which the last may be missing. A negative one states the
    ///     hemisphere.
    ///   - reference: The hemisphere, if another field states it.
    /// - Returns: `nil` if no hemisphere is stated.
    func degrees(_ numbers: [Double], reference: String?) -> Double? {
        sign(hasMinus: numbers.contains { $0 < 0 }, reference.map { [$0] } ?? [])
            .flatMap { degrees(numbers, sign: $0) }
    }

    /// The degrees of up to three numbers, of which only the sizes count.
    func degrees(_ numbers: [Double], sign: Double) -> Double? {
        guard 1...3 ~= numbers.count else { return nil }
        return sign * zip(numbers, [1, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
    }

    /// The degrees north or east of a text.
    ///
    /// - The form of XMP (part 2 of the specification, GPSCoordinate): `48,51.5N`, `48,51,30N`.
    /// - Decimal degrees, with a sign, a letter or a reference: `-33.85`, `33.85 S`.
    /// - The forms of programs: `48 deg 51' 30.24" N`, `48/1 51/1 3024/100`, `N 48° 51.5′`, `2, 18, 1,0441`.
    ///
    /// A comma before the last digits is a decimal comma if they can be neither minutes nor seconds. A single number
    /// without hemisphere and sign is north or east, because programs that write signs omit the plus.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - reference: The hemisphere, if another field states it.
    /// - Returns: `nil` for other texts, and for texts with two meanings, such as `33,25` without a letter.
    package func degrees(_ text: String, reference: String? = nil) -> Double? {
        guard text.utf8.count <= Self.maxLength else { return nil }
        let plain = text.uppercased().replacing("\u{2212}", with: "-").replacing(/DEG|[°º'"′″’”:;]/, with: " ")
        guard let match = plain.wholeMatch(of: /\s*([A-Z]*)\s*([+\-]?)([\d.,\/\s]*\d)\s*([A-Z]*)\s*/)?.output,
            match.1.isEmpty || match.4.isEmpty
        else { return nil }
        let letter = match.1.isEmpty ? match.4 : match.1
        guard let numbers = Self.numbers(match.3, hasLetter: !letter.isEmpty) else { return nil }
        let hemispheres = [reference, letter.isEmpty ? nil : String(letter)].compactMap { $0 }
        let isPositive = hemispheres.isEmpty && (match.2 == "+" || match.2.isEmpty && numbers.count == 1)
        return (isPositive ? 1 : sign(hasMinus: match.2 == "-", hemispheres)).flatMap { degrees(numbers, sign: $0) }
    }

    /// The sign that a minus and the names of hemispheres state; `nil` if nothing states one, or if they differ.
    private func sign(hasMinus: Bool, _ hemispheres: [String]) -> Double? {
        let signs = (hasMinus ? [-1] : []) + hemispheres.map(sign)
        guard let first = signs.first, signs.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The sign of a hemisphere: `N` or a word like `North`; `nil` for other texts.
    private func sign(_ hemisphere: String) -> Double? {
        let word = hemisphere.uppercased()
        let (positive, negative) = names
        return [positive, String(positive.prefix(1))].contains(word)
            ? 1 : [negative, String(negative.prefix(1))].contains(word) ? -1 : nil
    }

    private var names: (positive: String, negative: String) {
        switch self {
        case .latitude: ("NORTH", "SOUTH")
        case .longitude: ("EAST", "WEST")
        }
    }

    /// Degrees, minutes and seconds, all but the last whole, minutes and seconds at most 60.
    private static func numbers(_ text: Substring, hasLetter: Bool) -> [Double]? {
        let parts = text.contains(/\s/) ? partsBetweenBlanks(text) : partsBetweenCommas(text, hasLetter: hasLetter)
        let numbers = parts?.compactMap { number($0) } ?? []
        guard numbers.count == parts?.count, 1...3 ~= numbers.count,
            numbers.dropLast().allSatisfy({ $0 == $0.rounded() }), numbers.dropFirst().allSatisfy({ $0 <= 60 })
        else { return nil }
        return numbers
    }

    private static func partsBetweenBlanks(_ text: Substring) -> [String]? {
        text.split(separator: /,?\s+/).map { String($0.replacing(",", with: ".")) }
    }

    private static func partsBetweenCommas(_ text: Substring, hasLetter: Bool) -> [String]? {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let last = parts.last, let digits = Int(last) else { return parts }
        if parts.count > 3 || digits >= 60 {
            parts.removeLast()
            parts[parts.count - 1] += "." + last
        } else if parts.count == 2, !hasLetter {
            return nil
        }
        return parts
    }

    /// An altitude in metres above the sea.
    ///
    /// The references 1 and 3 mean below the ellipsoid and below the sea (CIPA DC-008-2023, 4.6.7.1.6).
    static func altitude(_ stated: Double, reference: String?) -> Double {
        reference == "1" || reference == "3" ? -abs(stated) : stated
    }

    /// A decimal number, or a fraction such as `3024/100`.
    package static func number(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count <= 2, let first = parts[0] else { return nil }
        guard parts.count == 2 else { return first }
        guard let second = parts[1], second != 0 else { return nil }
        return first / second
    }
}
