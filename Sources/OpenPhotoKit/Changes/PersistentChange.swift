public import Foundation
internal import LibraryInterface
public import PhotoModel

/// One transaction that changed objects of the library that the user can see.
public struct PersistentChange: Sendable {
    /// The position in the history right after this change.
    public let changeToken: PersistentChangeToken
    /// The time of the change by this machine's clock.
    public let date: Date
    /// Who made the change.
    public let origin: ChangeOrigin
    let contents: Contents

    /// The source of the details.
    enum Contents: Sendable {
        case history(any LibraryReader, after: PersistentChangeToken)
        case unavailable(PhotoLibraryError)
    }

    /// The changes of the objects of one type; empty sets if none changed.
    ///
    /// Reads the catalogue, on this thread.
    ///
    /// - Throws: `PhotoLibraryError`: `persistentChangeDetailsUnavailable` if the history has been trimmed since the
    ///   change was fetched. In this case list everything and store the current token. `accessUserDenied` if the owner
    ///   took the app's access back, and `libraryUnavailable`: keep what is known and try again later.
    public func changeDetails(for objectType: ObjectType) throws(PhotoLibraryError) -> PersistentObjectChangeDetails {
        switch contents {
        case .history(let reader, let previous):
            try reader.changeDetails(after: previous, through: changeToken, for: objectType)
        case .unavailable(let error): throw error
        }
    }
}

/// The changes between two positions in the history, oldest first.
///
/// They are read on demand, several hundred at a time. Each iteration reads them again.
public struct PersistentChanges: Sequence, Sendable {
    let reader: any LibraryReader
    /// The position from which the changes were requested.
    public let firstToken: PersistentChangeToken
    /// The position after the last change: store it after all changes have been processed.
    public let lastToken: PersistentChangeToken
    /// The number of changes.
    public let changeCount: Int

    /// The net effect of all changes on the objects of one type: an object that was inserted and then deleted is in no
    /// set.
    ///
    /// Memory grows with the number of objects in the result, not with the number of changes.
    ///
    /// - Throws: `PhotoLibraryError`: `persistentChangeDetailsUnavailable` as for
    ///   ``PersistentChange/changeDetails(for:)``.
    public func netDetails(for objectType: ObjectType) throws(PhotoLibraryError) -> PersistentObjectChangeDetails {
        try reader.changeDetails(after: firstToken, through: lastToken, for: objectType)
    }

    /// An iterator over the changes, oldest first.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Reads changes from the catalogue.
    ///
    /// If reading fails, it returns one last change whose details throw the error and whose token is that of the
    /// previous change. So an app that stores the token misses no change.
    public struct Iterator: IteratorProtocol {
        private let changes: PersistentChanges
        private var last: PersistentChangeToken
        private var page: ArraySlice<HistoryEntry> = []
        private var isAtEnd = false

        fileprivate init(_ changes: PersistentChanges) {
            self.changes = changes
            last = changes.firstToken
        }

        /// The next change; `nil` after the last.
        public mutating func next() -> PersistentChange? {
            guard !isAtEnd else { return nil }
            if page.isEmpty {
                do throws(PhotoLibraryError) {
                    page = try changes.reader.changes(
                        after: last, through: changes.lastToken, limit: 500)[...]
                } catch {
                    isAtEnd = true
                    return PersistentChange(
                        changeToken: last, date: last.date, origin: .thisDevice, contents: .unavailable(error))
                }
            }
            guard let entry = page.popFirst() else {
                isAtEnd = true
                return nil
            }
            defer { last = entry.token }
            return PersistentChange(
                changeToken: entry.token, date: entry.token.date, origin: entry.origin,
                contents: .history(changes.reader, after: last))
        }
    }
}
