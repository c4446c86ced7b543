public import Foundation
internal import OpenPhotoKit

/// The types of changed objects.
public enum PHObjectType: Int, Sendable {
    /// A photo or video.
    case asset = 1
    /// An album.
    case assetCollection = 2
    /// A folder.
    case collectionList = 3

    var core: ObjectType {
        switch self {
        case .asset: .asset
        case .assetCollection: .album
        case .collectionList: .folder
        }
    }
}

/// One transaction that changed objects of the library that the user can see.
public final class PHPersistentChange: NSObject, Sendable {
    private let change: PersistentChange

    init(_ change: PersistentChange) { self.change = change }

    /// The position in the history right after this change.
    ///
    /// Store it only after you have processed the change.
    public var changeToken: PHPersistentChangeToken { PHPersistentChangeToken(change.changeToken) }

    /// The changes of the objects of one type; empty sets if none changed.
    ///
    /// - Throws: ``PHPhotosError``: `persistentChangeDetailsUnavailable`; `accessUserDenied` if the owner took the
    ///   access back; other codes while the library cannot be used.
    public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        try PHPhotosError.mapping {
            PHPersistentObjectChangeDetails(try change.changeDetails(for: objectType.core), objectType)
        }
    }
}

/// The changed objects of one type; no identifier is in two of the sets.
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
    /// The type of all these objects.
    public let objectType: PHObjectType
    /// The objects that were created, or restored from the recently deleted.
    public let insertedLocalIdentifiers: Set<String>
    /// The objects that were changed.
    public let updatedLocalIdentifiers: Set<String>
    /// The objects that were moved to the recently deleted, or merged into another.
    public let deletedLocalIdentifiers: Set<String>

    init(_ details: PersistentObjectChangeDetails, _ objectType: PHObjectType) {
        self.objectType = objectType
        insertedLocalIdentifiers = details.insertedLocalIdentifiers
        updatedLocalIdentifiers = details.updatedLocalIdentifiers
        deletedLocalIdentifiers = details.deletedLocalIdentifiers
    }
}

/// The changes since a token, oldest first, which are read on demand.
public final class PHPersistentChangeFetchResult: NSObject, Sequence, Sendable {
    private let changes: PersistentChanges

    init(_ changes: PersistentChanges) { self.changes = changes }

    /// An iterator over the changes, oldest first.
    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// Reads the changes.
    ///
    /// If reading fails, the details of the last change throw the error.
    public final class Iterator: IteratorProtocol {
        private var changes: PersistentChanges.Iterator

        /// An iterator that begins with the oldest change.
        public init(fetchResult: PHPersistentChangeFetchResult) { changes = fetchResult.changes.makeIterator() }

        /// The next change; `nil` after the last.
        public func next() -> PHPersistentChange? { changes.next().map(PHPersistentChange.init) }
    }
}

extension PHPhotoLibrary {
    /// The position after the last change.
    ///
    /// If it cannot be read, the token is of no history. ``fetchPersistentChanges(since:)`` then throws the reason as
    /// long as the history cannot be read, and `persistentChangeTokenExpired` afterwards.
    public var currentChangeToken: PHPersistentChangeToken {
        PHPersistentChangeToken(try? photoLibrary.currentChangeToken)
    }

    /// The changes since a token that were made before this call.
    ///
    /// - Throws: ``PHPhotosError``: `persistentChangeTokenExpired` if the history does not reach back so far, or is
    ///   another history. `accessUserDenied` for an app that sees no photos, and other codes while the library cannot
    ///   be used: keep what is known, and try again later.
    public func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        try PHPhotosError.mapping {
            let library = try photoLibrary
            guard let token = token.token else {
                // The token could not be read, perhaps for a reason that still holds.
                _ = try library.currentChangeToken
                throw PhotoLibraryError(
                    .persistentChangeTokenExpired,
                    "The change token could not be read: read the library again, and continue from the current token.")
            }
            return PHPersistentChangeFetchResult(try library.fetchPersistentChanges(since: token))
        }
    }
}
