package import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// Keeps identifiers that are to be asked for again; those that are kept already stay as they are.
    package func remember(_ identifiers: [String], now: Date = Date()) throws {
        try write { database in
            for identifier in identifiers {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO unresolved (identifier, addedDate) VALUES (?, ?)",
                    arguments: [identifier, now.timeIntervalSince1970])
            }
        }
    }

    /// Forgets kept identifiers.
    ///
    /// - Returns: How many there were.
    package func forget(_ identifiers: [String]) throws -> Int {
        try write { database in
            try identifiers.reduce(0) { count, identifier in
                try database.execute(sql: "DELETE FROM unresolved WHERE identifier = ?", arguments: [identifier])
                return count + database.changesCount
            }
        }
    }

    /// Notes which assets kept identifiers turned out to mean.
    package func setResolved(_ answers: [(identifier: String, localIdentifier: String)], now: Date = Date()) throws {
        try write { database in
            for (identifier, localIdentifier) in answers {
                try database.execute(
                    sql: "UPDATE unresolved SET localIdentifier = ?, resolvedDate = ? WHERE identifier = ?",
                    arguments: [localIdentifier, now.timeIntervalSince1970, identifier])
            }
        }
    }

    /// The identifiers that are kept, oldest first.
    ///
    /// - Parameter resolved: Whether to give those that have been resolved since, or those that wait.
    package func rememberedReferences(resolved: Bool) throws -> [RememberedReference] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM unresolved WHERE localIdentifier IS \(resolved ? "NOT NULL" : "NULL")
                    ORDER BY addedDate, identifier
                    """
            ).map { row in
                RememberedReference(
                    identifier: row["identifier"], addedDate: Date(timeIntervalSince1970: row["addedDate"]),
                    resolvedDate: (row["resolvedDate"] as Double?).map { Date(timeIntervalSince1970: $0) },
                    localIdentifier: row["localIdentifier"])
            }
        }
    }
}
