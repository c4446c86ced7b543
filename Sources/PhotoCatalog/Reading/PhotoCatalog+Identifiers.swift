internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The local identifiers of the objects with these numbers, including removed objects.
    package func localIdentifiers(rows: [Int64], of type: ObjectType) throws(PhotoLibraryError) -> [Int64: String] {
        try read { database in
            let numbers = try rows.json
            let request: SQLRequest<Row> = """
                SELECT id, localIdentifier FROM \(type.table) WHERE id IN (SELECT value FROM json_each(\(numbers)))
                UNION ALL SELECT id, localIdentifier FROM formerObject
                    WHERE object = \(type.rawValue) AND id IN (SELECT value FROM json_each(\(numbers)))
                """
            return try Dictionary(request.fetchAll(database).map { ($0[0], $0[1]) }) { present, _ in present }
        }
    }

    /// The number of the object with this local identifier; `nil` if no object has it.
    package func row(of localIdentifier: String, _ type: ObjectType) throws(PhotoLibraryError) -> Int64? {
        try read {
            try SQLRequest<Int64>(
                literal: "SELECT id FROM \(type.table) WHERE localIdentifier = \(localIdentifier)"
            ).fetchOne($0)
        }
    }
}

extension ObjectType {
    /// The table of the objects.
    fileprivate var table: SQL {
        switch self {
        case .asset: "asset"
        // The identifiers of deleted ones are former identifiers.
        case .album: "(SELECT * FROM album WHERE deletedDate IS NULL)"
        case .folder: "(SELECT * FROM folder WHERE deletedDate IS NULL)"
        // Decisions have no table of objects.
        case .decision: "(SELECT NULL AS id, NULL AS localIdentifier WHERE 0)"
        }
    }
}
