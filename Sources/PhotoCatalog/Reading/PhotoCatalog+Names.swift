internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// An asset that a name may mean.
package struct NamedAsset: Sendable, Hashable {
    package let localIdentifier: String
    /// Whether it is among the recently deleted.
    package let isDeleted: Bool
}

extension PhotoCatalog {
    /// The assets whose local identifiers begin with a text, in the order of the identifiers, at most `limit`.
    package func assets(withIdentifierPrefix prefix: String, limit: Int) throws(PhotoLibraryError) -> [NamedAsset] {
        // A tilde comes after every character of an identifier.
        try namedAssets(
            """
            SELECT localIdentifier, deletedDate IS NOT NULL FROM asset
                WHERE localIdentifier >= \(prefix) AND localIdentifier < \(prefix + "~")
                ORDER BY localIdentifier LIMIT \(limit)
            """)
    }

    /// The assets whose originals had a file name, byte by byte, when they were imported, in the order of capture, at
    /// most `limit`.
    package func assets(withFileName name: FilePath.Component, limit: Int) throws(PhotoLibraryError) -> [NamedAsset] {
        try namedAssets(
            """
            SELECT localIdentifier, deletedDate IS NOT NULL FROM resource JOIN asset ON asset.id = resource.assetID
                WHERE kind = 0 AND originalFilename = \(FilePath(root: nil, [name]).blob)
                ORDER BY captureDate, asset.id LIMIT \(limit)
            """)
    }

    /// The assets that have a file: at a path relative to the library's folder, or at the absolute path of a reference.
    ///
    /// An asset of which the file is known to be lost is omitted, if the path is that of another asset, too.
    package func assets(withFileAt path: FilePath) throws(PhotoLibraryError) -> [NamedAsset] {
        func assets(_ condition: SQL) throws(PhotoLibraryError) -> [NamedAsset] {
            try namedAssets(
                """
                SELECT DISTINCT localIdentifier, deletedDate IS NOT NULL FROM resource JOIN asset ON asset.id = assetID
                    WHERE path = \(path.blob) AND \(path.isRelative ? "location = 0" as SQL : "location = 1")
                        AND \(condition)
                    ORDER BY asset.id
                """)
        }
        let all = try assets("TRUE")
        guard all.count > 1 else { return all }
        let present = try assets("NOT \(sql: AssetResource.isKnownDamaged)")
        return present.isEmpty ? all : present
    }

    /// The asset of the file that was last imported from an absolute path.
    ///
    /// - Parameter identity: The file that is at the path now; `nil` if no file exists there. A file with another size
    ///   or another modification time than the imported file may be another photo, so there is no result for it.
    package func assets(importedFrom path: FilePath, identity: FileIdentity?) throws(PhotoLibraryError) -> [NamedAsset]
    {
        let condition: SQL =
            identity.map { "AND size = \($0.size) AND modified = \($0.modifiedNanoseconds)" } ?? ""
        return try namedAssets(
            """
            SELECT localIdentifier, deletedDate IS NOT NULL
                FROM source JOIN resource ON resource.id = resourceID JOIN asset ON asset.id = assetID
                WHERE source.path = \(path.blob) \(condition)
            """)
    }

    private func namedAssets(_ sql: SQL) throws(PhotoLibraryError) -> [NamedAsset] {
        try read { database in
            try SQLRequest<Row>(literal: sql).fetchAll(database)
                .map { NamedAsset(localIdentifier: $0[0], isDeleted: $0[1]) }
        }
    }
}
