internal import PhotoInspection
internal import PhotoModel

/// The number that a camera or a phone gives a photo by its name.
///
/// Cameras number their photos by the rules of DCF (JEITA CP-3461, 3.2.3): four letters, digits or underscores and a
/// number of four digits, as in `DSC_0042` and `P1010042`. Phones write a clock and a counter: `20240517_103000_002`,
/// `20240517_103000(2)`.
struct FrameNumber: Sendable, Equatable {
    /// The name without the number and the clock.
    private let series: String
    private let clock: CaptureTime?
    private let number: Int

    /// The greatest difference of the numbers of two neighbours: the owner may have deleted the frames between them.
    private static let greatestStep = 5
    /// The words in names that programs for scanners give: these number pages, not shots.
    private static let scans = ["scan", "page"]

    /// Reads a name; `nil` if it has no such number.
    init?(_ name: SourceName) {
        let stem = String(decoding: name.stem, as: UTF8.self)
        let words = stem.lowercased()
        guard !Self.scans.contains(where: { words.contains($0) }) else { return nil }
        if let clock = NameClock(in: stem[...]) {
            guard let counter = Self.counter(clock.after, name.number) else { return nil }
            (series, self.clock, number) = (String(clock.before + clock.between), clock.time, counter)
        } else {
            guard let number = Self.numberInDCF(name.stem) else { return nil }
            (series, clock, self.number) = (String(stem.dropLast(4)), nil, number)
        }
    }

    /// The counter after a clock: `_002`, `-2`, or the number in parentheses, which the first photo has not.
    private static func counter(_ rest: Substring, _ number: Int) -> Int? {
        guard !rest.isEmpty else { return number }
        let digits = rest.dropFirst()
        guard number == 0, "_-".contains(rest.first ?? " "), (1...3).contains(digits.count),
            digits.allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Int(digits)
    }

    private static func numberInDCF(_ stem: [UInt8]) -> Int? {
        let letters = stem.dropLast(4).suffix(4)
        let digits = stem.suffix(4)
        func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
        func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 }
        guard letters.count == 4, letters.allSatisfy({ isDigit($0) || isLetter($0) }),
            letters.contains(where: isLetter), digits.allSatisfy(isDigit)
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Whether the photo of this number was taken soon after the other, by the numbers.
    func follows(_ other: FrameNumber) -> Bool {
        guard series == other.series else { return false }
        return clock == other.clock ? 1...Self.greatestStep ~= number - other.number : clock != nil
    }
}
