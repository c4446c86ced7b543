public import Foundation

extension NSSortDescriptor {
    /// A descriptor for ``PHFetchOptions`` and for ``PHObject``s.
    ///
    /// The keys are those of predicates; see ``PHFetchOptions/sortDescriptors`` for those that a fetch of assets sorts by.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \NSObject.self, ascending: ascending) { left, right in
            if let probe = left as? SortProbe { probe.key = key }
            guard let key, let left = (left as? PHObject)?.value(forFetchKey: key),
                let right = (right as? PHObject)?.value(forFetchKey: key)
            else { return .orderedSame }
            return left.order(right) ?? .orderedSame
        }
    }

    /// The key and direction.
    ///
    /// - Throws: ``PHFetchOptionsError`` for a descriptor that was made of something else.
    var fetchSort: FetchSort {
        get throws {
            guard keyPath == \NSObject.self else {
                throw PHFetchOptionsError("A fetch sorts by keys: make the descriptor with init(key:ascending:).")
            }
            let probe = SortProbe()
            _ = compare(probe, to: probe)
            guard let key = probe.key else { throw PHFetchOptionsError("A sort descriptor has no key.") }
            return FetchSort(key: key, isAscending: ascending)
        }
    }
}

/// A key and a direction.
struct FetchSort: Sendable {
    let key: String
    let isAscending: Bool
}

/// Asks a descriptor for its key: Foundation keeps none.
private final class SortProbe: NSObject {
    var key: String?
}
