internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import OpenPhotoKitOwner
internal import PhotoModel

// The JSON that the page gets and sends.

/// What the page needs to know at its beginning.
struct SessionDescription: Encodable {
    let purpose: String
    /// What the app asks for; `nil` unless the owner decides what it may do.
    let level: String?
    /// What the app wants to do with photos; `nil` unless the owner allows that.
    let change: ChangeRequestDescription?
    let app: PickingApp?
    let limit: Int
    let ordered: Bool
    let continuous: Bool
    let preselected: Int
    let disabled: [String]
    let mayIncludePlaces: Bool
    let includesPlaces: Bool
    let count: Int
    let selected: Int
    let events: Int
}

/// How many photos an app wants to delete and to change.
struct ChangeRequestDescription: Encodable {
    let deleted: Int
    let changed: Int
}

struct MonthsDescription: Encodable {
    /// The number of the list, which later requests name.
    let list: Int
    let count: Int
    /// Year, month and number of photos, the oldest month first; 0, 0 for photos without a date.
    let months: [[Int]]
}

struct AlbumDescription: Encodable {
    let id: String
    let title: String
    let count: Int
    /// The number of the key photo.
    let key: UInt32?
    /// The titles of the folders, the outermost first.
    let folder: [String]
    let smart: Bool
}

struct PhotoDescription: Encodable {
    let name: String
    let date: String?
    let width: Int?
    let height: Int?
    let size: Int?
    let duration: Double?
    let latitude: Double?
    let longitude: Double?
    let albums: [String]
    let caption: String?
    let favorite: Bool
    let hidden: Bool
    let trashed: Bool
    /// What other devices know of the photo; `nil` if the library joined no registry.
    let syncState: String?

    init(_ asset: Asset, albums: [String], syncState: SyncState?) {
        self.syncState = syncState?.rawValue
        name = asset.original?.originalFilename?.string ?? asset.localIdentifier
        date = asset.captureTime.map { String($0.description.prefix(19)) }
        width = asset.size?.width
        height = asset.size?.height
        size = asset.original?.bytes
        duration = asset.metadata.duration
        latitude = asset.location?.latitude
        longitude = asset.location?.longitude
        self.albums = albums
        caption = asset.metadata.caption ?? asset.metadata.title
        favorite = asset.isFavorite
        hidden = asset.isHidden
        trashed = asset.deletedDate != nil
    }
}

/// The fetch of a photo's file that is not on this machine.
struct FetchDescription: Encodable {
    enum State: String, Encodable {
        /// Nobody asked for the file.
        case elsewhere
        case fetching
        /// The page gets the whole picture or video.
        case here
        case failed
    }

    let state: State
    /// The number of bytes of the file.
    let bytes: Int
    /// The part of the bytes that was fetched, from 0 to 1.
    let fraction: Double
    /// Why the fetch failed, and what helps.
    let message: String?
}

/// The selected photos as a list that does not change, and the position of one of them.
struct SelectedDescription: Encodable {
    let list: Int
    let count: Int
    let position: Int
}

struct EventsDescription: Encodable {
    struct Event: Encodable {
        let kind: PickerEvent
    }

    let number: Int
    let events: [Event]
}

struct SelectionDescription: Encodable {
    let selected: Int
    let refused: Int
    /// How many photos `undo` selects again.
    let undoable: Int

    init(_ session: PickerSession, refused: Int = 0) {
        (selected, undoable) = (session.selectedCount, session.undoableCount)
        self.refused = refused
    }
}

struct DoneDescription: Encodable {
    let done = true
}

struct ChangeDescription: Encodable {
    let changed: Int
}

/// What the page sends; each request uses some of it.
struct PickerCommand: Decodable {
    let view: String?
    let list: Int?
    /// Positions in the list, each from the first to the one after the last.
    let ranges: [[Int]]?
    let on: Bool?
    let photo: UInt32?
    let after: UInt32?
    let includePlaces: Bool?
    let action: String?
    let answer: String?
}
