public import Foundation
internal import OpenPhotoKit

/// Which objects to fetch, and in what order.
public final class PHFetchOptions: NSObject, NSCopying {
    /// The objects to fetch: a predicate made with `NSPredicate(format:_:)` or `NSPredicate(value:)`; `nil` for all.
    ///
    /// The keys for assets are `SELF`, `localIdentifier`, `creationDate`, `modificationDate`, `addedDate`, `mediaType`,
    /// `mediaSubtypes`, `duration`, `pixelWidth`, `pixelHeight`, `favorite`, `hidden` and `burstIdentifier`. The keys
    /// for collections are `SELF`, `localIdentifier`, `localizedTitle`, `startDate`, `endDate` and
    /// `estimatedAssetCount`; folders have no dates and 0 assets. The catalogue evaluates predicates. Smart albums,
    /// moments and transient collections are not in the catalogue and are filtered in memory.
    public var predicate: NSPredicate?
    /// The order: descriptors made with `NSSortDescriptor(key:ascending:)` or `init(keyPath:ascending:)`; `nil` for the
    /// order of the album, or by capture time.
    ///
    /// Assets can be sorted by `creationDate` (the instant), `modificationDate`, `addedDate`, `duration`, `pixelWidth`,
    /// `pixelHeight`, `mediaType`, `favorite` and `localIdentifier`, collections by the keys of predicates. Missing
    /// values come last, ascending and descending. The local time of a photo without a time zone is sorted as UTC,
    /// whatever the time zone of this process.
    public var sortDescriptors: [NSSortDescriptor]?
    /// Whether hidden assets are fetched too.
    ///
    /// A fetch by identifier always includes them.
    public var includeHiddenAssets = false
    /// Whether all frames of bursts are fetched, and counted in albums, and not only those that represent a burst.
    public var includeAllBurstAssets = false
    /// The sources of assets.
    ///
    /// `[]` and the user's library have the same effect here; other sources have no assets.
    public var includeAssetSourceTypes: PHAssetSourceType = []
    /// The maximum number of objects; 0 for all.
    public var fetchLimit = 0
    /// Whether the change details of the result include indexes.
    public var wantsIncrementalChangeDetails = true

    /// Options to fetch all visible objects.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHFetchOptions()
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.includeHiddenAssets = includeHiddenAssets
        copy.includeAllBurstAssets = includeAllBurstAssets
        copy.includeAssetSourceTypes = includeAssetSourceTypes
        copy.fetchLimit = fetchLimit
        copy.wantsIncrementalChangeDetails = wantsIncrementalChangeDetails
        return copy
    }
}

/// A copy of the options' values, because a fetch may be repeated later.
struct FetchPlan: Sendable {
    var predicate: FetchPredicate?
    var sort: [FetchSort] = []
    var includesHidden = false
    var includesAllBurstAssets = false
    var hasAssets = true
    var limit: Int?

    /// - Throws: ``PHFetchOptionsError``.
    init(_ options: PHFetchOptions?) throws {
        guard let options else { return }
        predicate = try options.predicate?.fetchPredicate
        sort = try options.sortDescriptors?.map { try $0.fetchSort } ?? []
        includesHidden = options.includeHiddenAssets
        includesAllBurstAssets = options.includeAllBurstAssets
        hasAssets =
            options.includeAssetSourceTypes.isEmpty || options.includeAssetSourceTypes.contains(.typeUserLibrary)
        if options.fetchLimit > 0 { limit = options.fetchLimit }
    }

    /// The intersection of the query and the plan, in the plan's order if it has one.
    func query(_ query: AssetQuery) throws -> AssetQuery {
        var query = query
        let filter = try predicate?.filter { try $0.assetFilter }
        query.filter = .and([query.filter, filter, hasAssets ? nil : .or([])].compactMap { $0 })
        query.includesHidden = query.includesHidden || includesHidden
        query.includesAllBurstAssets = query.includesAllBurstAssets || includesAllBurstAssets
        if !sort.isEmpty { query.sort = try sort.map { try $0.assetSort } }
        query.limit = limit
        return query
    }

    /// The intersection of the filter and the plan, in the plan's order if it has one.
    func query(_ filter: CollectionFilter) throws -> CollectionQuery {
        let filters = try [filter, predicate?.filter { try $0.collectionFilter }].compactMap { $0 }
        var query = CollectionQuery(.and(filters), sort: try sort.map { try $0.collectionSort })
        query.includesAllBurstAssets = includesAllBurstAssets
        query.limit = limit
        return query
    }

    /// The objects in memory that match the plan, in its order.
    func apply<Object: PHObject>(to objects: [Object]) throws -> [Object] {
        var objects = try objects.filter { object in try predicate?.holds(object.value(forFetchKey:)) ?? true }
        // From the last to the first, because the sort is stable.
        for sort in sort.reversed() {
            let values = try objects.map { object in
                guard let value = object.sortValue(forFetchKey: sort.key) else {
                    throw PHFetchOptionsError("Collections are not sorted by “\(sort.key)”.")
                }
                return (object, value)
            }
            let first: ComparisonResult = sort.isAscending ? .orderedAscending : .orderedDescending
            // Missing values come last.
            objects = values.sorted { left, right in
                right.1 == .null ? left.1 != .null : left.1 != .null && left.1.order(right.1) == first
            }.map(\.0)
        }
        return Array(objects.prefix(limit ?? .max))
    }
}

extension FetchSort {
    fileprivate var assetSort: AssetSort {
        get throws {
            let key: AssetSort.Key? =
                switch AssetKey(self.key) {
                case .creationDate: .captureInstant
                case .modificationDate: .modificationDate
                case .addedDate: .addedDate
                case .duration: .duration
                case .pixelWidth: .width
                case .pixelHeight: .height
                case .localIdentifier: .localIdentifier
                case .mediaType: .mediaType
                case .isFavorite: .isFavorite
                case .mediaSubtypes, .isHidden, .burstIdentifier, nil: nil
                }
            guard let key else { throw PHFetchOptionsError("Assets are not sorted by “\(self.key)”.") }
            return AssetSort(key, ascending: isAscending)
        }
    }

    fileprivate var collectionSort: CollectionSort {
        get throws {
            let key: CollectionSort.Key? =
                switch CollectionKey(self.key) {
                case .localIdentifier: .localIdentifier
                case .title: .title
                case .startDate: .startDate
                case .endDate: .endDate
                case .assetCount: .assetCount
                case nil: nil
                }
            guard let key else { throw PHFetchOptionsError("Collections are not sorted by “\(self.key)”.") }
            return CollectionSort(key, ascending: isAscending)
        }
    }
}
