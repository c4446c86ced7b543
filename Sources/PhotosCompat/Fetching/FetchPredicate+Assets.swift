internal import Foundation
internal import OpenPhotoKit

extension FetchPredicate.Comparison {
    /// The condition on assets.
    ///
    /// - Throws: ``PHFetchOptionsError`` for keys and operators that the catalogue does not support.
    var assetFilter: AssetFilter {
        get throws {
            guard let assetKey = AssetKey(key) else {
                throw PHFetchOptionsError("Assets cannot be fetched by “\(key)”.")
            }
            guard mask == nil || assetKey == .mediaSubtypes else { throw unsupported }
            switch assetKey {
            case .mediaType:
                return .or(
                    PHAssetMediaType.allCases.filter { holds(.number(Double($0.rawValue))) }.map(\.filter))
            case .isFavorite: return flag(.isFavorite)
            case .isHidden: return flag(.isHidden)
            case .mediaSubtypes: return try subtypes()
            case .localIdentifier: return try identifiers { .localIdentifiers($0) }
            case .burstIdentifier:
                return try identifiers(whenNull: .not(.isInBurst)) { .or($0.map(AssetFilter.burst)) }
            case .creationDate:
                return try dates(whenNull: .not(.created(from: nil, before: nil))) { .created(from: $0, before: $1) }
            case .modificationDate: return try dates { .modified(from: $0, before: $1) }
            case .addedDate: return try dates { .added(from: $0, before: $1) }
            case .duration: return try numbers { .duration($0) }
            case .pixelWidth: return try wholeNumbers { .width($0) }
            case .pixelHeight: return try wholeNumbers { .height($0) }
            }
        }
    }

    private func flag(_ filter: AssetFilter) -> AssetFilter {
        .or((holds(FetchValue(true)) ? [filter] : []) + (holds(FetchValue(false)) ? [.not(filter)] : []))
    }

    // MARK: Bits

    /// `(mediaSubtypes & mask) == bits`, for each known bit separately; unknown bits are 0.
    private func subtypes() throws -> AssetFilter {
        let asked = MediaSubtypes.allNames.compactMap(MediaSubtypes.init(name:)).filter { subtype in
            PHAssetMediaSubtype(subtype).rawValue & (mask ?? .max) != 0
        }
        func equals(_ value: FetchValue) throws -> AssetFilter {
            guard case .number(let number) = value else { throw unsupported }
            guard let bits = UInt(exactly: number).map(PHAssetMediaSubtype.init(rawValue:)),
                bits.isSubset(of: PHAssetMediaSubtype(asked.reduce([]) { $0.union($1) }))
            else { return .or([]) }
            return .and(
                asked.map { subtype in
                    bits.contains(PHAssetMediaSubtype(subtype))
                        ? .subtypes(anyOf: subtype) : .not(.subtypes(anyOf: subtype))
                })
        }
        switch self.operator {
        case .equal: return try equals(value)
        case .notEqual: return .not(try equals(value))
        case .isIn: return .or(try elements.map(equals))
        default: throw unsupported
        }
    }
}
