public import Foundation

extension NSSortDescriptor {
    /// A descriptor for ``PHFetchOptions`` and for ``PHObject``s.
    ///
    /// The keys are those of predicates; ``PHFetchOptions/sortDescriptors`` lists those by which a fetch of assets can
    /// sort.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \NSObject.self, ascending: ascending) { left, right in
            if let probe = left as? SortProbe { probe.key = key }
            guard let key, let left = (left as? PHObject)?.sortValue(forFetchKey: key),
                let right = (right as? PHObject)?.sortValue(forFetchKey: key)
            else { return .orderedSame }
            return left.order(right) ?? .orderedSame
        }
    }

    /// A descriptor for a property of assets or collections, equal to `init(key:ascending:)` with the property's name.
    ///
    /// This is for optional and Boolean properties. Foundation has initializers for properties with comparable values.
    @_disfavoredOverload
    public convenience init<Object: PHObject, Value>(keyPath: KeyPath<Object, Value>, ascending: Bool) {
        self.init(key: Self.fetchKey(keyPath), ascending: ascending)
    }

    /// The key and direction.
    ///
    /// - Throws: ``PHFetchOptionsError`` for a descriptor of another kind.
    var fetchSort: FetchSort {
        get throws {
            let probe = SortProbe()
            if keyPath == \NSObject.self {
                _ = compare(probe, to: probe)
            } else {
                probe.key = Self.fetchKey(keyPath)
            }
            guard let key = probe.key else {
                throw PHFetchOptionsError("A fetch can sort only by the keys of predicates, or by their properties.")
            }
            return FetchSort(key: key, isAscending: ascending)
        }
    }

    /// The key of a property; `nil` if it has no key.
    private static func fetchKey(_ keyPath: AnyKeyPath) -> String? {
        switch keyPath {
        case \PHAsset.localIdentifier, \PHAssetCollection.localIdentifier, \PHCollectionList.localIdentifier,
            \PHCollection.localIdentifier, \PHObject.localIdentifier:
            "localIdentifier"
        case \PHAsset.creationDate: "creationDate"
        case \PHAsset.modificationDate: "modificationDate"
        case \PHAsset.addedDate: "addedDate"
        case \PHAsset.mediaType: "mediaType"
        case \PHAsset.mediaSubtypes: "mediaSubtypes"
        case \PHAsset.duration: "duration"
        case \PHAsset.pixelWidth: "pixelWidth"
        case \PHAsset.pixelHeight: "pixelHeight"
        case \PHAsset.isFavorite: "isFavorite"
        case \PHAsset.isHidden: "isHidden"
        case \PHAsset.burstIdentifier: "burstIdentifier"
        case \PHAssetCollection.localizedTitle, \PHCollectionList.localizedTitle, \PHCollection.localizedTitle:
            "localizedTitle"
        case \PHAssetCollection.startDate: "startDate"
        case \PHAssetCollection.endDate: "endDate"
        case \PHAssetCollection.estimatedAssetCount: "estimatedAssetCount"
        default: nil
        }
    }
}

/// A key and a direction.
struct FetchSort: Sendable {
    let key: String
    let isAscending: Bool
}

/// Passes the key of a descriptor, because Foundation does not store it.
private final class SortProbe: NSObject {
    var key: String?
}
