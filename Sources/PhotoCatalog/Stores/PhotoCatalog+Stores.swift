package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// A file of an asset, with what a store needs to know of it.
package struct StoredResource: Sendable {
    /// The row of the catalogue.
    package let row: Int64
    package let asset: String
    package let kind: AssetResource.Kind
    package let content: ResourceBytes
    package let originalFilename: FilePath.Component?
    /// Whether a check found the file damaged.
    package let isKnownDamaged: Bool
    /// The former path of a file that was offloaded, relative to the library's folder.
    package let formerPath: FilePath?

    fileprivate init?(row: Row, folder: FilePath) {
        guard let content = ResourceBytes(row: row, folder: folder) else { return nil }
        self.row = row["id"]
        asset = row["localIdentifier"]
        kind = AssetResource.Kind(rawValue: row["kind"]) ?? .alternate
        self.content = content
        originalFilename = (row["originalFilename"] as Data?).flatMap(FilePath.init(blob:))?.lastComponent
        isKnownDamaged = row["isKnownDamaged"]
        formerPath = (row["formerPath"] as Data?).flatMap(FilePath.init(blob:))
    }

    fileprivate static let columns = """
        resource.id, localIdentifier, kind, location, resource.path, bytes, resource.sha256, originalFilename,
            \(AssetResource.isKnownDamaged) AS isKnownDamaged, offloadedResource.path AS formerPath
        """
    fileprivate static let tables = """
        resource JOIN asset ON asset.id = resource.assetID
            LEFT JOIN offloadedResource ON offloadedResource.resourceID = resource.id
        """
}

/// Numbers of files and their bytes.
package struct FileCount: Sendable, Hashable {
    package var files = 0
    package var bytes: Int64 = 0

    package init(files: Int = 0, bytes: Int64 = 0) { (self.files, self.bytes) = (files, bytes) }
}

