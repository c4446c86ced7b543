/// The time on the camera's clock at capture, as the file states it.
///
/// It is never converted to another time zone.
public struct CaptureTime: Hashable, Sendable {
    /// Year, 1 to 9999.
    public let year: Int
    /// Month, 1 to 12.
    public let month: Int
    /// Day, 1 to the month's last.
    public let day: Int
    /// Hour, 0 to 23.
    public let hour: Int
    /// Minute, 0 to 59.
    public let minute: Int
    /// Second, 0 to 59.
    ///
    /// A leap second 60 counts as 59.
    public let second: Int
    /// Fraction of the second in nanoseconds, 0 to 999,999,999; `nil` if the file states none.
    public let nanosecond: Int?
    /// Offset from UTC in minutes, −14·60 to 14·60; `nil` if the file states none and GPS time implies none.
    public let offsetMinutes: Int?

    /// Creates a capture time; `nil` for a date that is not in the Gregorian calendar (zero dates, month 13, 30
    /// February).
    public init?(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanosecond: Int? = nil,
        offsetMinutes: Int? = nil
    ) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day,
            0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = min(second, 59)
        self.nanosecond = nanosecond.flatMap { 0..<1_000_000_000 ~= $0 ? $0 : nil }
        self.offsetMinutes = offsetMinutes.flatMap { -840...840 ~= $0 ? $0 : nil }
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether both times are equal, including the fraction if both state one.
    ///
    /// Offsets are not compared, because editors add them without changing the time.
    public func agrees(with other: CaptureTime) -> Bool {
        wallClock == other.wallClock
            && (nanosecond == nil || other.nanosecond == nil || nanosecond == other.nanosecond)
    }

    /// Whether both times are in the same second.
    public func isInSameSecond(as other: CaptureTime) -> Bool { wallClock == other.wallClock }

    private var wallClock: [Int] { [year, month, day, hour, minute, second] }
}

extension CaptureTime: CustomStringConvertible, LosslessStringConvertible {
    /// `YYYY-MM-DDTHH:MM:SS[.fff][±HH:MM]`; the fraction has 3, 6 or 9 digits, the offset is there only if stated.
    public var description: String {
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        var text = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
        text += "T" + padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2)
        if let nanosecond {
            let width = nanosecond.isMultiple(of: 1_000_000) ? 3 : nanosecond.isMultiple(of: 1000) ? 6 : 9
            text += "." + padded(nanosecond, 9).prefix(width)
        }
        if let offsetMinutes {
            text += offsetMinutes < 0 ? "-" : "+"
            text += padded(abs(offsetMinutes) / 60, 2) + ":" + padded(abs(offsetMinutes) % 60, 2)
        }
        return text
    }

    /// Reads the form that ``description`` gives; `nil` for any other text.
    public init?(_ description: String) {
        // Parsed byte by byte instead of with a regular expression, because the catalogue parses a time for every
        // asset.
        var rest = description.utf8[...]
        func number(digits count: Int) -> Int? {
            let taken = rest.prefix(count)
            guard taken.count == count, taken.allSatisfy({ 48...57 ~= $0 }) else { return nil }
            rest = rest.dropFirst(count)
            return taken.reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
            let day = number(digits: 2), skip("T"), let hour = number(digits: 2), skip(":"),
            let minute = number(digits: 2), skip(":"), let second = number(digits: 2)
        else { return nil }
        var nanosecond: Int?
        if skip(".") {
            let fraction = rest.prefix { 48...57 ~= $0 }
            guard 1...9 ~= fraction.count else { return nil }
            nanosecond = Self.nanoseconds(fraction: Substring(fraction))
            rest = rest.dropFirst(fraction.count)
        }
        var offset: Int?
        let isWest = skip("-")
        if isWest || skip("+") {
            guard let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2), minutes < 60 else {
                return nil
            }
            offset = (isWest ? -1 : 1) * (hours * 60 + minutes)
        }
        // An impossible offset is an error; a missing one is not.
        guard rest.isEmpty, offset.map({ -840...840 ~= $0 }) ?? true else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond,
            offsetMinutes: offset)
    }

    /// The nanoseconds of the digits after a decimal point ("5" is half a second, "056" 56 ms); `nil` for other
    /// characters.
    public static func nanoseconds(fraction digits: some StringProtocol) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(digits.prefix(9) + String(repeating: "0", count: max(0, 9 - digits.count)))
    }
}
