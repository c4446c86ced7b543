public import Foundation

extension NSPredicate {
    /// A predicate for ``PHFetchOptions`` and for ``PHObject``s, in the subset of Apple's predicate language that
    /// PhotoKit supports.
    ///
    /// Comparisons `==`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN`, of texts also `CONTAINS`, `BEGINSWITH` and
    /// `ENDSWITH` with `[cd]`; bits `(mediaSubtypes & %d) != 0`; `AND`, `OR`, `NOT`, brackets; `TRUEPREDICATE`. An
    /// unsupported format makes a predicate that matches no object; a fetch with it gives the reason in
    /// ``PHFetchResult/error``.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
        self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// A predicate with a format and its arguments: see `init(format:_:)`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        let parsed = Result { try PredicateParser.parse(predicateFormat, arguments ?? []) }
        self.init { object, _ in
            if let probe = object as? PredicateProbe { probe.found = parsed }
            guard let object = object as? PHObject else { return false }
            return (try? parsed.get().holds(object.value(forFetchKey:))) ?? false
        }
    }

    /// The condition of the format.
    ///
    /// - Throws: ``PHFetchOptionsError``, also for a predicate that was not made with a format.
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
                throw PHFetchOptionsError("A fetch supports predicates with a format, but not with a block.")
            }
            return try found.get()
        }
    }
}

/// Passes the format of a predicate, because Foundation does not store it.
private final class PredicateProbe {
    var found: Result<FetchPredicate, any Error>?
}
