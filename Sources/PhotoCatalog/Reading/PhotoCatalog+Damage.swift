internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// A file of an asset that a check or an import found missing, unreadable or with other bytes.
package struct DamagedFile: Sendable {
    /// The local identifier of its asset.
    package let asset: String
    /// The path relative to the library's folder, or that of a reference.
    package let path: FilePath
    /// Where it is, and the size and digest that it should have.
    package let content: ResourceBytes
}

extension PhotoCatalog {
    /// The files that were found damaged, and were neither replaced nor found sound later, ordered by path.
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
                guard let content = ResourceBytes(row: row, folder: folder) else { return nil }
                switch content.location {
                case .library(let path), .reference(let path):
                    return DamagedFile(asset: row["localIdentifier"], path: path, content: content)
                case .elsewhere, .withheld: return nil
                }
            }
        }
    }
}

extension Database {
    /// Records that a file was found damaged.
    ///
    /// - Parameters:
    ///   - file: The path is relative to the library's folder, or that of a reference.
    ///   - sha256: The digest that the file should have; `nil` if only one file of the asset has the path.
    func insertDamage(of file: FileOfAsset, withBytes sha256: Digest? = nil) throws {
        try cachedStatement(
            sql: """
                INSERT OR IGNORE INTO damagedResource \(Self.resourceOfFile) AND (?3 IS NULL OR sha256 = ?3)
                """
        ).execute(arguments: [file.asset, file.path.blob, sha256.map { Data($0.bytes) }])
    }

    /// Records that a file is sound: see ``insertDamage(of:withBytes:)``.
    func deleteDamage(of file: FileOfAsset) throws {
        try cachedStatement(sql: "DELETE FROM damagedResource WHERE resourceID IN (\(Self.resourceOfFile))")
            .execute(arguments: [file.asset, file.path.blob])
    }

    private static let resourceOfFile = """
        SELECT resource.id FROM resource JOIN asset ON asset.id = assetID WHERE localIdentifier = ?1 AND path = ?2
        """
}

extension AssetResource {
    /// A condition: a check found the file damaged.
    static let isKnownDamaged = "EXISTS (SELECT 1 FROM damagedResource WHERE resourceID = resource.id)"
}
