internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The JSON object of an asset.
struct AssetObject: Encodable {
    struct Resource: Encodable {
        let kind: String
        let path: String?
        let pathBase64: String?
        let isReference: Bool
        let originalFilename: String?
        let bytes: Int
        let sha256: String
        let imageDataDigest: String?
        let format: String
        let orientation: Int
        /// Whether a check found the file missing, unreadable or changed; absent if not.
        let isDamaged: Bool?

        init(_ resource: AssetResource, of asset: String, in library: OwnedLibrary, _ damaged: Set<FileOfAsset>) {
            let place = library.localPath(of: resource)
            let file = place.map { PathObject($0) }
            kind = "\(resource.kind)"
            path = file?.path
            pathBase64 = file?.pathBase64
            isReference = resource.isReference
            originalFilename = resource.originalFilename?.string
            bytes = resource.bytes
            sha256 = resource.sha256.hex
            imageDataDigest = resource.imageDataDigest?.hex
            format = resource.format.rawValue
            orientation = resource.orientation.rawValue
            isDamaged = place.map { damaged.contains(FileOfAsset(asset: asset, path: $0)) } == true ? true : nil
        }
    }

    let localIdentifier: String
    let originalFilename: String?
    let path: String?
    let pathBase64: String?
    let mediaType: String
    let mediaSubtypes: [String]
    let width: Int?
    let height: Int?
    let captureDate: String?
    let addedDate: String
    let bytes: Int?
    let sha256: String?
    let isFavorite: Bool
    let isHidden: Bool
    let representsBurst: Bool
    let hasAdjustments: Bool
    let modificationDate: String
    let deletedDate: String?
    let condition: String
    let make: String?
    let model: String?
    let lens: String?
    let title: String?
    let caption: String?
    let keywords: [String]
    let rating: Int?
    let duration: Double?
    let burstIdentifier: String?
    let latitude: Double?
    let longitude: Double?
    let resources: [Resource]?
    /// What other devices know of the photo; absent if it is not asked for.
    let syncState: String?

    /// - Parameter damaged: The files that were found damaged.
    init(
        _ asset: Asset, in library: OwnedLibrary, listsResources: Bool, damaged: Set<FileOfAsset> = [],
        syncState: SyncState? = nil
    ) {
        self.syncState = syncState?.rawValue
        let file = asset.original.flatMap(library.localPath).map { PathObject($0) }
        localIdentifier = asset.localIdentifier
        originalFilename = asset.original?.originalFilename?.string
        path = file?.path
        pathBase64 = file?.pathBase64
        mediaType = asset.mediaType.rawValue
        mediaSubtypes = asset.metadata.subtypes.names
        width = asset.size?.width
        height = asset.size?.height
        captureDate = asset.captureTime?.description
        addedDate = asset.addedDate.formatted(.iso8601)
        bytes = asset.original?.bytes
        sha256 = asset.original?.sha256.hex
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        representsBurst = asset.representsBurst
        hasAdjustments = asset.hasAdjustments
        modificationDate = asset.modificationDate.formatted(.iso8601)
        deletedDate = asset.deletedDate?.formatted(.iso8601)
        condition = asset.condition.rawValue
        make = asset.metadata.make
        model = asset.metadata.model
        lens = asset.metadata.lens
        title = asset.metadata.title
        caption = asset.metadata.caption
        keywords = asset.metadata.keywords
        rating = asset.metadata.rating
        duration = asset.metadata.duration
        burstIdentifier = asset.metadata.burstIdentifier
        latitude = asset.location?.latitude
        longitude = asset.location?.longitude
        resources =
            listsResources
            ? asset.resources.map { Resource($0, of: asset.localIdentifier, in: library, damaged) } : nil
    }
}
