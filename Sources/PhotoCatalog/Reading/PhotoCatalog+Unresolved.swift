internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The stored identifiers whose answer may have changed: pending ones, those found by a picture, and those of a
    /// missing asset.
    package func referencesToAsk() throws(PhotoLibraryError) -> [String] {
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

    /// The stored identifiers, oldest first.
    ///
    /// - Parameter resolved: Whether to return those that have been resolved, or those that are pending.
    package func rememberedReferences(resolved: Bool) throws(PhotoLibraryError) -> [RememberedReference] {
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
