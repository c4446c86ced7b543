package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoCatalog {
    /// The next rendered pictures, some hundred at a time, of an older version that did not keep their sizes.
    package func unmeasuredEdits() throws -> [(row: Int64, path: FilePath)] {
        try read {
            try Row.fetchAll(
                $0, sql: "SELECT id, path FROM unmeasuredEdit JOIN resource ON id = resourceID ORDER BY id LIMIT 200")
        }.map { ($0[0], folder.pushing(FilePath(blob: $0[1]) ?? "")) }
    }

    /// Keeps the sizes of rendered pictures, by their rows: their photos have another size now.
    ///
    /// They are measured then, those too that do not tell, whose size is `nil`.
    package func setSizes(ofEdits sizes: [(row: Int64, size: PixelSize?)], now: Date = Date()) throws {
        try write { database in
            for (row, size) in sizes {
                try database.cachedStatement(sql: "DELETE FROM unmeasuredEdit WHERE resourceID = ?")
                    .execute(arguments: [row])
                // Another process was first.
                guard database.changesCount > 0, let size else { continue }
                try database.cachedStatement(sql: "UPDATE resource SET width = ?, height = ? WHERE id = ?")
                    .execute(arguments: [size.width, size.height, row])
                guard
                    let asset = try String.fetchOne(
                        database,
                        sql: """
                            SELECT localIdentifier FROM asset JOIN resource ON asset.id = assetID WHERE resource.id = ?
                            """, arguments: [row])
                else { continue }
                if try database.isThere(asset) { try database.insertChange(.update, asset, now: now) }
            }
        }
    }
}
