package import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The kinds of digest by which an asset is found exactly.
    package enum ExactEvidence: String, Sendable {
        case bytes = "sha256"
        case imageData = "imageDataDigest"
    }

    /// The assets that have a resource whose digest begins with `prefix` (1 to 32 bytes), in the order in which they
    /// were added, with the orientation that the resource states.
    ///
    /// The resources of an asset are in the order of their kinds, so that the original comes first.
    package func assets(
        with evidence: ExactEvidence, prefix: [UInt8]
    ) throws(PhotoLibraryError) -> [(localIdentifier: String, orientation: Orientation, isEdited: Bool)] {
        try read { database in
            // `likelihood`, so that SQLite begins with the range, also if an app has selected few assets.
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, orientation, kind FROM resource JOIN asset ON asset.id = resource.assetID
                        WHERE likelihood(\(evidence.rawValue) BETWEEN ? AND ?, 0.000001) AND deletedDate IS NULL
                        ORDER BY asset.id, resource.kind, resource.id
                        """), arguments: Self.range(prefix))
            return rows.map {
                ($0[0], Orientation(rawValue: $0[1]) ?? .up, $0[2] == AssetResource.Kind.fullSizePhoto.rawValue)
            }
        }
    }

    /// The names of assets on every device; empty for an app.
    ///
    /// The name of a double has its number, which would tell an app whether the library has a photo that it does not
    /// see. An app gets the name that any library gives to the bytes.
    package func stableIDs(of localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: [UInt8]] {
        guard access == .owner else { return [:] }
        return try read { database in
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, stableID FROM asset
                        WHERE localIdentifier IN (SELECT value FROM json_each(?))
                        """), arguments: [localIdentifiers.json])
            return Dictionary(rows.map { ($0[0], Array($0[1] as Data)) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The asset with a stable id, deleted or not; `nil` if no asset has it.
    package func asset(withStableID id: [UInt8]) throws(PhotoLibraryError) -> Asset? {
        let identifier = try read {
            try String.fetchOne(
                $0.cachedStatement(sql: "SELECT localIdentifier FROM asset WHERE stableID = ?"), arguments: [Data(id)])
        }
        guard let identifier else { return nil }
        return try assets([identifier])[identifier]
    }

    /// The most recently deleted asset among those recently deleted that have a resource whose digest begins with
    /// `prefix`.
    package func recentlyDeletedAsset(
        with evidence: ExactEvidence, prefix: [UInt8]
    ) throws(PhotoLibraryError) -> (localIdentifier: String, deletedDate: Date)? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, deletedDate FROM resource JOIN asset ON asset.id = resource.assetID
                        WHERE \(evidence.rawValue) BETWEEN ? AND ? AND deletedDate IS NOT NULL
                        ORDER BY deletedDate DESC, asset.id LIMIT 1
                        """), arguments: Self.range(prefix)
            ).map { ($0[0], Date(timeIntervalSince1970: $0[1])) }
        }
    }

    /// Whether the owner deleted a photo with a digest that begins with `prefix`, recently or for good.
    package func wasDeleted(with evidence: ExactEvidence, prefix: [UInt8]) throws(PhotoLibraryError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM tombstone WHERE \(evidence.rawValue) BETWEEN ?1 AND ?2)
                            OR EXISTS (
                                SELECT 1 FROM resource JOIN asset ON asset.id = resource.assetID
                                WHERE \(evidence.rawValue) BETWEEN ?1 AND ?2 AND deletedDate IS NOT NULL)
                        """), arguments: Self.range(prefix)) ?? false
        }
    }

    /// A range over an index: all digests from the prefix to the prefix followed by ones.
    private static func range(_ prefix: [UInt8]) -> StatementArguments {
        [Data(prefix), Data(prefix) + Data(repeating: 0xFF, count: max(0, 33 - prefix.count))]
    }
}
