internal import Foundation
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
