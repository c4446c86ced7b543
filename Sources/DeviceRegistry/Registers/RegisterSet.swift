/// Registers of many writers: of each name the one with the greatest stamp.
///
/// The result does not depend on the order in which registers come, or on how often they come.
package struct RegisterSet: Hashable, Sendable {
    private var registers: [Register.Name: Register] = [:]

    package init() {}

    package init(_ registers: some Sequence<Register>) {
        for register in registers { insert(register) }
    }

    /// Adds a register, unless one with a greater stamp is there.
    ///
    /// - Returns: Whether the register counts now and did not before.
    @discardableResult
    package mutating func insert(_ register: Register) -> Bool {
        let name = register.name
        if let present = registers[name], !register.wins(over: present) { return false }
        registers[name] = register
        return true
    }

    package subscript(_ subject: Subject, _ key: Key) -> Register? { registers[Register.Name(subject, key)] }

    package var count: Int { registers.count }
    package var isEmpty: Bool { registers.isEmpty }

    /// The greatest time of all registers.
    package var latestTime: HybridTime { registers.values.map(\.stamp.time).max() ?? .zero }

    /// All registers, in the order of their names.
    package var sorted: [Register] { registers.values.sorted { $0.name < $1.name } }

    /// The number of bytes that the registers have in memory, about.
    var size: Int { registers.values.reduce(0) { $0 + $1.size } }
}

extension Register {
    /// Whether this register counts instead of another one of its name.
    ///
    /// Two values with one stamp come from two libraries that used one key. Then the greater value counts, so that all
    /// devices agree.
    package func wins(over other: Register) -> Bool {
        stamp == other.stamp ? other.value.lexicographicallyPrecedes(value) : other.stamp < stamp
    }

    /// The number of bytes of a register before its segment is deflated, at most.
    package var size: Int { subject.id.count + key.argument.count + value.count + 48 }
}
