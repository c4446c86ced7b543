internal import GRDB

// By halves: a chain of conditions is as deep as it is long, and SQLite takes no expression that is over 1000 deep.
extension Collection<SQL> {
    /// That all of the conditions hold; 1 if there are none.
    var allHold: SQL { joinedByHalves(" AND ") ?? "1" }

    /// That one of the conditions holds; 0 if there are none.
    var oneHolds: SQL { joinedByHalves(" OR ") ?? "0" }

    private func joinedByHalves(_ separator: String) -> SQL? {
        guard count > 1 else { return first.map { "(\($0))" } }
        let middle = index(startIndex, offsetBy: count / 2)
        let halves = [self[..<middle], self[middle...]].compactMap { $0.joinedByHalves(separator) }
        return "(\(halves.joined(separator: separator)))"
    }
}
