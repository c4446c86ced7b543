public import PhotoModel

/// The difference between the results of a fetch before and after some changes.
public struct FetchResultChanges<Object: LibraryObject>: Sendable {
    /// The result before the changes.
    public let before: FetchResult<Object>
    /// The result after the changes.
    public let after: FetchResult<Object>
    /// The index changes that turn ``before`` into ``after``.
    public let indexes: IndexedChanges
}

extension PersistentChanges {
    /// The effect of these changes on the result of a fetch.
    ///
    /// Fetches again, on this thread. The new result may already include changes committed after ``lastToken``: use
    /// ``FetchResultChanges/after`` as the next result.
    ///
    /// - Returns: `nil` if the fetch finds the same objects in the same order, none of them changed.
    /// - Throws: `PhotoLibraryError`: `persistentChangeDetailsUnavailable` as for ``netDetails(for:)``; `ioFailure`.
    public func changes<Object>(in result: FetchResult<Object>) throws -> FetchResultChanges<Object>? {
        var changed: Set<Int64> = []
        for type in ObjectType.allCases where type != .decision {
            let details = try netDetails(for: type)
            // An object that was deleted and restored counts as inserted.
            for identifier in details.updatedLocalIdentifiers.union(details.insertedLocalIdentifiers) {
                if let row = try result.row(ofIdentifier: identifier) { changed.insert(row) }
            }
        }
        let after = try result.fetchedAgain()
        let indexes = IndexedChanges(from: result.rows, to: after.rows, changedObjects: changed)
        return indexes.isEmpty ? nil : FetchResultChanges(before: result, after: after, indexes: indexes)
    }
}
