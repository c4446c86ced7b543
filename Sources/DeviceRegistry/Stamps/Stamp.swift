/// Orders the values of a register: the greatest stamp wins on every device.
///
/// A value that was set after another one was seen has the greater time, whatever the clocks say. Values that were set
/// independently are ordered by their times, and at equal times by their writers.
package struct Stamp: Hashable, Comparable, Sendable {
    package let time: HybridTime
    package let writer: WriterID
    /// The number of the value among all values of its writer, from 1.
    package let sequence: UInt64

    package init(time: HybridTime, writer: WriterID, sequence: UInt64) {
        self.time = time
        self.writer = writer
        self.sequence = sequence
    }

    package static func < (one: Stamp, other: Stamp) -> Bool {
        (one.time, one.writer, one.sequence) < (other.time, other.writer, other.sequence)
    }
}
