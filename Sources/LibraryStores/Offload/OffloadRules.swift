internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Decides by the catalogue whether the files of a photo may leave this device, and which copies have to be asked for.
struct OffloadRules {
    /// The stores whose copies count.
    struct CountedStore {
        let record: StoreRecord
        /// Why its copies do not count; `nil` if they do.
        var obstacle: OffloadObstacle?
    }

    var stores: [UUID: CountedStore]
    /// The number of sites at which a copy must be.
    let neededSites: Int
    let dayOfUse: Int

    /// A copy whose bytes were read back longer ago, in days of use, does not count until it is read back again.
    static let daysUntilCheck = 90

    /// The stores of a library, and why the copies in them do not count.
    ///
    /// - Parameter failures: The stores that do not answer, by name.
    static func stores(
        of stores: LibraryStores, failures: [String: PhotoLibraryError] = [:]
    ) throws -> [UUID: CountedStore] {
        let connections = try stores.connections.all()
        let libraryDisk = try DiskIdentity(of: stores.library.folder.originals)
        return try Dictionary(
            stores.library.catalog.stores().map { record in
                let connection = connections.first { $0.id == record.id }
                let isUnavailable = failures[record.name] != nil
                return (
                    record.id,
                    CountedStore(
                        record: record,
                        obstacle: try isUnavailable
                            ? .storeUnavailable(store: record.name) : obstacle(of: record, connection, libraryDisk))
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The names of the stores whose copies count if they answer.
    static func countedStores(of stores: LibraryStores) throws -> [String] {
        try Self.stores(of: stores).values.filter { $0.obstacle == nil }.map(\.record.name)
    }

    /// Why the copies in a store that answers do not count; `nil` if they do.
    private static func obstacle(
        of record: StoreRecord, _ connection: StoreConnection?, _ libraryDisk: DiskIdentity
    ) throws -> OffloadObstacle? {
        guard let connection else { return .storeUnavailable(store: record.name) }
        if connection.key != nil, !record.isKeyConfirmed { return .keyNotConfirmed(store: record.name) }
        if try connection.address.isOn(libraryDisk) { return .sameDisk(store: record.name) }
        return nil
    }

    /// Why the files stay; `nil` if the copies decide.
    func obstacle(of asset: OffloadableAsset) -> OffloadObstacle? {
        if asset.isDeleted { return .deleted }
        if asset.isPinned { return .pinned }
        if asset.resources.contains(where: { $0.content.isReference }) { return .reference }
        if asset.resources.allSatisfy({ $0.content.location == .elsewhere }) { return .alreadyElsewhere }
        if asset.resources.contains(where: \.isKnownDamaged) { return .damaged }
        if !asset.isSigned { return .notSigned }
        return nil
    }

    /// The copies of a file that count if the stores have them now, or why there are too few.
    func copies(of resource: StoredResource, in asset: OffloadableAsset) -> Result<[StoreCopy], OffloadReason> {
        let recorded = asset.copies[resource.content.sha256] ?? []
        var obstacle: OffloadObstacle?
        let counted = recorded.filter { copy in
            guard let store = stores[copy.store] else { return false }
            obstacle = obstacle ?? store.obstacle
            return store.obstacle == nil
        }
        let sites = Set(counted.compactMap { stores[$0.store]?.record.site })
        guard sites.count >= neededSites else {
            return .failure(OffloadReason(obstacle ?? .tooFewCopies(found: sites.count, needed: neededSites)))
        }
        return .success(counted)
    }

    /// Whether the bytes of a copy have to be read back before it counts.
    func isDue(_ copy: StoreCopy) -> Bool {
        guard let day = copy.checkedDay else { return true }
        let (age, isWrong) = dayOfUse.subtractingReportingOverflow(day)
        return isWrong || age > Self.daysUntilCheck
    }
}

/// An obstacle as an error.
struct OffloadReason: Error {
    let obstacle: OffloadObstacle
    init(_ obstacle: OffloadObstacle) { self.obstacle = obstacle }
}
