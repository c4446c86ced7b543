internal import PhotoModel

extension CaptureTime {
    /// The same wall time with the offset that `utc`, taken at about the same moment, implies, if none is stated.
    ///
    /// Zones are whole quarters of an hour; a clock that is more than 90 s beside one says nothing, because a satellite
    /// fix may be minutes old.
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
