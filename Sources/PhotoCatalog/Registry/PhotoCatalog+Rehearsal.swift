package import DeviceRegistry
package import Foundation
internal import GRDB
package import PhotoModel

/// What joining a registry changes in a library.
package struct JoinEffect: Sendable, Hashable {
    package var received = ReceivedCounts()
    /// The photos that are visible before.
    package var visiblePhotos = 0
    /// The photos that are visible before and not afterwards.
    package var hiddenPhotos = 0
    package var deletedPhotos = 0
    /// The photos that other devices deleted, and that a person must agree to delete.
    package var heldDeletions = 0
    package var changedPhotos = 0
    package var newAlbums = 0
    package var changedAlbums = 0
    /// The values about photos that are not in the library.
    package var waitingValues = 0
    /// The values that say which files other devices have of such photos.
    package var waitingEvidence = 0
    /// The photos that other devices have and this library lacks.
    package var photosElsewhere = 0

    package init() {}
}

extension PhotoCatalog {
    /// Finds out what joining a registry would change.
    ///
    /// Everything is changed, and rolled back.
    package func rehearseJoin(
        _ registry: UUID, as name: String, _ logged: [Register], _ values: [ReceivedRegisters], now: Date = Date()
    ) throws(PhotoLibraryError) -> JoinEffect {
        try write(now: now) { database in
            var effect = JoinEffect()
            try database.inSavepoint {
                try database.beginRehearsal()
                try database.join(registry, as: name, logged)
                let transaction = ChangeTransaction(
                    database: database, access: access, confirmed: [], run: "", now: now)
                for received in values { effect.received += try transaction.receive(received) }
                try database.count(&effect)
                return .rollback
            }
            return effect
        }
    }
}

extension Database {
    private static let before = """
        CREATE TEMP TABLE rehearsedAsset AS SELECT id, isHidden FROM asset WHERE deletedDate IS NULL;
        """

    /// Keeps what is in the library before, until the savepoint is rolled back.
    fileprivate func beginRehearsal() throws { try execute(sql: Self.before) }

    fileprivate func count(_ effect: inout JoinEffect) throws {
        func count(_ sql: String) throws -> Int { try Int.fetchOne(self, sql: sql) ?? 0 }
        effect.visiblePhotos = try count("SELECT COUNT(*) FROM rehearsedAsset WHERE isHidden = 0")
        effect.hiddenPhotos = try count(
            """
            SELECT COUNT(*) FROM rehearsedAsset JOIN asset ON asset.id = rehearsedAsset.id
            WHERE rehearsedAsset.isHidden = 0 AND asset.isHidden = 1 AND deletedDate IS NULL
            """)
        effect.deletedPhotos = try count(
            """
            SELECT COUNT(*) FROM rehearsedAsset JOIN asset ON asset.id = rehearsedAsset.id WHERE deletedDate IS NOT NULL
            """)
        func changes(_ object: ObjectType, _ kind: ChangeKind) throws -> Int {
            try Int.fetchOne(
                self, sql: "SELECT COUNT(*) FROM temp.pendingChange WHERE object = ? AND kind = ?",
                arguments: [object.rawValue, kind.rawValue]) ?? 0
        }
        effect.changedPhotos = try changes(.asset, .update)
        effect.newAlbums = try changes(.album, .insert)
        effect.changedAlbums = try changes(.album, .update)
        (effect.waitingValues, effect.waitingEvidence) = try waitingForPhotos()
        effect.photosElsewhere = try countPhotosOfOtherDevices()
        effect.heldDeletions = try heldDeletions().count
    }
}
