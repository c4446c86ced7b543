package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoCatalog {
    /// The next rendered pictures whose size the catalogue does not know, some hundred at a time: those of older versions,
    /// which did not keep it, and those that do not tell.
    ///
    /// - Parameter row: Only those whose row is behind this one.
    package func unmeasuredEdits(after row: Int64) throws -> [(row: Int64, path: FilePath)] {
        try read {
            try Row.fetchAll(
                $0,
                sql: "SELECT id, path FROM resource WHERE kind = 5 AND width IS NULL AND id > ? ORDER BY id LIMIT 200",
                arguments: [row])
        }.map { ($0[0], folder.pushing(FilePath(blob: $0[1]) ?? "")) }
    }

    /// Keeps the sizes of rendered pictures, by their row: their photos have another size now.
    package func setSizes(ofEdits sizes: [Int64: PixelSize], now: Date = Date()) throws {
        guard !sizes.isEmpty else { return }
        try write { database in
            for (row, size) in sizes {
                try database.cachedStatement(
                    sql: "UPDATE resource SET width = ?, height = ? WHERE id = ? AND kind = 5 AND width IS NULL"
                ).execute(arguments: [size.width, size.height, row])
                guard database.changesCount > 0,
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
