internal import PhotoModel

extension LibraryRequest {
    /// The maximum number of conditions in a filter, where a search counts as ``searchWeight``.
    private static let maximumConditions = 500
    /// A search compares several texts of each photo, and SQLite cannot be interrupted while it prepares a query of
    /// hundreds of searches.
    fileprivate static let searchWeight = 10

    /// Checks that answering the request takes a limited time for each object of the library.
    ///
    /// - Throws: `limitExceeded`.
    func check() throws(PhotoLibraryError) {
        let count =
            switch self {
            case .assetIdentifiers(let query), .assetCount(let query): query.filter.conditionCount + query.sort.count
            case .moments(let filter, _, _): filter.conditionCount
            case .collectionIdentifiers(let query, _), .collectionCount(let query, _):
                query.filter.conditionCount + query.sort.count
            case .beginPick(let configuration): configuration.filter?.conditionCount ?? 0
            default: 0
            }
        guard count <= Self.maximumConditions else {
            throw PhotoLibraryError(
                .limitExceeded,
                "A query has at most \(Self.maximumConditions) conditions and sort keys; a search counts as \(Self.searchWeight)."
            )
        }
    }
}

extension AssetFilter {
    fileprivate var conditionCount: Int {
        switch self {
        case .and(let filters), .or(let filters): filters.reduce(1) { $0 + $1.conditionCount }
        case .not(let filter): 1 + filter.conditionCount
        case .search: LibraryRequest.searchWeight
        default: 1
        }
    }
}

extension CollectionFilter {
    fileprivate var conditionCount: Int {
        switch self {
        case .and(let filters), .or(let filters): filters.reduce(1) { $0 + $1.conditionCount }
        case .not(let filter): 1 + filter.conditionCount
        default: 1
        }
    }
}
