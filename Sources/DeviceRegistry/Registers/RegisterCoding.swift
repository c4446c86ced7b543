/// The bytes of the registers of one writer, sorted by their names, each name once.
///
/// ```
/// the earliest time, in milliseconds; the first sequence of the segment is in its header
/// each subject: kind (1 byte), bytes of the id, number of its registers
///   each register: key (1 byte), the key's argument if it has one, value,
///                  milliseconds since the earliest time, counter, sequence minus the first
/// ```
///
/// Numbers are LEB128. Arguments, ids and values begin with their length. The same registers always give the same
/// bytes.
enum RegisterCoding {
    static func bytes(of registers: [Register], first: UInt64) -> [UInt8] {
        var writer = FieldWriter()
        let earliest = registers.map(\.stamp.time.milliseconds).min() ?? 0
        writer.append(number: earliest)
        var rest = registers[...]
        while let subject = rest.first?.subject {
            let group = rest.prefix { $0.subject == subject }
            rest = rest.dropFirst(group.count)
            writer.append(subject.kind.code)
            writer.append(counted: subject.id)
            writer.append(number: UInt64(group.count))
            for register in group {
                writer.append(register.key.code)
                if Key.hasArgument(register.key.code) { writer.append(counted: register.key.argument) }
                writer.append(counted: register.value)
                writer.append(number: register.stamp.time.milliseconds - earliest)
                writer.append(number: register.stamp.time.counter)
                writer.append(number: register.stamp.sequence &- first)
            }
        }
        return writer.bytes
    }

    /// The registers of a writer with sequences in `range`; `nil` if the bytes are not sorted registers of that range.
    static func registers(
        in bytes: [UInt8], of writer: WriterID, _ range: ClosedRange<UInt64>, count: Int
    ) -> [Register]? {
        var reader = FieldReader(bytes[...])
        guard let earliest = reader.number() else { return nil }
        var registers: [Register] = []
        var last: Register.Name?
        while !reader.isAtEnd {
            guard let kind = reader.byte(), let id = reader.counted(), id.count <= Subject.maximumSize,
                let number = reader.number(), number > 0
            else { return nil }
            let subject = Subject(Subject.Kind(code: kind), id)
            for _ in 0..<number {
                guard registers.count < count,
                    let register = register(of: subject, &reader, earliest, writer, range)
                else { return nil }
                if let last, register.name <= last { return nil }
                last = register.name
                registers.append(register)
            }
        }
        return registers.count == count ? registers : nil
    }

    private static func register(
        of subject: Subject, _ reader: inout FieldReader, _ earliest: UInt64, _ writer: WriterID,
        _ range: ClosedRange<UInt64>
    ) -> Register? {
        guard let code = reader.byte(), let argument = Key.hasArgument(code) ? reader.counted() : [],
            let value = reader.counted(), let delay = reader.number(), let counter = reader.number(),
            let offset = reader.number()
        else { return nil }
        let (milliseconds, isTooLate) = earliest.addingReportingOverflow(delay)
        let (sequence, isTooGreat) = range.lowerBound.addingReportingOverflow(offset)
        guard !isTooLate, !isTooGreat, range.contains(sequence),
            let time = HybridTime(milliseconds: milliseconds, counter: counter)
        else { return nil }
        return Register(
            subject, Key(code, argument), value, Stamp(time: time, writer: writer, sequence: sequence))
    }
}
