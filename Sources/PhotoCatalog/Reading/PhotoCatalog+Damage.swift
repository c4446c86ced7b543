internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// A file of the library that a check found missing, unreadable or with other bytes.
package struct DamagedFile: Sendable {
    /// The local identifier of its asset.
    package let asset: String
    /// The path relative to the library's folder.
    package let path: FilePath
    /// Where it is, and the size and digest that it should have.
    package let content: ResourceBytes
}

extension PhotoCatalog {
    /// The files that a check found damaged and that were neither replaced nor found sound later, ordered by path.
    package func damagedFiles() throws(PhotoLibraryError) -> [DamagedFile] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT localIdentifier, location, resource.path, bytes, sha256
                    FROM damagedResource JOIN resource ON resource.id = resourceID JOIN asset ON asset.id = assetID
                    ORDER BY resource.path
                    """
            ).compactMap { row in
                guard let content = ResourceBytes(row: row, folder: folder), case .library(let path) = content.location
                else { return nil }
                return DamagedFile(asset: row["localIdentifier"], path: path, content: content)
            }
        }
    }
}

extension Database {
    /// Records that a check found the library's own files at these paths damaged.
    ///
    /// The paths are relative to the library's folder.
    func insertDamage(at paths: [FilePath]) throws {
        let statement = try cachedStatement(
            sql: "INSERT OR IGNORE INTO damagedResource SELECT id FROM resource WHERE path = ? AND location = 0")
        for path in paths { try statement.execute(arguments: [path.blob]) }
    }

    /// Records that the library's own file at the path is sound.
    ///
    /// The path is relative to the library's folder.
    func deleteDamage(at path: FilePath) throws {
        try cachedStatement(
            sql: """
                DELETE FROM damagedResource
                WHERE resourceID IN (SELECT id FROM resource WHERE path = ? AND location = 0)
                """
        ).execute(arguments: [path.blob])
    }
}

extension AssetResource {
    /// A condition: a check found the file damaged.
    static let isKnownDamaged = "EXISTS (SELECT 1 FROM damagedResource WHERE resourceID = resource.id)"
}
