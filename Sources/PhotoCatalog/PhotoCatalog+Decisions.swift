internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// Keeps what a person said of two contents; a later word replaces an earlier one, and not the other way round.
    ///
    /// - Returns: How many were not known already.
    /// - Throws: `invalidIdentifier` if a content has not 16 bytes; nothing is then kept.
    @discardableResult
    package func decide(_ decisions: [Decision]) throws -> Int {
        try write { try $0.insertDecisions(decisions) }
    }

    /// Forgets what was said of two contents; whether anything had been.
    package func forgetDecision(about contents: [[UInt8]]) throws -> Bool {
        let pair = Decision(contents[0], contents[1], isSame: true, date: Date())
        return try write { database in
            try database.execute(
                sql: "DELETE FROM decision WHERE first = ? AND second = ?",
                arguments: [Data(pair.contents[0]), Data(pair.contents[1])])
            return database.changesCount > 0
        }
    }

    /// What was said of one content, or of all; oldest first.
    package func decisions(about content: [UInt8]? = nil) throws -> [Decision] {
        try read { database in
            let rows =
                if let content {
                    try Row.fetchAll(
                        database.cachedStatement(
                            sql: "SELECT * FROM decision WHERE first = ?1 OR second = ?1 ORDER BY date, first, second"),
                        arguments: [Data(content)])
                } else {
                    try Row.fetchAll(database, sql: "SELECT * FROM decision ORDER BY date, first, second")
                }
            return rows.map { row in
                Decision(
                    Array(row["first"] as Data), Array(row["second"] as Data), isSame: row["isSame"],
                    date: Date(timeIntervalSince1970: row["date"]))
            }
        }
    }
}

extension Database {
    /// Keeps decisions; a later word replaces an earlier one.
    ///
    /// - Returns: How many were not known already.
    @discardableResult
    func insertDecisions(_ decisions: [Decision]) throws -> Int {
        try decisions.count { decision in
            // A shorter one would be the prefix of many.
            guard decision.contents.allSatisfy({ $0.count == 16 }) else {
                throw PhotoLibraryError(
                    .invalidIdentifier, "A decision is about two contents of 16 bytes; this one is damaged.")
            }
            try execute(
                sql: """
                    INSERT INTO decision VALUES (?, ?, ?, ?) ON CONFLICT (first, second) DO UPDATE
                    SET isSame = excluded.isSame, date = excluded.date
                    WHERE excluded.date > date OR excluded.date = date AND excluded.isSame <> isSame
                    """,
                arguments: [
                    Data(decision.contents[0]), Data(decision.contents[1]), decision.isSame,
                    decision.date.timeIntervalSince1970,
                ])
            return changesCount > 0
        }
    }
}
