public import Foundation
internal import OpenPhotoKit

/// Kinds of objects that changes are about.
public enum PHObjectType: Int, Sendable {
    /// A photo or film.
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

/// One transaction that changed what a user sees of the library.
public final class PHPersistentChange: NSObject, Sendable {
    private let change: PersistentChange

    init(_ change: PersistentChange) { self.change = change }

    /// The point right after this change: store it when the change has been dealt with, not before.
    public var changeToken: PHPersistentChangeToken { PHPersistentChangeToken(change.changeToken) }

    /// What changed of one type; empty sets if nothing did.
    ///
    /// - Throws: ``PHPhotosError``: `persistentChangeDetailsUnavailable`.
    public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        try PHPhotosError.mapping {
            PHPersistentObjectChangeDetails(try change.changeDetails(for: objectType.core), objectType)
        }
    }
}

/// The objects of one type that a change is about; no identifier is in two of the sets.
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
    /// The type of all these objects.
    public let objectType: PHObjectType
    /// Those that were made, or brought back from the recently deleted.
    public let insertedLocalIdentifiers: Set<String>
    /// Those that were changed.
    public let updatedLocalIdentifiers: Set<String>
    /// Those that were moved to the recently deleted, or merged into another.
    public let deletedLocalIdentifiers: Set<String>

    init(_ details: PersistentObjectChangeDetails, _ objectType: PHObjectType) {
        self.objectType = objectType
        insertedLocalIdentifiers = details.insertedLocalIdentifiers
        updatedLocalIdentifiers = details.updatedLocalIdentifiers
        deletedLocalIdentifiers = details.deletedLocalIdentifiers
    }
}

/// The changes since a token, oldest first, which are read as they are asked for.
public final class PHPersistentChangeFetchResult: NSObject, Sequence, Sendable {
    private let changes: PersistentChanges

    init(_ changes: PersistentChanges) { self.changes = changes }

    /// Gives the changes from the oldest on.
    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// Reads the changes.
    ///
    /// If that fails, the details of the last change throw why.
    public final class Iterator: IteratorProtocol {
        private var changes: PersistentChanges.Iterator

        /// Begins with the oldest.
        public init(fetchResult: PHPersistentChangeFetchResult) { changes = fetchResult.changes.makeIterator() }

        /// The next change; `nil` after the last.
        public func next() -> PHPersistentChange? { changes.next().map(PHPersistentChange.init) }
    }
}

extension PHPhotoLibrary {
    /// The point after the last change; if it cannot be read, one that is expired.
    public var currentChangeToken: PHPersistentChangeToken {
        PHPersistentChangeToken(try? photoLibrary.currentChangeToken)
    }

    /// The changes since a token that were made before this call.
    ///
    /// - Throws: ``PHPhotosError``: `persistentChangeTokenExpired` if the history does not reach back so far, or is another.
    public func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        guard let token = token.token else {
            throw PHPhotosError(
                PhotoLibraryError(
                    .persistentChangeTokenExpired,
                    "The change token could not be read: read the library anew, and go on from the current token."))
        }
        return try PHPhotosError.mapping {
            PHPersistentChangeFetchResult(try photoLibrary.fetchPersistentChanges(since: token))
        }
    }
}
