package import PhotoModel

extension CaptureTime {
    /// Reads a day and a time of day from a text of a file.
    ///
    /// ``StatedDay`` and ``StatedClock`` have the forms. The result is `nil` without a time of day, because a day is
    /// not a capture time, and for the blank and zero dates of clocks that were not set.
    ///
    /// - Parameters:
    ///   - fraction: The digits of the fraction of the second, if another field states them.
    ///   - offset: The offset from UTC, if another field states it. It precedes an offset in the text.
    package init?(stated text: String, fraction: String? = nil, offset: String? = nil) {
        guard let day = StatedDay(text), let clock = StatedClock(day.clock) else { return nil }
        let nanosecond = fraction.flatMap { Self.nanoseconds(fraction: $0.prefix(while: \.isWholeNumber)) }
        self.init(
            year: day.year, month: day.month, day: day.day, hour: clock.hour, minute: clock.minute,
            second: clock.second, nanosecond: nanosecond ?? clock.nanosecond,
            offsetMinutes: offset.flatMap { StatedClock.offsetMinutes($0[...]) } ?? clock.offsetMinutes)
    }
}
