/// A time on a camera's clock.
///
/// Times are advanced by less than an hour only, so that days never overflow.
struct WallClock: Sendable {
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    /// The seconds in milliseconds, 0 to 59,999, because the frames of a burst are fractions of a second apart.
    var milliseconds: Int
    var offset = "+02:00"

    /// The time after `milliseconds`, within the same hour.
    func advanced(milliseconds: Int) -> WallClock {
        var later = self
        let total = self.milliseconds + milliseconds
        later.minute += total / 60000
        later.milliseconds = total % 60000
        return later
    }

    /// The text `YYYY:MM:DD HH:MM:SS`.
    var exifText: String {
        "2024:\(padded(month)):\(padded(day)) \(padded(hour)):\(padded(minute)):\(padded(milliseconds / 1000))"
    }

    /// The fraction of the second in thousandths, as three digits.
    var subSeconds: String { padded(milliseconds % 1000, 3) }

    private func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
