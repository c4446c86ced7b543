internal import Foundation
internal import OpenPhotoKit

/// The condition of a predicate's format.
indirect enum FetchPredicate: Hashable, Sendable {
    /// Always or never.
    case constant(Bool)
    case and([FetchPredicate])
    case or([FetchPredicate])
    case not(FetchPredicate)
    case comparison(Comparison)

    struct Comparison: Hashable, Sendable {
        enum Operator: Hashable, Sendable {
            case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, isIn, between
            case contains, beginsWith, endsWith
        }

        let key: String
        /// The mask for the bits of the key's value.
        let mask: UInt?
        let `operator`: Operator
        let value: FetchValue
        /// Whether upper and lower case are equal.
        let ignoresCase: Bool
        /// Whether letters with and without accents are equal.
        let ignoresDiacritics: Bool
    }

    /// Whether it holds for an object with these values for keys.
    ///
    /// - Throws: ``PHFetchOptionsError`` for a key that the object does not have.
    func holds(_ value: (String) -> FetchValue?) throws -> Bool {
        switch self {
        case .constant(let isTrue): isTrue
        case .and(let parts): try parts.allSatisfy { try $0.holds(value) }
        case .or(let parts): try parts.contains { try $0.holds(value) }
        case .not(let part): try !part.holds(value)
        case .comparison(let comparison): try comparison.holds(value)
        }
    }
}

extension FetchPredicate.Comparison {
    fileprivate func holds(_ value: (String) -> FetchValue?) throws -> Bool {
        guard var found = value(key) else { throw PHFetchOptionsError("These objects cannot be fetched by “\(key)”.") }
        if let mask, case .number(let number) = found { found = .number(Double((UInt(exactly: number) ?? 0) & mask)) }
        return holds(found)
    }

    /// Whether it holds for a value of the key.
    func holds(_ found: FetchValue) -> Bool {
        let order = folded(found).order(folded(value))
        // A missing value is neither less nor greater than any value.
        let isOrdered = found != .null && value != .null
        return switch self.operator {
        case .equal: order == .orderedSame
        case .notEqual: order != .orderedSame
        case .less: isOrdered && order == .orderedAscending
        case .greater: isOrdered && order == .orderedDescending
        case .lessOrEqual: isOrdered && (order == .orderedAscending || order == .orderedSame)
        case .greaterOrEqual: isOrdered && (order == .orderedDescending || order == .orderedSame)
        case .isIn: elements.contains { folded(found).order(folded($0)) == .orderedSame }
        case .between:
            elements.count == 2 && found != .null
                && [.orderedDescending, .orderedSame].contains(found.order(elements[0]))
                && [.orderedAscending, .orderedSame].contains(found.order(elements[1]))
        case .contains: matches(found, .contains)
        case .beginsWith: matches(found, .beginsWith)
        case .endsWith: matches(found, .endsWith)
        }
    }

    /// The values of a list.
    var elements: [FetchValue] { if case .list(let elements) = value { elements } else { [] } }

    private func matches(_ found: FetchValue, _ comparison: TextMatch.Comparison) -> Bool {
        guard case .text(let text) = found, case .text(let part) = value else { return false }
        return TextMatch(comparison, part, ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
            .matches(text)
    }

    private func folded(_ value: FetchValue) -> FetchValue {
        guard case .text(let text) = value else { return value }
        return .text(text.folded(ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics))
    }
}
