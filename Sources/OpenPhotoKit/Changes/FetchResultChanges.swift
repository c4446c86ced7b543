public import PhotoModel

/// How what a fetch finds differs from what it found before some changes.
public struct FetchResultChanges<Object: LibraryObject>: Sendable {
    /// What it found.
    public let before: FetchResult<Object>
    /// What it finds now.
    public let after: FetchResult<Object>
    /// What turns the one into the other, index by index.
    public let indexes: IndexedChanges
}

extension PersistentChanges {
    /// What these changes make of the result of a fetch.
    ///
    /// Fetches again, on this thread. What was committed after ``lastToken`` may be in it already: go on with
    /// ``FetchResultChanges/after``.
    ///
    /// - Returns: `nil` if the fetch finds the same objects in the same order, none of them changed.
    /// - Throws: ``PhotoLibraryError``: `persistentChangeDetailsUnavailable` as ``foldedDetails(for:)``; `ioFailure`.
    public func changes<Object>(in result: FetchResult<Object>) throws -> FetchResultChanges<Object>? {
        var changed: Set<Int64> = []
        for type in ObjectType.allCases where type != .decision {
            let details = try foldedDetails(for: type)
            // What was deleted and came back is inserted.
            for identifier in details.updatedLocalIdentifiers.union(details.insertedLocalIdentifiers) {
                if let row = try result.row(ofIdentifier: identifier) { changed.insert(row) }
            }
        }
        let after = try result.fetchedAgain()
        let indexes = IndexedChanges(from: result.rows, to: after.rows, changedObjects: changed)
        return indexes.isEmpty ? nil : FetchResultChanges(before: result, after: after, indexes: indexes)
    }
}
