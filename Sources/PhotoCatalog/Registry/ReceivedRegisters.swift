package import DeviceRegistry

/// Values that another device wrote to the registry.
package struct ReceivedRegisters: Sendable {
    package let registers: [Register]
    /// The last sequence of each writer that the other device had read when it wrote them.
    package let seen: [WriterID: UInt64]
    /// The sequences that the catalogue has with them; `nil` if more values of the same file follow.
    package let range: ClosedRange<UInt64>?
    package let writer: WriterID

    package init(
        _ registers: [Register], of writer: WriterID, seen: [WriterID: UInt64], completing range: ClosedRange<UInt64>?
    ) {
        self.registers = registers
        self.writer = writer
        self.seen = seen
        self.range = range
    }
}

/// What became of values of another device.
package struct ReceivedCounts: Sendable, Hashable {
    /// The values that count now.
    package var values = 0
    /// The photos, albums, folders and decisions that have other values now.
    package var objects = 0
    /// The values of the two devices that contradict each other.
    package var conflicts = 0

    package init() {}

    package static func += (counts: inout ReceivedCounts, more: ReceivedCounts) {
        counts.values += more.values
        counts.objects += more.objects
        counts.conflicts += more.conflicts
    }
}

/// Whether a value of the registry counts in this catalogue, as the column `knownRegister.state` numbers it.
enum RegisterState: Int {
    /// Its photo is not in this library yet.
    case waits
    case counts
    /// It deletes a photo, and its device deleted so many that a person must agree.
    case isHeld
    /// It is the evidence of a photo of another device whose files are imported now, or were when a process ended.
    case isImported
    /// It is the evidence of a photo of another device that an import left out.
    case isLeftOut
}
