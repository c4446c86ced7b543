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

    /// The kept identifiers whose answer may be another now: none, by what a picture shows, or an asset that is gone.
    package func referencesToAsk() throws -> [String] {
        try read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT identifier FROM unresolved WHERE NOT isProven OR NOT EXISTS (
                        SELECT 1 FROM asset WHERE asset.localIdentifier = unresolved.localIdentifier
                            AND deletedDate IS NULL)
                    ORDER BY addedDate, identifier
                    """)
        }
    }

    /// Notes which assets kept identifiers mean now; `nil` if they are waited for again.
    package func setAnswers(
        _ answers: [(identifier: String, localIdentifier: String?, isProven: Bool)], now: Date = Date()
    ) throws {
        try write { database in
            for (identifier, localIdentifier, isProven) in answers {
                try database.execute(
                    sql: """
                        UPDATE unresolved SET localIdentifier = ?1, isProven = ?2, resolvedDate = CASE
                            WHEN ?1 IS NULL THEN NULL WHEN localIdentifier = ?1 THEN resolvedDate ELSE ?3 END
                        WHERE identifier = ?4
                        """, arguments: [localIdentifier, isProven, now.timeIntervalSince1970, identifier])
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
