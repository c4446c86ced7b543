import Foundation
import GRDB
import SystemPackage

/// Rows of the catalogue of a library, which may be open, as text.
struct CatalogRows {
    let rows: [String]

    init(in library: FilePath, _ queries: [String]) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(
            path: library.appending("catalog.sqlite").string, configuration: configuration)
        rows = try database.read { database in
            try queries.flatMap { query in
                try Row.fetchAll(database, sql: query).map { row in
                    row.map { name, value in "\(name)=\(value)" }.joined(separator: " ")
                }
            }
        }
    }
}
