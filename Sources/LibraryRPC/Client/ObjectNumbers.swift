internal import PhotoModel
internal import Synchronization

/// Numbers for the objects of a client.
///
/// Local identifiers get numbers in the order of their first use.
final class ObjectNumbers: Sendable {
    private struct Table {
        var identifiers: [String] = []
        var numbers: [String: Int64] = [:]

        /// The number of an identifier, from 1.
        mutating func number(of identifier: String) -> Int64 {
            if let number = numbers[identifier] { return number }
            identifiers.append(identifier)
            let number = Int64(identifiers.count)
            numbers[identifier] = number
            return number
        }

        func identifier(of number: Int64) -> String? {
            number > 0 && number <= identifiers.count ? identifiers[Int(number) - 1] : nil
        }
    }

    private let tables = Mutex<[ObjectType: Table]>([:])

    func numbers(of localIdentifiers: [String], _ type: ObjectType) -> [Int64] {
        tables.withLock { tables in localIdentifiers.map { tables[type, default: Table()].number(of: $0) } }
    }

    /// The local identifiers of numbers, in their order; `nil` for numbers that were not assigned.
    func identifiers(of numbers: [Int64], _ type: ObjectType) -> [String?] {
        tables.withLock { tables in numbers.map { tables[type]?.identifier(of: $0) } }
    }
}
