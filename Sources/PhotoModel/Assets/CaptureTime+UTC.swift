extension CaptureTime {
    /// The seconds from 1970 to the time on the camera's clock, as if this time were UTC.
    ///
    /// The days are computed by Howard Hinnant's `days_from_civil`, for the Gregorian calendar.
    package var wallSeconds: Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// ``wallSeconds`` with the fraction of the second, if the file states it.
    package var wallTime: Double { Double(wallSeconds) + Double(nanosecond ?? 0) / 1e9 }

    /// Whether a time zone explains the difference in seconds between a clock and UTC.
    ///
    /// Zones differ from UTC by a multiple of 15 minutes, at most 14 hours.
    package static func isOffsetOfZone(_ difference: Double, within tolerance: Double) -> Bool {
        abs(difference) <= 14 * 3600 + tolerance && abs(difference.remainder(dividingBy: 15 * 60)) <= tolerance
    }

    /// Creates the time of the instant `seconds` after 1970, with the offset 0.
    ///
    /// The time on the camera's clock is then unknown.
    ///
    /// The result is `nil` outside of the years 1 to 9999. The algorithm is `civil_from_days`, the inverse of
    /// `days_from_civil`.
    package init?(utcSeconds seconds: Int, nanosecond: Int? = nil) {
        // In this range the arithmetic below cannot overflow.
        guard -62_135_596_800..<253_402_300_800 ~= seconds else { return nil }
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let time = seconds - days * 86_400
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * part + 2) / 5 + 1, hour: time / 3600, minute: time / 60 % 60, second: time % 60,
            nanosecond: nanosecond, offsetMinutes: 0)
    }
}
