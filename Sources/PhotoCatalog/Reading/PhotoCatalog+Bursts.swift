internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The picks of the frames that were picked to represent their present bursts, by local identifier.
    package func burstPicks() throws(PhotoLibraryError) -> [String: AssetDescription.BurstFrame.Pick] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT localIdentifier, pick FROM pickedFrame JOIN asset ON asset.id = assetID
                    WHERE asset.burstIdentifier = pickedFrame.burstIdentifier
                    """)
            return Dictionary(
                rows.compactMap { row in
                    AssetDescription.BurstFrame.Pick(rawValue: row[1]).map { (row[0], $0) }
                }, uniquingKeysWith: { first, _ in first })
        }
    }
}
