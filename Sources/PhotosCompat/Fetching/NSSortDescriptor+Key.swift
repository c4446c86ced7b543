public import Foundation

extension NSSortDescriptor {
    /// A descriptor for ``PHFetchOptions`` and for ``PHObject``s.
    ///
    /// The keys are those of predicates; see ``PHFetchOptions/sortDescriptors`` for those that a fetch of assets sorts by.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \NSObject.self, ascending: ascending) { left, right in
            if let probe = left as? SortProbe { probe.key = key }
            guard let key, let left = (left as? PHObject)?.sortValue(forFetchKey: key),
                let right = (right as? PHObject)?.sortValue(forFetchKey: key)
            else { return .orderedSame }
            return left.order(right) ?? .orderedSame
        }
    }

    /// A descriptor by a property of assets or collections, as `init(key:ascending:)` makes it of the property's name.
    ///
    /// For properties that are optional or true or false: those whose values have an order are Foundation's.
    @_disfavoredOverload
    public convenience init<Object: PHObject, Value>(keyPath: KeyPath<Object, Value>, ascending: Bool) {
        self.init(key: Self.fetchKey(keyPath), ascending: ascending)
    }

    /// The key and direction.
    ///
    /// - Throws: ``PHFetchOptionsError`` for a descriptor that was made of something else.
    var fetchSort: FetchSort {
        get throws {
            let probe = SortProbe()
            if keyPath == \NSObject.self {
                _ = compare(probe, to: probe)
            } else {
                probe.key = Self.fetchKey(keyPath)
            }
            guard let key = probe.key else {
                throw PHFetchOptionsError("A fetch sorts by the keys that predicates have, or by their properties.")
            }
            return FetchSort(key: key, isAscending: ascending)
        }
    }

    /// The key that a property is the value of; `nil` if there is none.
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

/// Asks a descriptor for its key: Foundation keeps none.
private final class SortProbe: NSObject {
    var key: String?
}
