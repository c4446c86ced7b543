public import Foundation
internal import OpenPhotoKit

/// What changed in the library, as an observer is told.
public final class PHChange: NSObject, Sendable {
    /// By type; `nil` if they cannot be told, so that anything may have changed.
    private let details: [ObjectType: PersistentObjectChangeDetails]?

    /// What came of these changes; `nil` if nobody knows which there were.
    init(_ changes: PersistentChanges?) {
        details = changes.flatMap { changes in
            try? Dictionary(
                uniqueKeysWithValues: ObjectType.allCases.map { ($0, try changes.foldedDetails(for: $0)) })
        }
    }

    /// What became of an object; `nil` if nothing did.
    public func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        guard isUpdated(object.localIdentifier) || isDeleted(object.localIdentifier) else { return nil }
        return PHObjectChangeDetails(object)
    }

    /// How what a fetch finds differs now; `nil` if it does not.
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

/// What became of one object.
public final class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, Sendable {
    /// The object as it was fetched.
    public let objectBeforeChanges: ObjectType
    /// The object as it is now; `nil` if it was deleted.
    public let objectAfterChanges: ObjectType?

    /// `nil` if it cannot be read now: that does not say that it was deleted.
    init?(_ object: ObjectType) {
        guard let after = try? object.library.performAsShared({ object.fetchedAgain() }).get() else { return nil }
        objectBeforeChanges = object
        objectAfterChanges = after.first as? ObjectType
    }

    /// Whether what is displayed, or the files of the asset, are others.
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
    /// The object as it is now in the shared library; none if it is not there.
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

/// How one result of a fetch differs from an earlier one.
///
/// Removing ``removedIndexes``, then inserting at ``insertedIndexes``, ascending, then making the moves one after the other
/// turns the earlier result into the later one; ``changedIndexes`` are of the later one.
public final class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, Sendable {
    /// The earlier result.
    public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
    /// The later result.
    public let fetchResultAfterChanges: PHFetchResult<ObjectType>
    /// `nil` if only the results are told.
    private let changes: IndexedChanges?

    /// The differences between two results.
    ///
    /// - Parameter changedObjects: What of both has changed itself.
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

    /// Whether the indexes are told: they are not if the options did not want them, or a result could not be read.
    public var hasIncrementalChanges: Bool { changes != nil }
    /// Where in the earlier result what is not in the later one was.
    public var removedIndexes: IndexSet? { changes?.removed }
    /// What is not in the later result.
    public var removedObjects: [ObjectType] { removedIndexes.map(fetchResultBeforeChanges.objects(at:)) ?? [] }
    /// Where in the later result what was not in the earlier one is.
    public var insertedIndexes: IndexSet? { changes?.inserted }
    /// What was not in the earlier result.
    public var insertedObjects: [ObjectType] { insertedIndexes.map(fetchResultAfterChanges.objects(at:)) ?? [] }
    /// Where in the later result what has itself changed is.
    public var changedIndexes: IndexSet? { changes?.changed }
    /// What has itself changed.
    public var changedObjects: [ObjectType] { changedIndexes.map(fetchResultAfterChanges.objects(at:)) ?? [] }
    /// Whether something of both results is at another place in the order.
    public var hasMoves: Bool { changes?.moves.isEmpty == false }

    /// Calls the handler with each move, from and to, in the order in which they are to be made.
    public func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in changes?.moves ?? [] { handler(move.from, move.to) }
    }
}
