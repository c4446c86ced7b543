internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
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

    /// The identifiers that are kept, oldest first.
    ///
    /// - Parameter resolved: Whether to give those that have been resolved since, or those that are pending.
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
