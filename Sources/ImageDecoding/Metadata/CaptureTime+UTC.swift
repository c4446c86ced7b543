internal import PhotoModel

extension CaptureTime {
    /// The same time on the camera's clock, with the offset that `utc` implies if none is stated.
    ///
    /// `utc` was taken at about the same moment.
    ///
    /// Offsets are multiples of a quarter of an hour. If the difference is more than 90 s from such a multiple, no
    /// offset is implied, because a satellite fix can be minutes old.
    func withOffset(ofUTC utc: CaptureTime?) -> CaptureTime {
        guard offsetMinutes == nil, let utc else { return self }
        let difference = wallSeconds - utc.wallSeconds
        let quarters = Int((Double(difference) / 900).rounded())
        guard abs(difference - quarters * 900) <= 90, abs(quarters) <= 14 * 4 else { return self }
        return CaptureTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond,
            offsetMinutes: quarters * 15) ?? self
    }
}
