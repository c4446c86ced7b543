public import Foundation

/// A photo or video of the library: what PhotoKit calls an asset.
public struct Asset: LibraryObject {
    /// Kinds of media.
    public enum MediaType: String, Sendable, Codable, CaseIterable {
        case image, video, unknown
    }

    /// Names the asset in this library, for ever.
    ///
    /// Another library gives the same photo another one.
    public let localIdentifier: String
    /// The kind of media.
    public let mediaType: MediaType
    /// The displayed picture's size in pixels: that of the edit if there is one (``hasAdjustments``), else of the original;
    /// `nil` if the file does not tell.
    public let size: PixelSize?
    /// The camera's wall clock at capture.
    ///
    /// What the owner says, else what the files say, which ``metadata`` has in any case.
    public let captureTime: CaptureTime?
    /// Where it was taken: what the owner says, else what the files say, which ``metadata`` has in any case.
    public let location: ImageMetadata.Location?
    /// When the asset came into the library.
    public let addedDate: Date
    /// When the owner last changed the asset.
    ///
    /// Re-signing and repairs do not count.
    public let modificationDate: Date
    /// When the owner deleted the asset; `nil` if it is not among the recently deleted.
    public let deletedDate: Date?
    /// Whether the owner marked it as a favourite.
    public let isFavorite: Bool
    /// Whether the owner hid it: it is then fetched only if asked for.
    public let isHidden: Bool
    /// Whether it stands for the other frames of its burst.
    ///
    /// Of the frames that are not deleted this is the first favourite by capture, else the first; of those that are
    /// hidden, and of those that are not, for themselves.
    public let representsBurst: Bool
    /// What the file says about the picture.
    public let metadata: ImageMetadata
    /// What could be made of the picture.
    public let condition: PictureCondition
    /// The files of the asset: the original first, then the others by kind in the order they came.
    public let resources: [AssetResource]

    /// An asset of these parts.
    public init(
        localIdentifier: String, mediaType: MediaType, size: PixelSize?, captureTime: CaptureTime?,
        location: ImageMetadata.Location? = nil, addedDate: Date, modificationDate: Date, deletedDate: Date? = nil,
        isFavorite: Bool, isHidden: Bool = false,
        representsBurst: Bool = false, metadata: ImageMetadata, condition: PictureCondition,
        resources: [AssetResource]
    ) {
        self.localIdentifier = localIdentifier
        self.mediaType = mediaType
        self.size = size
        self.captureTime = captureTime
        self.location = location
        self.addedDate = addedDate
        self.modificationDate = modificationDate
        self.deletedDate = deletedDate
        self.isFavorite = isFavorite
        self.isHidden = isHidden
        self.representsBurst = representsBurst
        self.metadata = metadata
        self.condition = condition
        self.resources = resources
    }

    /// The original, and if asked for what belongs to the photo: not the same picture in other bytes.
    public func files(includingAttached: Bool) -> [AssetResource] {
        resources.filter { $0.kind == .original || includingAttached && $0.kind.isAttached }
    }

    /// The file as it was imported.
    public var original: AssetResource? { resources.first }
}
