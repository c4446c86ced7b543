internal import Foundation
internal import OpenPhotoKit

/// A condition that the catalogue evaluates.
protocol FetchFilter {
    static var all: Self { get }
    static func and(_ filters: [Self]) -> Self
    static func or(_ filters: [Self]) -> Self
    static func not(_ filter: Self) -> Self
}

extension AssetFilter: FetchFilter {}
extension CollectionFilter: FetchFilter {}

extension FetchPredicate {
    /// The condition for the catalogue.
    ///
    /// - Parameter compile: Returns the condition for one comparison.
    func filter<Filter: FetchFilter>(_ compile: (Comparison) throws -> Filter) rethrows -> Filter {
        switch self {
        case .constant(let isTrue): isTrue ? .all : .or([])
        case .and(let parts): .and(try parts.map { try $0.filter(compile) })
        case .or(let parts): .or(try parts.map { try $0.filter(compile) })
        case .not(let part): .not(try part.filter(compile))
        case .comparison(let comparison): try compile(comparison)
        }
    }
}

// Comparisons of values of one type.
extension FetchPredicate.Comparison {
    /// The error for a comparison that the key does not support.
    var unsupported: PHFetchOptionsError {
        PHFetchOptionsError("A fetch does not compare “\(key)” in this way.")
    }

    // MARK: Identifiers

    func identifiers<Filter: FetchFilter>(
        whenNull: Filter = .or([]), _ filter: ([String]) -> Filter
    ) throws -> Filter {
        guard !ignoresCase, !ignoresDiacritics else { throw unsupported }
        func isOne(of values: [FetchValue]) throws -> Filter {
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

    /// - Parameter filter: Makes the condition for values from the first value up to, but not including, the second.
    func dates<Filter: FetchFilter>(
        whenNull: Filter = .or([]), _ filter: (Date?, Date?) -> Filter
    ) throws -> Filter {
        func date(_ value: FetchValue) throws -> Date {
            guard case .date(let date) = value else { throw unsupported }
            return date
        }
        func equals(_ value: FetchValue) throws -> Filter {
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

    /// PhotoKit gives 0 for a missing number.
    func numbers<Filter: FetchFilter>(_ filter: (ClosedRange<Double>) -> Filter) throws -> Filter {
        let greatest = Double.greatestFiniteMagnitude
        func number(_ value: FetchValue) throws -> Double {
            guard case .number(let number) = value else { throw unsupported }
            return number
        }
        func within(_ lower: Double, _ upper: Double) -> Filter {
            guard lower <= upper else { return .or([]) }
            let found = filter(lower...upper)
            return lower <= 0 && upper >= 0 ? .or([found, .not(filter(-greatest...greatest))]) : found
        }
        func equals(_ value: FetchValue) throws -> Filter { try within(number(value), number(value)) }
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

    func wholeNumbers<Filter: FetchFilter>(_ filter: (ClosedRange<Int>) -> Filter) throws -> Filter {
        try numbers { range in
            let lower = Int(exactly: range.lowerBound.rounded(.up)) ?? (range.lowerBound < 0 ? .min : .max)
            let upper = Int(exactly: range.upperBound.rounded(.down)) ?? (range.upperBound < 0 ? .min : .max)
            return lower <= upper ? filter(lower...upper) : .or([])
        }
    }
}

extension Date {
    /// The first later date in the resolution of the catalogue, which stores seconds since 1970.
    fileprivate var next: Date { Date(timeIntervalSince1970: timeIntervalSince1970.nextUp) }
}
