package import Foundation

/// A time that follows the clock of a device and the times that the device has seen.
///
/// It is a hybrid logical clock: the upper 48 bits are milliseconds since 1970, the lower 16 bits count within a
/// millisecond. Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks", OPODIS 2014.
package struct HybridTime: Hashable, Comparable, Sendable {
    /// The 64 bits, from 0 to those of ``latest``.
    package let rawValue: UInt64

    /// The latest time of a register: in the year 4199.
    ///
    /// No device's clock is there.
    package static let latest = HybridTime(unchecked: 1 << 62 - 1)
    package static let zero = HybridTime(unchecked: 0)

    private init(unchecked rawValue: UInt64) { self.rawValue = rawValue }

    /// - Returns: `nil` for bits after ``latest``.
    package init?(rawValue: UInt64) {
        guard rawValue <= Self.latest.rawValue else { return nil }
        self.rawValue = rawValue
    }

    /// The first time in the millisecond of a date.
    ///
    /// Dates before 1970 and after ``latest`` give the nearest time.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        let greatest = Self.latest.rawValue >> Self.counterBits
        rawValue = milliseconds > 0 ? min(UInt64(exactly: milliseconds) ?? greatest, greatest) << Self.counterBits : 0
    }

    private static let counterBits: UInt64 = 16

    /// Milliseconds since 1970.
    var milliseconds: UInt64 { rawValue >> Self.counterBits }
    /// The number within the millisecond.
    var counter: UInt64 { rawValue & (1 << Self.counterBits - 1) }

    /// - Returns: `nil` for parts that are out of range.
    init?(milliseconds: UInt64, counter: UInt64) {
        guard milliseconds <= Self.latest.milliseconds, counter < 1 << Self.counterBits else { return nil }
        rawValue = milliseconds << Self.counterBits | counter
    }

    /// The date of the millisecond.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The time for a change at a date by a device that has seen this time: later than this time, and not before the
    /// date.
    ///
    /// After ``latest`` there is no later time: it is given again.
    package func next(at date: Date) -> HybridTime {
        let following = HybridTime(rawValue: rawValue &+ 1) ?? .latest
        return max(following, HybridTime(date))
    }

    package static func < (one: HybridTime, other: HybridTime) -> Bool { one.rawValue < other.rawValue }
}
