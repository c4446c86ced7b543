internal import OpenPhotoKit

extension FetchPredicate.Comparison {
    /// The condition on albums and folders.
    ///
    /// - Throws: ``PHFetchOptionsError`` for keys and operators that the catalogue does not support.
    var collectionFilter: CollectionFilter {
        get throws {
            guard let collectionKey = CollectionKey(key) else {
                throw PHFetchOptionsError("Collections cannot be fetched by “\(key)”.")
            }
            guard mask == nil else { throw unsupported }
            switch collectionKey {
            case .localIdentifier: return try identifiers { .localIdentifiers($0) }
            case .title: return try titles()
            case .startDate:
                return try dates(whenNull: .not(.startDate(from: nil, before: nil))) {
                    .startDate(from: $0, before: $1)
                }
            case .endDate:
                return try dates(whenNull: .not(.endDate(from: nil, before: nil))) { .endDate(from: $0, before: $1) }
            case .assetCount: return try wholeNumbers { .assetCount($0) }
            }
        }
    }

    /// Every collection has a title.
    private func titles() throws -> CollectionFilter {
        func title(_ comparison: TextMatch.Comparison, _ value: FetchValue) throws -> CollectionFilter {
            switch value {
            case .text(let text):
                .title(
                    TextMatch(comparison, text, ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics))
            case .null where comparison == .equals: .or([])
            default: throw unsupported
            }
        }
        return switch self.operator {
        case .equal: try title(.equals, value)
        case .notEqual: .not(try title(.equals, value))
        case .isIn: .or(try elements.map { try title(.equals, $0) })
        case .less: try title(.precedes, value)
        case .lessOrEqual: .not(try title(.follows, value))
        case .greater: try title(.follows, value)
        case .greaterOrEqual: .not(try title(.precedes, value))
        case .between: .and([.not(try title(.precedes, elements[0])), .not(try title(.follows, elements[1]))])
        case .contains: try title(.contains, value)
        case .beginsWith: try title(.beginsWith, value)
        case .endsWith: try title(.endsWith, value)
        }
    }
}
