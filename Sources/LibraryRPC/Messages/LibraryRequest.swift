package import Foundation
package import LibraryInterface
package import Originals
package import PhotoModel

/// A request to the process that has a library.
///
/// Objects are named by their local identifiers, never by their numbers in a catalogue.
package enum LibraryRequest: Sendable, Codable {
    // Reads. The comment at each case is the type of the answer.

    /// ``AppState``.
    case appState
    /// `[String]`, as bytes: see ``PackedIdentifiers``.
    case assetIdentifiers(AssetQuery)
    /// ``FetchedCollections``.
    case collectionIdentifiers(CollectionQuery, CollectionKind)
    /// `String?`.
    case keyAsset(album: String)
    /// `[String]`, as bytes: see ``PackedIdentifiers``.
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

    // Pictures.

    /// ``AnsweredPicture``. The bytes beside the answer are those of the picture.
    case pictureAtHand(AssetResource, in: String, upTo: KeptRendition)

    // Identifiers.

    /// `[Outcome<CloudIdentifier>]`, in the order of the identifiers.
    case cloudIdentifiers([String])
    /// `[Outcome<Resolution>]`, in the order of the identifiers.
    case resolve([CloudIdentifier], onlySynced: Bool)

    // Access.

    /// `Bool`: `true`. The owner's answer changes the ``AppState``.
    case ask(AppAccess.Request)

    // Blocks of changes.

    /// `Int`: the number of the block.
    case beginChanges(UUID)
    /// `Int`: the number of an empty file.
    case beginUpload(changes: Int)
    /// `Bool`: `true`. The bytes beside the request are added to the file.
    case append(upload: Int, changes: Int)
    /// ``StagedAsset``.
    case stage([UploadedFile], changes: Int)
    /// `[Int]`. The bytes beside the request are the adjustment data.
    case stageEdit(asset: String, UploadedFile, format: String, version: String, changes: Int)
    /// `Bool`: `true`.
    case cancelChanges(Int)
    /// `[String]`.
    case commit([ChangeStep], changes: Int)
    /// `Bool`: `true`.
    case discardChanges(Int)
    /// `Bool`: whether the block of changes was committed.
    case wasCommitted(UUID)

    // Selections on a page.

    /// `Int`: the number of the selection.
    case beginPick(PickerConfiguration)
    /// ``PickState``.
    case pickState(Int)
    /// `[PickedAsset]?`.
    case pickedAssets(revision: Int, from: Int, count: Int, pick: Int)
    /// `Bool`: `true`.
    case changePick(PickChange, pick: Int)
    /// `Bool`: `true`.
    case cancelPick(Int)
    /// ``OpenedResource``.
    case openPicked(AssetResource, Range<Int64>?, FetchPolicy, pick: Int)
    /// `Bool`: `true`.
    case endPick(Int)

    // Files of assets.

    /// ``OpenedResource``.
    case openResource(AssetResource, Range<Int64>?, FetchPolicy)
    /// `Int`: how many bytes are beside the answer, at most so many; none at the end.
    case read(file: Int, upTo: Int)
    /// `ByteVersion`.
    case version(file: Int)
    /// `Bool`: `true`.
    case close(file: Int)

    /// Whether the request can be sent again after a lost connection.
    ///
    /// Other requests belong to an open file, a block of changes or a selection, which ended with the connection.
    var isRepeatable: Bool {
        switch self {
        case .beginUpload, .append, .stage, .stageEdit, .cancelChanges, .commit, .discardChanges, .read, .version,
            .close, .pickState, .pickedAssets, .changePick, .cancelPick, .openPicked, .endPick:
            false
        default: true
        }
    }
}

/// The local identifiers of fetched albums and folders, in order.
package struct FetchedCollections: Sendable, Codable {
    package var localIdentifiers: [String]
    /// The positions of folders.
    package var folders: IndexSet
}

/// Which picture of a file is beside an answer.
package enum AnsweredPicture: Sendable, Codable {
    case none, gray, previewPicture
    case rendition(KeptRendition)
}

/// An open file of an asset.
package struct OpenedResource: Sendable, Codable {
    /// Names the file in further requests.
    package let file: Int
    /// The number of its bytes.
    package let length: Int64
    /// Whether these are the imported bytes; false if places were removed from them.
    package let isImported: Bool
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
    /// What the app may do has changed, or a request of the app was answered.
    case accessChanged
    /// The selection on a page has changed.
    case pickChanged
    /// The library can no longer be used.
    case unavailable(PhotoLibraryError)
}
