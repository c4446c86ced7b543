public import Foundation
internal import OpenPhotoKit

/// The changes of the library that an observer receives.
public final class PHChange: NSObject, Sendable {
    /// The details by type; `nil` if they are unknown, so that anything may have changed.
    private let details: [ObjectType: PersistentObjectChangeDetails]?

    /// The effect of these changes; `nil` if the changes are unknown.
    init(_ changes: PersistentChanges?) {
        details = changes.flatMap { changes in
            try? Dictionary(
                uniqueKeysWithValues: ObjectType.allCases.map { ($0, try changes.netDetails(for: $0)) })
        }
    }

    /// The change of an object; `nil` if it did not change.
    public func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        guard isUpdated(object.localIdentifier) || isDeleted(object.localIdentifier) else { return nil }
        return PHObjectChangeDetails(object)
    }

    /// The change of a fetch result; `nil` if it did not change.
    public func changeDetails<T: PHObject>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
        let details = PHFetchResultChangeDetails(
            from: fetchResult, to: fetchResult.fetchedAgain(), isUpdated: isUpdated)
        return details.isEmpty ? nil : details
    }

    private func isUpdated(_ localIdentifier: String) -> Bool {
        guard let details else { return true }
        return details.values.contains {
            $0.updatedLocalIdentifiers.contains(localIdentifier)
                || $0.insertedLocalIdentifiers.contains(localIdentifier)
        }
    }

    private func isDeleted(_ localIdentifier: String) -> Bool {
        details?.values.contains { $0.deletedLocalIdentifiers.contains(localIdentifier) } ?? false
    }
}

/// The change of one object.
public final class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, Sendable {
    /// The object as it was fetched.
    public let objectBeforeChanges: ObjectType
    /// The object as it is now; `nil` if it was deleted.
    public let objectAfterChanges: ObjectType?

    /// `nil` if the object cannot be read now, which does not mean that it was deleted.
    init?(_ object: ObjectType) {
        guard let after = try? object.library.performAsShared({ object.fetchedAgain() }).get() else { return nil }
        objectBeforeChanges = object
        objectAfterChanges = after.first as? ObjectType
    }

    /// Whether the displayed picture or the files of the asset changed.
    public var assetContentChanged: Bool {
        guard let before = objectBeforeChanges as? PHAsset, let after = objectAfterChanges as? PHAsset else {
            return false
        }
        return before.asset.resources != after.asset.resources
    }

    /// Whether it was deleted.
    public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

extension PHObject {
    /// The object as it is now in the shared library; empty if it does not exist.
    fileprivate func fetchedAgain() -> Result<[PHObject], any Error> {
        switch self {
        case is PHAsset: PHAsset.fetchAssets(withLocalIdentifiers: [localIdentifier], options: nil).found
        case is PHAssetCollection:
            PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [localIdentifier], options: nil).found
        case is PHCollectionList:
            PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [localIdentifier], options: nil).found
        default: .success([])
        }
    }
}

extension PHFetchResult {
    fileprivate var found: Result<[PHObject], any Error> {
        Result {
            if let error { throw error }
            return try (0..<count).compactMap { try snapshot?.object($0) }
        }
    }
}

/// The differences between two results of a fetch.
///
/// To get the later result from the earlier one, remove ``removedIndexes``, then insert at ``insertedIndexes`` in
/// ascending order, then make the moves one after the other. ``changedIndexes`` refer to the later result.
public final class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, Sendable {
    /// The earlier result.
    public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
    /// The later result.
    public let fetchResultAfterChanges: PHFetchResult<ObjectType>
    /// `nil` if there are no indexes.
    private let changes: IndexedChanges?

    /// The differences between two results.
    ///
    /// - Parameter changedObjects: The objects in both results that changed.
    public convenience init(
        from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>, changedObjects: [ObjectType]
    ) {
        let changed = Set(changedObjects.map(\.localIdentifier))
        self.init(from: fromResult, to: toResult) { changed.contains($0) }
    }

    init(
        from before: PHFetchResult<ObjectType>, to after: PHFetchResult<ObjectType>, isUpdated: (String) -> Bool
    ) {
        fetchResultBeforeChanges = before
        fetchResultAfterChanges = after
        if before.isIncremental, let old = try? before.snapshot?.localIdentifiers(),
            let new = try? after.snapshot?.localIdentifiers()
        {
            changes = IndexedChanges(from: old, to: new, changedObjects: Set(new.filter(isUpdated)))
        } else {
            changes = nil
        }
    }

    var isEmpty: Bool {
        guard let changes else { return false }
        return changes.removed.isEmpty && changes.inserted.isEmpty && changes.changed.isEmpty && changes.moves.isEmpty
    }

    /// Whether there are indexes.
    ///
    /// False if the options did not request indexes, or a result could not be read.
    public var hasIncrementalChanges: Bool { changes != nil }
    /// The indexes in the earlier result of objects that are not in the later one.
    public var removedIndexes: IndexSet? { changes?.removed }
    /// The objects that are only in the earlier result.
    public var removedObjects: [ObjectType] { removedIndexes.map(fetchResultBeforeChanges.objects(at:)) ?? [] }
    /// The indexes in the later result of objects that were not in the earlier one.
    public var insertedIndexes: IndexSet? { changes?.inserted }
    /// The objects that are only in the later result.
    public var insertedObjects: [ObjectType] { insertedIndexes.map(fetchResultAfterChanges.objects(at:)) ?? [] }
    /// The indexes in the later result of objects that changed.
    public var changedIndexes: IndexSet? { changes?.changed }
    /// The objects in both results that changed.
    public var changedObjects: [ObjectType] { changedIndexes.map(fetchResultAfterChanges.objects(at:)) ?? [] }
    /// Whether objects in both results have another order.
    public var hasMoves: Bool { changes?.moves.isEmpty == false }

    /// Calls the handler with the start and end index of each move, in the order in which the moves must be made.
    public func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in changes?.moves ?? [] { handler(move.from, move.to) }
    }
}
