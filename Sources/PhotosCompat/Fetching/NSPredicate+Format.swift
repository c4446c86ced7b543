public import Foundation

extension NSPredicate {
    /// A predicate for ``PHFetchOptions`` and for ``PHObject``s, of the part of Apple's language that PhotoKit takes.
    ///
    /// Comparisons `==`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN`, of texts also `CONTAINS`, `BEGINSWITH` and `ENDSWITH`
    /// with `[cd]`; bits `(mediaSubtypes & %d) != 0`; `AND`, `OR`, `NOT`, brackets; `TRUEPREDICATE`. A format that is not
    /// understood makes a predicate that nothing fits; a fetch with it says why in ``PHFetchResult/error``.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
        self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// A predicate of a format and its arguments: see `init(format:_:)`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        let parsed = Result { try PredicateParser.parse(predicateFormat, arguments ?? []) }
        self.init { object, _ in
            if let probe = object as? PredicateProbe { probe.found = parsed }
            guard let object = object as? PHObject else { return false }
            return (try? parsed.get().holds(object.value(forFetchKey:))) ?? false
        }
    }

    /// What the format says.
    ///
    /// - Throws: ``PHFetchOptionsError``, also for a predicate that was not made of a format.
    var fetchPredicate: FetchPredicate {
        get throws {
            if let compound = self as? NSCompoundPredicate {
                let parts = try compound.subpredicates.map { try $0.fetchPredicate }
                switch compound.compoundPredicateType {
                case .and: return .and(parts)
                case .or: return .or(parts)
                case .not: return .not(.and(parts))
                }
            }
            for value in [true, false] where isEqual(NSPredicate(value: value)) { return .constant(value) }
            let probe = PredicateProbe()
            _ = evaluate(with: probe)
            guard let found = probe.found else {
                throw PHFetchOptionsError("A fetch takes predicates that are made of a format, and no blocks.")
            }
            return try found.get()
        }
    }
}

/// Asks a predicate for its format: Foundation keeps none.
private final class PredicateProbe {
    var found: Result<FetchPredicate, any Error>?
}
