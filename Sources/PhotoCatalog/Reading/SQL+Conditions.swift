internal import GRDB

// Conditions are joined as a balanced tree: a chain is as deep as it is long, and SQLite accepts no expression deeper
// than 1000.
extension Collection<SQL> {
    /// A condition that all conditions hold; 1 without conditions.
    var allHold: SQL { joinedByHalves(" AND ") ?? "1" }

    /// A condition that one of the conditions holds; 0 without conditions.
    var oneHolds: SQL { joinedByHalves(" OR ") ?? "0" }

    private func joinedByHalves(_ separator: String) -> SQL? {
        guard count > 1 else { return first.map { "(\($0))" } }
        let middle = index(startIndex, offsetBy: count / 2)
        let halves = [self[..<middle], self[middle...]].compactMap { $0.joinedByHalves(separator) }
        return "(\(halves.joined(separator: separator)))"
    }
}
