public import Foundation

/// A collection of assets with a title.
///
/// It corresponds to PhotoKit's `PHAssetCollection`.
public struct Album: LibraryObject, Codable {
    /// The identifier of the album in this library.
    public let localIdentifier: String
    /// The title.
    ///
    /// Two albums may have the same title.
    public let title: String
    /// The date of creation.
    public let createdDate: Date
    /// The date of the owner's last change; `nil` if an older version of the library created the album.
    public let modificationDate: Date?
    /// The local identifier of the folder that contains the album; `nil` at the top level.
    public let folderIdentifier: String?
    /// The asset that the owner chose as the album's key asset; `nil` if none was chosen.
    public let keyAssetIdentifier: String?
    /// The number of assets that a fetch of the album finds.
    ///
    /// Deleted and hidden assets are not counted. Of a burst only the representing frame is counted, unless the album
    /// was fetched with ``CollectionQuery/includesAllBurstAssets``.
    public let assetCount: Int
    /// The first capture time of these assets.
    public let startTime: CaptureTime?
    /// The last capture time of these assets.
    public let endTime: CaptureTime?

    /// Creates an album.
    public init(
        localIdentifier: String, title: String, createdDate: Date, modificationDate: Date? = nil,
        folderIdentifier: String? = nil, keyAssetIdentifier: String? = nil, assetCount: Int = 0,
        startTime: CaptureTime? = nil, endTime: CaptureTime? = nil
    ) {
        self.localIdentifier = localIdentifier
        self.title = title
        self.createdDate = createdDate
        self.modificationDate = modificationDate
        self.folderIdentifier = folderIdentifier
        self.keyAssetIdentifier = keyAssetIdentifier
        self.assetCount = assetCount
        self.startTime = startTime
        self.endTime = endTime
    }
}
