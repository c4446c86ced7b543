internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The local identifiers of the objects with these numbers, also of those that are gone for good.
    package func localIdentifiers(rows: some Collection<Int64>, of type: ObjectType) throws -> [Int64: String] {
        try read { database in
            let numbers = try rows.json
            let request: SQLRequest<Row> = """
                SELECT id, localIdentifier FROM \(type.table) WHERE id IN (SELECT value FROM json_each(\(numbers)))
                UNION ALL SELECT id, localIdentifier FROM formerObject
                    WHERE object = \(type.rawValue) AND id IN (SELECT value FROM json_each(\(numbers)))
                """
            return try Dictionary(uniqueKeysWithValues: request.fetchAll(database).map { ($0[0], $0[1]) })
        }
    }

    /// The number of the object with this local identifier; `nil` if there is none.
    package func row(of localIdentifier: String, _ type: ObjectType) throws -> Int64? {
        try read {
            try SQLRequest<Int64>(
                literal: "SELECT id FROM \(type.table) WHERE localIdentifier = \(localIdentifier)"
            ).fetchOne($0)
        }
    }
}

extension ObjectType {
    /// Where the objects have their rows.
    fileprivate var table: SQL {
        switch self {
        case .asset: "asset"
        case .album: "album"
        case .folder: "folder"
        // Decisions have no rows of their own.
        case .decision: "(SELECT NULL AS id, NULL AS localIdentifier WHERE 0)"
        }
    }
}
