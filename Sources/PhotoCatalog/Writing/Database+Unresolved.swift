internal import Foundation
internal import GRDB

extension Database {
    /// Stores cloud identifiers that are to be resolved again.
    ///
    /// Identifiers that are already stored do not change.
    ///
    /// - Returns: The number of new identifiers.
    func insertUnresolved(_ identifiers: [String], now: Date) throws -> Int {
        let statement = try cachedStatement(
            sql: "INSERT OR IGNORE INTO unresolved (identifier, addedDate) VALUES (?, ?)")
        return try identifiers.count { identifier in
            try statement.execute(arguments: [identifier, now.timeIntervalSince1970])
            return changesCount > 0
        }
    }

    /// Deletes stored identifiers.
    ///
    /// - Returns: The number of deleted identifiers.
    func deleteUnresolved(_ identifiers: [String]) throws -> Int {
        let statement = try cachedStatement(sql: "DELETE FROM unresolved WHERE identifier = ?")
        return try identifiers.count { identifier in
            try statement.execute(arguments: [identifier])
            return changesCount > 0
        }
    }

    /// Records the asset that a stored identifier means now; `nil` if it is pending again.
    func setAnswer(_ localIdentifier: String?, isProven: Bool, to identifier: String, now: Date) throws {
        try cachedStatement(
            sql: """
                UPDATE unresolved SET localIdentifier = ?1, isProven = ?2, resolvedDate = CASE
                    WHEN ?1 IS NULL THEN NULL WHEN localIdentifier = ?1 THEN resolvedDate ELSE ?3 END
                WHERE identifier = ?4
                """
        ).execute(arguments: [localIdentifier, isProven, now.timeIntervalSince1970, identifier])
    }
}
