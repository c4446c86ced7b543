public import Foundation

/// A collection of assets that the owner named: what PhotoKit calls an album.
public struct Album: LibraryObject {
    /// Names the album in this library.
    public let localIdentifier: String
    /// What the owner calls it; two albums may have the same title.
    public let title: String
    /// When it was made.
    public let createdDate: Date
    /// When the owner last changed it; `nil` if an older version of the library made it.
    public let modificationDate: Date?
    /// The local identifier of the folder it is in; `nil` at the top.
    public let folderIdentifier: String?
    /// The asset that the owner chose to stand for it; `nil` if none was chosen.
    public let keyAssetIdentifier: String?
    /// How many assets a fetch of it finds: without those deleted or hidden, and without those represented by another frame of
    /// their burst unless the album was fetched with ``CollectionQuery/includesAllBurstAssets``.
    public let assetCount: Int
    /// The first capture among these assets.
    public let startTime: CaptureTime?
    /// The last capture among these assets.
    public let endTime: CaptureTime?

    /// An album of these parts.
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
