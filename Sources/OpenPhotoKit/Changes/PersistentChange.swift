public import Foundation
internal import PhotoCatalog
public import PhotoModel

/// One transaction that changed what a user sees of the library.
public struct PersistentChange: Sendable {
    /// The point right after this change.
    public let changeToken: PersistentChangeToken
    /// When it was made, by this machine's clock.
    public let date: Date
    /// Who made it.
    public let origin: ChangeOrigin
    let contents: Contents

    /// Where the details come from.
    enum Contents: Sendable {
        case history(PhotoLibrary)
        case unavailable(PhotoLibraryError)
    }

    /// What changed of one type; empty sets if nothing did.
    ///
    /// Reads the catalogue, on this thread.
    ///
    /// - Throws: ``PhotoLibraryError``: `persistentChangeDetailsUnavailable` if the history has been trimmed since the change
    ///   was fetched: then list everything and store the current token.
    public func changeDetails(for objectType: ObjectType) throws -> PersistentObjectChangeDetails {
        switch contents {
        case .history(let library):
            try library.catalog.changeDetails(
                after: changeToken.number - 1, through: changeToken.number, for: objectType)
        case .unavailable(let error): throw error
        }
    }
}

/// The changes between two points of the history, oldest first.
///
/// Read as they are asked for, some hundreds at a time. Iterating again reads again.
public struct PersistentChanges: Sequence, Sendable {
    let library: PhotoLibrary
    /// The point that was asked about.
    public let firstToken: PersistentChangeToken
    /// The point after the last change: what to store when all of them have been dealt with.
    public let lastToken: PersistentChangeToken
    /// How many changes there are.
    public let changeCount: Int

    /// What all the changes come to for the objects of one type: what was inserted and then deleted is in none of the sets.
    ///
    /// Memory grows with the number of objects in the result, and not with that of changes.
    ///
    /// - Throws: ``PhotoLibraryError``: `persistentChangeDetailsUnavailable` as ``PersistentChange/changeDetails(for:)``.
    public func foldedDetails(for objectType: ObjectType) throws -> PersistentObjectChangeDetails {
        try library.catalog.changeDetails(after: firstToken.number, through: lastToken.number, for: objectType)
    }

    /// Gives the changes from the oldest on.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Reads changes from the catalogue.
    ///
    /// If that fails, the last change given is one whose details throw why, and whose token is that of the change before:
    /// who stores it misses nothing.
    public struct Iterator: IteratorProtocol {
        private let changes: PersistentChanges
        private var last: PersistentChangeToken
        private var page: ArraySlice<(token: PersistentChangeToken, origin: ChangeOrigin)> = []
        private var isAtEnd = false

        fileprivate init(_ changes: PersistentChanges) {
            self.changes = changes
            last = changes.firstToken
        }

        /// The next change; `nil` after the last.
        public mutating func next() -> PersistentChange? {
            guard !isAtEnd else { return nil }
            if page.isEmpty {
                do {
                    page = try changes.library.catalog.changeTokens(
                        after: last, through: changes.lastToken, limit: 500)[...]
                } catch {
                    isAtEnd = true
                    return PersistentChange(
                        changeToken: last, date: last.date, origin: .thisDevice, contents: .unavailable(reason(error)))
                }
            }
            guard let (token, origin) = page.popFirst() else {
                isAtEnd = true
                return nil
            }
            last = token
            return PersistentChange(
                changeToken: token, date: token.date, origin: origin, contents: .history(changes.library))
        }

        private func reason(_ error: any Error) -> PhotoLibraryError {
            PhotoLibraryError(
                .persistentChangeDetailsUnavailable,
                "The history cannot be read further. List everything and store the new token.", cause: error)
        }
    }
}
