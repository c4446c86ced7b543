internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The JSON object of an album.
struct AlbumObject: Encodable {
    let kind = "album"
    let localIdentifier: String
    let title: String
    let createdDate: String
    let modificationDate: String?
    let folderIdentifier: String?
    let keyAssetIdentifier: String?
    let assets: Int
    let startDate: String?
    let endDate: String?

    init(_ album: Album) {
        localIdentifier = album.localIdentifier
        title = album.title
        createdDate = album.createdDate.formatted(.iso8601)
        modificationDate = album.modificationDate?.formatted(.iso8601)
        folderIdentifier = album.folderIdentifier
        keyAssetIdentifier = album.keyAssetIdentifier
        assets = album.assetCount
        startDate = album.startTime?.description
        endDate = album.endTime?.description
    }
}

/// The JSON object of a folder.
struct FolderObject: Encodable {
    let kind = "folder"
    let localIdentifier: String
    let title: String
    let createdDate: String
    let folderIdentifier: String?

    init(_ folder: Folder) {
        localIdentifier = folder.localIdentifier
        title = folder.title
        createdDate = folder.createdDate.formatted(.iso8601)
        folderIdentifier = folder.folderIdentifier
    }
}

/// The JSON object of a smart album.
struct SmartAlbumObject: Encodable {
    let name: String
    let title: String
    let assets: Int
}

/// The JSON object of a moment.
struct MomentObject: Encodable {
    let title: String
    let startDate: String
    let endDate: String
    let latitude: Double?
    let longitude: Double?
    let assets: Int

    init(_ moment: Moment) {
        title = moment.title
        startDate = moment.startTime.description
        endDate = moment.endTime.description
        latitude = moment.location?.latitude.inDegrees
        longitude = moment.location?.longitude.inDegrees
        assets = moment.assetCount
    }
}
