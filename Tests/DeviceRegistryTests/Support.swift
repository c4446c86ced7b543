import DeviceRegistry
import Foundation
import TestSupport

/// Registers with random subjects, keys and values.
struct RandomRegisters {
    var random: Seeded
    let writers: [WriterID]

    init(seed: UInt64, writers: Int = 3) throws {
        random = Seeded(seed)
        self.writers = try (0..<writers).map { number in
            try SigningKey(seed: [UInt8](repeating: UInt8(number + 1), count: 32)).writer
        }
    }

    /// - Parameter subjects: How many subjects there are. Few subjects give many registers of one name.
    mutating func register(subjects: Int, writer: WriterID? = nil, sequence: UInt64) -> Register {
        let number = UInt8(Int.random(in: 0..<subjects, using: &random))
        let kinds: [Subject.Kind] = [.asset, .album, .folder, Subject.Kind(code: 200)]
        let subject = Subject(kinds[Int(number) % kinds.count], [UInt8](repeating: number, count: 16))
        let keys: [Key] = [.favorite, .title, .keyword("sea"), .keyword(""), .member(random.bytes(1)), Key(250, [1])]
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        // Few times, so that some are equal.
        let time = HybridTime(Date(timeIntervalSince1970: Double(Int.random(in: 0..<50, using: &random)) * 1e8))
        return Register(
            subject, key, random.bytes(Int.random(in: 0..<20, using: &random)),
            Stamp(
                time: time, writer: writer ?? writers[Int.random(in: 0..<writers.count, using: &random)],
                sequence: sequence))
    }
}

extension SigningKey {
    /// A key that is the same in every run.
    static func fixed(_ number: UInt8 = 1) throws -> SigningKey {
        try SigningKey(seed: [UInt8](repeating: number, count: 32))
    }
}

extension Subject {
    static func asset(_ number: Int) -> Subject {
        var random = Seeded(UInt64(number))
        return Subject(.asset, random.bytes(16))
    }
}

/// The library of the tests.
let testRegistry = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
