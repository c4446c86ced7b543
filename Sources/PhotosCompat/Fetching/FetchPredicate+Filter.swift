internal import Foundation
internal import OpenPhotoKit

extension FetchPredicate {
    /// The condition as the catalogue answers it.
    ///
    /// - Throws: ``PHFetchOptionsError`` for keys and operators that it does not.
    var filter: AssetFilter {
        get throws {
            switch self {
            case .constant(let isTrue): isTrue ? .all : .or([])
            case .and(let parts): .and(try parts.map { try $0.filter })
            case .or(let parts): .or(try parts.map { try $0.filter })
            case .not(let part): .not(try part.filter)
            case .comparison(let comparison): try comparison.filter
            }
        }
    }
}

extension FetchPredicate.Comparison {
    fileprivate var filter: AssetFilter {
        get throws {
            guard let assetKey = AssetKey(key) else {
                throw PHFetchOptionsError("Assets cannot be fetched by “\(key)”.")
            }
            guard mask == nil || assetKey == .mediaSubtypes else { throw unsupported }
            switch assetKey {
            case .mediaType:
                return .or(
                    PHAssetMediaType.allCases.filter { holds(.number(Double($0.rawValue))) }.map {
                        .mediaType($0.core)
                    })
            case .isFavorite: return flag(.isFavorite)
            case .isHidden: return flag(.isHidden)
            case .mediaSubtypes: return try subtypes()
            case .localIdentifier: return try texts { .localIdentifiers($0) }
            case .burstIdentifier:
                return try texts(whenNull: .not(.isInBurst)) { .or($0.map(AssetFilter.burst)) }
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

    private var unsupported: PHFetchOptionsError {
        PHFetchOptionsError("A fetch of assets does not compare “\(key)” in this way.")
    }

    private func flag(_ filter: AssetFilter) -> AssetFilter {
        .or((holds(FetchValue(true)) ? [filter] : []) + (holds(FetchValue(false)) ? [.not(filter)] : []))
    }

    // MARK: Bits

    /// `(mediaSubtypes & mask) == bits`, each known bit by itself; the others are 0.
    private func subtypes() throws -> AssetFilter {
        let asked = MediaSubtypes.allNames.compactMap(MediaSubtypes.init(name:)).filter { subtype in
            mask.map { PHAssetMediaSubtype(subtype).rawValue & $0 != 0 } ?? true
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

    // MARK: Texts

    private func texts(
        whenNull: AssetFilter = .or([]), _ filter: ([String]) -> AssetFilter
    ) throws -> AssetFilter {
        guard !ignoresCase, !ignoresDiacritics else { throw unsupported }
        func isOne(of values: [FetchValue]) throws -> AssetFilter {
            let texts = try values.compactMap { value -> String? in
                switch value {
                case .text(let text): text
                case .null: nil
                default: throw unsupported
                }
            }
            return values.contains(.null) ? .or([filter(texts), whenNull]) : filter(texts)
        }
        switch self.operator {
        case .equal: return try isOne(of: [value])
        case .notEqual: return .not(try isOne(of: [value]))
        case .isIn: return try isOne(of: elements)
        default: throw unsupported
        }
    }

    // MARK: Ranges

    /// - Parameter filter: Of the values from the first on and before the second.
    private func dates(
        whenNull: AssetFilter = .or([]), _ filter: (Date?, Date?) -> AssetFilter
    ) throws -> AssetFilter {
        func date(_ value: FetchValue) throws -> Date {
            guard case .date(let date) = value else { throw unsupported }
            return date
        }
        func equals(_ value: FetchValue) throws -> AssetFilter {
            try value == .null ? whenNull : filter(date(value), date(value).next)
        }
        return switch self.operator {
        case .equal: try equals(value)
        case .notEqual: .not(try equals(value))
        case .isIn: .or(try elements.map(equals))
        case .less: try filter(nil, date(value))
        case .lessOrEqual: try filter(nil, date(value).next)
        case .greater: try filter(date(value).next, nil)
        case .greaterOrEqual: try filter(date(value), nil)
        case .between: try filter(date(elements[0]), date(elements[1]).next)
        case .contains, .beginsWith, .endsWith: throw unsupported
        }
    }

    /// PhotoKit says 0 where there is no number.
    private func numbers(_ filter: (ClosedRange<Double>) -> AssetFilter) throws -> AssetFilter {
        let greatest = Double.greatestFiniteMagnitude
        func number(_ value: FetchValue) throws -> Double {
            guard case .number(let number) = value else { throw unsupported }
            return number
        }
        func within(_ lower: Double, _ upper: Double) -> AssetFilter {
            guard lower <= upper else { return .or([]) }
            let found = filter(lower...upper)
            return lower <= 0 && upper >= 0 ? .or([found, .not(filter(-greatest...greatest))]) : found
        }
        func equals(_ value: FetchValue) throws -> AssetFilter { try within(number(value), number(value)) }
        return switch self.operator {
        case .equal: try equals(value)
        case .notEqual: .not(try equals(value))
        case .isIn: .or(try elements.map(equals))
        case .less: try within(-greatest, number(value).nextDown)
        case .lessOrEqual: try within(-greatest, number(value))
        case .greater: try within(number(value).nextUp, greatest)
        case .greaterOrEqual: try within(number(value), greatest)
        case .between: try within(number(elements[0]), number(elements[1]))
        case .contains, .beginsWith, .endsWith: throw unsupported
        }
    }

    private func wholeNumbers(_ filter: (ClosedRange<Int>) -> AssetFilter) throws -> AssetFilter {
        try numbers { range in
            let lower = Int(exactly: range.lowerBound.rounded(.up)) ?? (range.lowerBound < 0 ? .min : .max)
            let upper = Int(exactly: range.upperBound.rounded(.down)) ?? (range.upperBound < 0 ? .min : .max)
            return lower <= upper ? filter(lower...upper) : .or([])
        }
    }
}

extension Date {
    /// The first date after this one, as the catalogue counts: seconds from 1970.
    fileprivate var next: Date { Date(timeIntervalSince1970: timeIntervalSince1970.nextUp) }
}
