/// A time as a camera shows it; all sample photos are taken within one summer day's reach, so days never overflow.
struct WallClock: Sendable {
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    /// With its fraction; a burst's frames are fractions of a second apart.
    var milliseconds: Int
    var offset = "+02:00"

    /// `milliseconds` later, within the same hour.
    func advanced(milliseconds: Int) -> WallClock {
        var later = self
        let total = self.milliseconds + milliseconds
        later.minute += total / 60000
        later.milliseconds = total % 60000
        return later
    }

    /// `YYYY:MM:DD HH:MM:SS`.
    var exifText: String {
        "2024:\(padded(month)):\(padded(day)) \(padded(hour)):\(padded(minute)):\(padded(milliseconds / 1000))"
    }

    /// Three digits: thousandths.
    var subSeconds: String { padded(milliseconds % 1000, 3) }

    private func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
