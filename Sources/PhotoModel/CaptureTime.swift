/// The camera's wall clock at the moment of capture, exactly as the file states it: never converted to another zone.
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
    /// Second, 0 to 59 (a leap second 60 is taken as 59).
    public let second: Int
    /// Fraction of the second in nanoseconds, 0 to 999,999,999; `nil` if the file states none.
    public let nanosecond: Int?
    /// Offset from UTC in minutes, −14·60 to 14·60; `nil` if the file states none and GPS time implies none.
    public let offsetMinutes: Int?

    /// Makes a capture time; `nil` if it is not a date of the Gregorian calendar (zero dates, month 13, 30 February).
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

    /// Whether both clocks show the same time, down to the fraction if both state one.
    ///
    /// Offsets are not compared: editors add them to a time that did not change.
    public func agrees(with other: CaptureTime) -> Bool {
        wallClock == other.wallClock
            && (nanosecond == nil || other.nanosecond == nil || nanosecond == other.nanosecond)
    }

    /// Whether both clocks show the same second.
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

    /// Reads what ``description`` writes; `nil` for anything else.
    public init?(_ description: String) {
        let pattern = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:([+-])(\d\d):([0-5]\d))?/
            .asciiOnlyDigits()
        guard let match = description.wholeMatch(of: pattern)?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6)
        else { return nil }
        let offset = match.8.flatMap { sign in
            Int(match.9 ?? "").flatMap { h in Int(match.10 ?? "").map { m in (sign == "-" ? -1 : 1) * (h * 60 + m) } }
        }
        // An offset that cannot be is no offset that is not stated.
        if let offset, !(-840...840 ~= offset) { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            nanosecond: match.7.flatMap { Self.nanoseconds(fraction: $0) }, offsetMinutes: offset)
    }

    /// Nanoseconds from the digits after a decimal point ("5" is half a second, "056" 56 ms); `nil` if not digits.
    public static func nanoseconds(fraction digits: some StringProtocol) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(digits.prefix(9) + String(repeating: "0", count: max(0, 9 - digits.count)))
    }
}
