import DeviceRegistry
import Foundation
import TestSupport
import Testing

/// Devices that change registers and exchange them late, in any order, and more than once.
@Suite struct MergeTests {
    @Test(arguments: 0..<50) func orderAndRepeatsDoNotMatter(seed: UInt64) throws {
        var random = try RandomRegisters(seed: seed)
        let registers = (1...300).map { random.register(subjects: 6, sequence: UInt64($0)) }
        let expected = RegisterSet(registers)
        for _ in 0..<5 {
            let repeated = (registers + registers.prefix(100)).shuffled(using: &random.random)
            #expect(RegisterSet(repeated) == expected)
        }
        // In parts that are merged afterwards.
        var merged = RegisterSet(registers.suffix(150))
        for register in RegisterSet(registers.prefix(200)).sorted { merged.insert(register) }
        #expect(merged == expected)
    }

    @Test func twoValuesWithOneStampGiveOneStateOnAllDevices() throws {
        let stamp = Stamp(time: .zero, writer: try SigningKey.fixed().writer, sequence: 1)
        let registers = [[UInt8](), [1], [1, 0], [2]].map { Register(.asset(1), .title, $0, stamp) }
        for _ in 0..<20 { #expect(RegisterSet(registers.shuffled())[.asset(1), .title]?.value == [2]) }
    }

    /// An edit whose author had seen another value wins over it on every device, although clocks are years off.
    @Test(arguments: 0..<200) func anEditThatSawAnotherWins(seed: UInt64) throws {
        #expect(try History(seed: seed, usesSeenTimes: true).lostEdits == 0)
    }

    /// The control: without the logical clock, such edits are lost.
    @Test func withoutTheLogicalClockSuchEditsAreLost() throws {
        let lost = try (0..<50).map { try History(seed: $0, usesSeenTimes: false).lostEdits }
        #expect(lost.filter { $0 > 0 }.count > 40)
    }
}

/// The history of devices whose clocks differ by up to 50 years in both directions.
private struct History {
    /// The number of edits that lost against a value that their author had seen.
    private(set) var lostEdits = 0

    private struct Device {
        let writer: WriterID
        let clock: Double
        var state = RegisterSet()
        var time = HybridTime.zero
        var sequence: UInt64 = 0

        mutating func receive(_ register: Register) {
            state.insert(register)
            time = max(time, register.stamp.time)
        }
    }

    init(seed: UInt64, usesSeenTimes: Bool) throws {
        var random = Seeded(seed)
        let years = 365.25 * 86_400
        var devices = try (0..<4).map { number in
            Device(
                writer: try SigningKey.fixed(UInt8(number + 1)).writer,
                clock: 1.8e9 + Double.random(in: -50...50, using: &random) * years)
        }
        var sent: [Register] = []
        var seen: [(edit: Register, over: Register)] = []
        for step in 0..<400 {
            let number = Int.random(in: 0..<devices.count, using: &random)
            if Bool.random(using: &random), let register = sent.randomElement(using: &random) {
                devices[number].receive(register)
                continue
            }
            let subject = Subject.asset(Int.random(in: 0..<5, using: &random))
            let date = Date(timeIntervalSince1970: devices[number].clock + Double(step))
            let time = usesSeenTimes ? devices[number].time.next(at: date) : HybridTime(date)
            devices[number].sequence += 1
            let edit = Register(
                subject, .title, random.bytes(4),
                Stamp(time: time, writer: devices[number].writer, sequence: devices[number].sequence))
            if let over = devices[number].state[subject, .title] { seen.append((edit, over)) }
            devices[number].receive(edit)
            sent.append(edit)
        }
        for number in devices.indices {
            for register in (sent + sent.prefix(50)).shuffled(using: &random) { devices[number].receive(register) }
        }
        #expect(Set(devices.map(\.state)).count == 1)
        lostEdits = seen.filter { $0.edit.stamp < $0.over.stamp }.count
    }
}
