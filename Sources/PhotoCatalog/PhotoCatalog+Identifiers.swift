internal import GRDB

/// Kinds of objects that have rows and local identifiers.
///
/// The raw values are those of `PHObjectType`.
package enum ObjectKind: Int, Sendable {
    case asset = 1
    case album = 2
    case folder = 3

    fileprivate var table: SQL {
        switch self {
        case .asset: "asset"
        case .album: "album"
        case .folder: "folder"
        }
    }
}

extension PhotoCatalog {
    /// The local identifiers of the objects with these numbers, also of those that are gone for good.
    package func localIdentifiers(rows: some Collection<Int64>, of kind: ObjectKind) throws -> [Int64: String] {
        try read { database in
            let numbers = try rows.json
            let request: SQLRequest<Row> = """
                SELECT id, localIdentifier FROM \(kind.table) WHERE id IN (SELECT value FROM json_each(\(numbers)))
                UNION ALL SELECT id, localIdentifier FROM formerObject
                    WHERE object = \(kind.rawValue) AND id IN (SELECT value FROM json_each(\(numbers)))
                """
            return try Dictionary(uniqueKeysWithValues: request.fetchAll(database).map { ($0[0], $0[1]) })
        }
    }

    /// The number of the object with this local identifier; `nil` if there is none.
    package func row(of localIdentifier: String, _ kind: ObjectKind) throws -> Int64? {
        try read {
            try SQLRequest<Int64>(
                literal: "SELECT id FROM \(kind.table) WHERE localIdentifier = \(localIdentifier)"
            ).fetchOne($0)
        }
    }
}
