internal import Foundation

/// Sizes and times on the command line.
enum Quantity {
    /// The bytes of `50G`, `800M`, `2T` or a number: powers of 1,000, as disks are sold.
    static func bytes(_ text: String) -> Int64? {
        let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
        let factor = text.last.flatMap { factors[$0] }
        guard let number = Double(factor == nil ? text : String(text.dropLast())), number >= 0,
            number * (factor ?? 1) < 1e18
        else { return nil }
        return Int64(number * (factor ?? 1))
    }

    /// The date that is `30d`, `8w`, `6m` or `1y` ago.
    static func date(before text: String, now: Date = Date()) -> Date? {
        let units: [Character: Calendar.Component] = ["d": .day, "w": .weekOfYear, "m": .month, "y": .year]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), 0...10_000 ~= number
        else {
            return nil
        }
        return Calendar(identifier: .gregorian).date(byAdding: unit, value: -number, to: now)
    }
}