extension PhotoCatalog {
    /// The stores, in the order in which they were added.
    package func stores() throws(PhotoLibraryError) -> [StoreRecord] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM store ORDER BY id").compactMap(StoreRecord.init)
        }
    }

    /// The number of days on which the library was used.
    package func dayOfUse() throws(PhotoLibraryError) -> Int {
        try read { try $0.meta(MetaKey.dayOfUse) }.flatMap { Int($0) } ?? 0
    }

    /// Whether a day, in days since 1970, is the last one that was counted.
    package func isCounted(dayOfUse day: Int) throws(PhotoLibraryError) -> Bool {
        try read { try $0.meta(MetaKey.lastDayOfUse) } == "\(day)"
    }

    /// The recorded copies of an original.
    package func storeCopies(of sha256: Digest) throws(PhotoLibraryError) -> [StoreCopy] {
        try read { try $0.storeCopies(of: sha256) }
    }

    /// The files of assets in the library that a store has no present copy of, in the order of their rows.
    ///
    /// Files of the same bytes come once for each row.
    ///
    /// - Parameters:
    ///   - copies: Files with so many present copies are left out; `nil` for no limit.
    ///   - row: Only files after this row.
    package func resources(
        lackingCopyIn store: UUID, fewerCopiesThan copies: Int?, after row: Int64, limit: Int
    ) throws(PhotoLibraryError) -> [StoredResource] {
        try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT \(StoredResource.columns) FROM \(StoredResource.tables)
                        WHERE resource.id > ? AND \(Self.lacksCopy) ORDER BY resource.id LIMIT ?
                        """), arguments: [row, store.data, copies, copies, limit])
        }.compactMap { StoredResource(row: $0, folder: folder) }
    }

    /// The number of files, and their bytes, that ``resources(lackingCopyIn:fewerCopiesThan:after:limit:)`` gives.
    package func count(
        lackingCopyIn store: UUID, fewerCopiesThan copies: Int?
    ) throws(PhotoLibraryError) -> FileCount {
        try read { database in
            try database.fileCount(where: Self.lacksCopy, [store.data, copies, copies])
        }
    }

    // Recently deleted photos too: a person can restore them, also in a library that is made from the store.
    private static let lacksCopy = """
        NOT EXISTS (
            SELECT 1 FROM storeCopy JOIN store ON store.id = storeCopy.storeID
            WHERE storeCopy.sha256 = resource.sha256 AND state = 1 AND store.storeID = ?)
        AND (? IS NULL OR
            (SELECT COUNT(*) FROM storeCopy WHERE storeCopy.sha256 = resource.sha256 AND state = 1) < ?)
        """

    /// The files of an asset.
    package func storedResources(of localIdentifier: String) throws(PhotoLibraryError) -> [StoredResource] {
        try read { try $0.resources(of: localIdentifier, in: folder) }
    }

    /// Calls `body` with all files, in the order of their rows, until it returns false.
    package func forEachResource(_ body: (StoredResource) throws -> Bool) throws {
        var row: Int64 = 0
        while true {
            let next = try read { database in
                try Row.fetchAll(
                    database.cachedStatement(
                        sql: """
                            SELECT \(StoredResource.columns) FROM \(StoredResource.tables)
                            WHERE resource.id > ? ORDER BY resource.id LIMIT 1000
                            """), arguments: [row])
            }.compactMap { StoredResource(row: $0, folder: folder) }
            guard let last = next.last else { return }
            for resource in next where try !body(resource) { return }
            row = last.row
        }
    }

    /// The copies in a store that will be removed from it, because no photo has these bytes.
    package func leavingCopies(in store: UUID) throws(PhotoLibraryError) -> [Digest] {
        try read { database in
            try Data.fetchAll(
                database,
                sql: """
                    SELECT sha256 FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                    WHERE store.storeID = ? AND state = 3
                        AND NOT EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = storeCopy.sha256)
                    """, arguments: [store.data])
        }.compactMap { Digest($0) }
    }

    /// Whether a copy in a store is to be removed from it, because no photo has these bytes.
    package func isLeaving(_ sha256: Digest, from store: UUID) throws(PhotoLibraryError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                        WHERE store.storeID = ?1 AND sha256 = ?2 AND state = 3)
                        AND NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = ?2)
                    """, arguments: [store.data, sha256.data]) ?? false
        }
    }

    /// Counts of the files of assets that are not deleted: in the library's folder, in references, and elsewhere.
    package func filesByLocation() throws(PhotoLibraryError) -> (
        here: FileCount, references: FileCount, elsewhere: FileCount
    ) {
        let counts: [Int: FileCount] = try read { database in
            try Dictionary(
                Row.fetchAll(
                    database,
                    sql: """
                        SELECT COUNT(*), SUM(bytes), location FROM resource JOIN asset ON asset.id = resource.assetID
                        WHERE deletedDate IS NULL GROUP BY location
                        """
                ).map { ($0[2] as Int, FileCount($0)) }, uniquingKeysWith: { first, _ in first })
        }
        return (counts[0] ?? FileCount(), counts[1] ?? FileCount(), counts[2] ?? FileCount())
    }

    /// Counts of the files of assets that are not deleted, by the number of sites with a present copy of them.
    package func filesByCopySites() throws(PhotoLibraryError) -> [Int: FileCount] {
        try read { database in
            try Dictionary(
                Row.fetchAll(
                    database,
                    sql: """
                        SELECT COUNT(*), SUM(bytes), sites FROM (
                            SELECT bytes, (SELECT COUNT(DISTINCT site) FROM storeCopy
                                    JOIN store ON store.id = storeCopy.storeID
                                    WHERE storeCopy.sha256 = resource.sha256 AND state = 1) AS sites
                            FROM resource JOIN asset ON asset.id = resource.assetID WHERE deletedDate IS NULL)
                        GROUP BY sites
                        """
                ).map { ($0[2] as Int, FileCount($0)) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The number of records of copies in a store, by their state.
    package func copyCounts(in store: UUID) throws(PhotoLibraryError) -> [StoreCopy.State: Int] {
        try read { database in
            try Dictionary(
                Row.fetchAll(
                    database,
                    sql: """
                        SELECT state, COUNT(*) FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                        WHERE store.storeID = ? GROUP BY state
                        """, arguments: [store.data]
                ).compactMap { row in StoreCopy.State(rawValue: row[0]).map { ($0, row[1] as Int) } },
                uniquingKeysWith: { first, _ in first })
        }
    }
}

extension Database {
    func resources(of localIdentifier: String, in folder: FilePath) throws -> [StoredResource] {
        try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT \(StoredResource.columns) FROM \(StoredResource.tables)
                    WHERE localIdentifier = ? ORDER BY resource.id
                    """), arguments: [localIdentifier]
        ).compactMap { StoredResource(row: $0, folder: folder) }
    }

    /// Counts the files that meet a condition on rows of `resource` and `asset`.
    func fileCount(where condition: String, _ arguments: StatementArguments = []) throws -> FileCount {
        try FileCount(
            Row.fetchOne(
                self,
                sql: """
                    SELECT COUNT(*), SUM(bytes) FROM resource JOIN asset ON asset.id = resource.assetID
                    WHERE \(condition)
                    """, arguments: arguments))
    }

    func storeCopies(of sha256: Digest) throws -> [StoreCopy] {
        try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT storeCopy.*, store.storeID AS store FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                    WHERE sha256 = ? ORDER BY store.id
                    """), arguments: [sha256.data]
        ).compactMap(StoreCopy.init)
    }
}

extension FileCount {
    /// The columns number of files and sum of their bytes, in this order.
    init(_ row: Row?) { self.init(files: row?[0] ?? 0, bytes: row?[1] ?? 0) }
}

extension StoreCopy {
    init?(row: Row) {
        guard let store = UUID(data: row["store"]), let sha256 = Digest(row["sha256"] as Data),
            let state = State(rawValue: row["state"])
        else { return nil }
        self.init(store: store, sha256: sha256, state: state)
        storedSize = row["storedSize"]
        version = row["version"]
        checkedDate = (row["checkedDate"] as Double?).map { Date(timeIntervalSince1970: $0) }
        checkedDay = row["checkedDay"]
    }
}

extension StoreRecord {
    fileprivate init?(row: Row) {
        guard let id = UUID(data: row["storeID"]) else { return nil }
        func date(_ column: String) -> Date? { (row[column] as Double?).map { Date(timeIntervalSince1970: $0) } }
        self.init(id: id, name: row["name"], site: row["site"], addedDate: date("addedDate") ?? .distantPast)
        isKeyConfirmed = row["isKeyConfirmed"]
        successDate = date("successDate")
        failureDate = date("failureDate")
        failure = row["failure"]
        catalogCopyDate = date("catalogCopyDate")
    }
}
