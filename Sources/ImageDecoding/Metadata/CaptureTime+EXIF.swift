internal import PhotoModel

extension CaptureTime {
    /// Reads an EXIF date (`YYYY:MM:DD HH:MM:SS`; other separators occur), sub-second digits and offset (`±HH:MM`).
    ///
    /// The result is `nil` for the blank and zero dates of clocks that were not set.
    init?(exifDate: String, subSeconds: String?, offset: String?) {
        let pattern = /(\d{4})\D(\d\d)\D(\d\d)\D(\d\d)\D(\d\d)\D(\d\d)/
        guard let match = exifDate.prefixMatch(of: pattern)?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6)
        else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            nanosecond: subSeconds.flatMap { Self.nanoseconds(fraction: $0) },
            offsetMinutes: offset.flatMap { Self.offsetMinutes($0) })
    }

    private static func offsetMinutes(_ text: String) -> Int? {
        if text == "Z" { return 0 }
        guard let match = text.wholeMatch(of: /([+-])(\d\d):(\d\d)/)?.output,
            let hours = Int(match.2), let minutes = Int(match.3), minutes < 60
        else { return nil }
        return (match.1 == "-" ? -1 : 1) * (hours * 60 + minutes)
    }
}
