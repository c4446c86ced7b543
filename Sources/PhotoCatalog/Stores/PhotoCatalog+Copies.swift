package import Foundation
internal import GRDB
package import PhotoModel
internal import SystemPackage

/// A copy in a store that is to be read back, with a file that it is a copy of.
package struct CopyToCheck: Sendable {
    package let copy: StoreCopy
    /// The number of bytes of the original.
    package let bytes: Int64
    /// The local identifier of the file's asset.
    package let asset: String
    /// The name of the file at import; the local identifier if it is unknown.
    package let name: String

    fileprivate init?(row: Row) {
        guard let copy = StoreCopy(row: row), ResourceBytes.sizes.contains(row["bytes"]) else { return nil }
        (self.copy, bytes, asset) = (copy, row["bytes"], row["localIdentifier"])
        name = (row["originalFilename"] as Data?).flatMap(FilePath.init(blob:))?.lastComponent?.string ?? asset
    }
}

// What the catalogue knows of the copies in stores.
extension PhotoCatalog {
    /// The present, listed and suspect copies in a store whose bytes were never read back, or longest ago.
    package func copiesToCheck(in store: UUID, limit: Int) throws(PhotoLibraryError) -> [CopyToCheck] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT storeCopy.*, store.storeID AS store, bytes, originalFilename, localIdentifier
                    FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                        JOIN resource ON resource.id =
                            (SELECT MIN(id) FROM resource WHERE resource.sha256 = storeCopy.sha256)
                        JOIN asset ON asset.id = resource.assetID
                    WHERE store.storeID = ? AND (\(StoreCopy.isLoadable) OR state = 2)
                    ORDER BY checkedDate, storeCopy.sha256 LIMIT ?
                    """, arguments: [store.data, limit])
        }.compactMap(CopyToCheck.init)
    }

    /// Whether an original can be loaded from a store, as far as is known.
    package func isInStore(_ sha256: Digest) throws(PhotoLibraryError) -> Bool {
        try read(forAddition: true) { database in
            try Bool.fetchOne(
                database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM storeCopy WHERE sha256 = ? AND \(StoreCopy.isLoadable))"),
                arguments: [sha256.data]) ?? false
        }
    }

    /// The stores that gave wrong bytes of an original.
    package func storesWithSuspectCopy(of sha256: Digest) throws(PhotoLibraryError) -> Set<UUID> {
        try read { database in
            try Set(
                Data.fetchAll(
                    database.cachedStatement(
                        sql: """
                            SELECT store.storeID FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                            WHERE sha256 = ? AND state = 2
                            """),
                    arguments: [sha256.data]
                ).compactMap(UUID.init(data:)))
        }
    }

    /// Counts the files of assets that are not deleted and that are neither on this device nor in a store.
    package func lostFiles() throws(PhotoLibraryError) -> FileCount {
        try read { database in
            try database.fileCount(
                where: """
                    deletedDate IS NULL AND location = 2 AND NOT EXISTS
                        (SELECT 1 FROM storeCopy
                            WHERE storeCopy.sha256 = resource.sha256 AND \(StoreCopy.isLoadable))
                    """)
        }
    }

    /// The number of suspect copies in a store whose originals are on this device or in another store.
    package func replaceableCopies(in store: UUID) throws(PhotoLibraryError) -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT COUNT(*) FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                    WHERE store.storeID = ? AND state = 2 AND (
                        EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = storeCopy.sha256 AND location <> 2)
                        OR EXISTS
                            (SELECT 1 FROM storeCopy AS other
                                WHERE other.sha256 = storeCopy.sha256 AND \(StoreCopy.isLoadable(in: "other"))))
                    """, arguments: [store.data]) ?? 0
        }
    }

    /// The digests of all files of assets, of purged photos, and of files of removed edits that stores have.
    ///
    /// Memory grows with their number.
    package func digests() throws(PhotoLibraryError) -> Set<Digest> {
        try read { database in
            try Set(
                Data.fetchAll(
                    database,
                    sql: """
                        SELECT sha256 FROM resource UNION SELECT sha256 FROM tombstone
                        UNION SELECT sha256 FROM storeCopy
                        """
                ).compactMap { Digest($0) })
        }
    }

    /// The number of assets when a copy of the catalogue was last written to a store; `nil` if none was.
    package func assetsInCatalogCopy(in store: UUID) throws(PhotoLibraryError) -> Int? {
        try read { try $0.meta(MetaKey.assetsInCatalogCopy(in: store)) }.flatMap { Int($0) }
    }

    /// The dates of the copies of this catalogue in a store that it wrote, or began to write.
    package func datesOfCatalogCopies(in store: UUID) throws(PhotoLibraryError) -> Set<Date> {
        try Set(read { try $0.datesOfCatalogCopies(in: store) })
    }
}

extension Database {
    func datesOfCatalogCopies(in store: UUID) throws -> [Date] {
        (try meta(MetaKey.datesOfCatalogCopies(in: store)) ?? "").split(separator: " ")
            .compactMap { TimeInterval($0) }.map { Date(timeIntervalSince1970: $0) }
    }
}

extension StoreCopy {
    /// The condition that a record of a copy is ``State/isLoadable``.
    fileprivate static let isLoadable = isLoadable(in: "storeCopy")

    fileprivate static func isLoadable(in table: String) -> String {
        "\(table).state IN (\(State.present.rawValue), \(State.listed.rawValue))"
    }
}

extension MetaKey {
    /// The dates of the copies of the catalogue in a store, in seconds since 1970.
    static func datesOfCatalogCopies(in store: UUID) -> String { "datesOfCatalogCopies \(store.uuidString)" }
    /// The number of assets when a copy of the catalogue was last written to a store.
    static func assetsInCatalogCopy(in store: UUID) -> String { "assetsInCatalogCopy \(store.uuidString)" }
}
