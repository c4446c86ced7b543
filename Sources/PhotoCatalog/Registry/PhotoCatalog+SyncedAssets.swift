internal import DeviceRegistry
internal import Foundation
internal import GRDB
package import PhotoModel
internal import SystemPackage

// Assets by the names that they have on every device.
extension PhotoCatalog {
    /// Whether the library joined a registry.
    ///
    /// The same for the owner and for apps.
    package func isSynced() throws(PhotoLibraryError) -> Bool {
        try readAsOwner { try $0.tableExists("knownRegister") && $0.joinedRegistry() != nil }
    }

    /// The local identifiers of the assets with these stable ids that are visible with ``access`` and not deleted.
    package func assets(withStableIDs ids: [[UInt8]]) throws(PhotoLibraryError) -> [[UInt8]: String] {
        let found = try readAsOwner { database in
            let statement = try database.cachedStatement(
                sql: "SELECT localIdentifier FROM asset WHERE stableID = ? AND deletedDate IS NULL")
            return try ids.reduce(into: [[UInt8]: String]()) { found, id in
                found[id] = try String.fetchOne(statement, arguments: [Data(id)])
            }
        }
        let visible = try visibleAssets(among: found.values)
        return found.filter { visible.contains($0.value) }
    }

    /// Those of the stable ids that name photos of other devices and not of this one, unless a device deleted them.
    ///
    /// None for an app: it would learn of photos that it may not see.
    package func stableIDsOfOtherDevices(among ids: [[UInt8]]) throws(PhotoLibraryError) -> Set<[UInt8]> {
        guard access == .owner else { return [] }
        return try readAsOwner { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM knownRegister WHERE subject = ?1 AND key = ?2)
                        AND NOT EXISTS (SELECT 1 FROM asset WHERE stableID = ?5) AND NOT EXISTS (
                            SELECT 1 FROM knownRegister WHERE subject = ?1 AND key = ?3 AND value <> ?4)
                    """)
            return try Set(
                ids.filter { id in
                    try Bool.fetchOne(
                        statement,
                        arguments: [
                            Subject(.asset, id).column, Key.evidence.column, Key.state.column,
                            Data(ObjectState.present.value), Data(id),
                        ]) ?? false
                })
        }
    }

    private func visibleAssets(among assets: some Collection<String>) throws(PhotoLibraryError) -> Set<String> {
        guard access != .owner else { return Set(assets) }
        return try read { database in
            try Set(
                String.fetchAll(
                    database,
                    sql: "SELECT localIdentifier FROM asset WHERE localIdentifier IN (SELECT value FROM json_each(?))",
                    arguments: [assets.json]))
        }
    }

    private func readAsOwner<Value>(_ body: (Database) throws -> Value) throws(PhotoLibraryError) -> Value {
        do { return try pool.read(body) } catch {
            throw PhotoLibraryError(reading: error, path: folder.string)
        }
    }
}
