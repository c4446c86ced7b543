package import Foundation
package import PhotoModel

/// A request to the process that has a library.
///
/// Objects are named by their local identifiers, never by their numbers in a catalogue.
package enum LibraryRequest: Sendable, Codable {
    // Reads. The comment at each case is the type of the answer.

    /// `LibraryAccess`.
    case access
    /// `[String]`.
    case assetIdentifiers(AssetQuery)
    /// ``FetchedCollections``.
    case collectionIdentifiers(CollectionQuery, CollectionKind)
    /// `String?`.
    case keyAsset(album: String)
    /// `[String]`.
    case allAssetIdentifiers
    /// `[Moment]`.
    case moments(AssetFilter, dividedBeyond: Double, includingAllBurstAssets: Bool)
    /// `Int`.
    case assetCount(AssetQuery)
    /// `Int`.
    case collectionCount(CollectionQuery, CollectionKind)
    /// `Int`.
    case undeletedAssetCount
    /// `[Asset]`, without those that are missing.
    case assets([String])
    /// `[Album]`, without those that are missing.
    case albums([String], includingAllBurstAssets: Bool)
    /// `[Folder]`, without those that are missing.
    case folders([String])
    /// `Bool`.
    case exists(String, ObjectType)
    /// `PersistentChangeToken`.
    case currentChangeToken
    /// `PersistentChangeToken`.
    case oldestChangeToken
    /// ``HistoryRange``.
    case changes(since: PersistentChangeToken)
    /// `[HistoryEntry]`.
    case historyEntries(after: PersistentChangeToken, through: PersistentChangeToken, limit: Int)
    /// `PersistentObjectChangeDetails`.
    case changeDetails(after: PersistentChangeToken, through: PersistentChangeToken, ObjectType)
    /// `Int?`.
    case historyRetention

    // Identifiers.

    /// `[Outcome<CloudIdentifier>]`, in the order of the identifiers.
    case cloudIdentifiers([String])
    /// `[Outcome<Resolution>]`, in the order of the identifiers.
    case resolve([CloudIdentifier])

    // Blocks of changes.

    /// `Int`: the number of the block.
    case beginChanges
    /// ``StagedAsset``.
    case stage(AssetCreationRequest, changes: Int)
    /// `[Int]`.
    case stageEdit(asset: String, AssetCreationRequest.Content, AdjustmentData, changes: Int)
    /// `Bool`: `true`.
    case cancelChanges(Int)
    /// `[String]`.
    case commit([ChangeStep], changes: Int)
    /// `Bool`: `true`.
    case discardChanges(Int)

    // Files of assets.

    /// ``OpenedResource``.
    case openResource(AssetResource, allowingNetwork: Bool)
    /// `Data`: the next bytes, at most so many; none at the end.
    case read(file: Int, upTo: Int)
    /// `FileIdentity`.
    case identity(file: Int)
    /// `Bool`: `true`.
    case close(file: Int)
}

/// The local identifiers of fetched albums and folders, in order.
package struct FetchedCollections: Sendable, Codable {
    package var localIdentifiers: [String]
    /// The positions of folders.
    package var folders: IndexSet
}

/// An open file of an asset.
package struct OpenedResource: Sendable, Codable {
    /// Names the file in further requests.
    package let file: Int
    package let identity: FileIdentity
}

/// A value, or the reason why there is no value.
package enum Outcome<Value: Sendable & Codable>: Sendable, Codable {
    case success(Value)
    case failure(PhotoLibraryError)

    init(_ result: Result<Value, any Error>) {
        switch result {
        case .success(let value): self = .success(value)
        case .failure(let error): self = .failure(PhotoLibraryError(converting: error))
        }
    }

    var result: Result<Value, any Error> {
        switch self {
        case .success(let value): .success(value)
        case .failure(let error): .failure(error)
        }
    }
}

/// A message that the process with the library sends without a request.
package enum LibraryEvent: Sendable, Codable {
    /// The library has changed since the last event.
    case changed
    /// The library can no longer be used.
    case unavailable(PhotoLibraryError)
}
