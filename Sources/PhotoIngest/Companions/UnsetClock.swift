internal import PhotoModel

extension CaptureTime {
    /// Whether a camera writes this time before its clock is set, or a person or program writes it when only the day is
    /// known.
    ///
    /// A camera that lost its clock begins at midnight of a 1 January, again each time that it is switched on. Programs
    /// and persons that know only the day of a photo write midnight or noon.
    var isOfUnsetClock: Bool {
        let isDayAlone = (hour == 0 || hour == 12) && minute == 0 && second == 0
        return isDayAlone || month == 1 && day == 1 && hour == 0
    }
}
