public import Foundation

/// A photo or video of the library.
///
/// It corresponds to PhotoKit's `PHAsset`.
public struct Asset: LibraryObject, Codable {
    /// The media types.
    public enum MediaType: String, Sendable, Codable, CaseIterable {
        /// A photo or another picture.
        case image
        /// A video.
        case video
        /// The format of the original is unknown.
        case unknown
    }

    /// The permanent identifier of the asset in this library.
    ///
    /// Another library gives the same photo another identifier.
    public let localIdentifier: String
    /// The media type.
    public let mediaType: MediaType
    /// The size of the displayed picture in pixels; `nil` if the file does not state it.
    ///
    /// It is the size of the edited picture if the asset has an edit (``hasAdjustments``), otherwise the size of the
    /// original.
    public let size: PixelSize?
    /// The time on the camera's clock at capture.
    ///
    /// It is the owner's value, otherwise the value in the files. ``metadata`` always has the value in the files.
    public let captureTime: CaptureTime?
    /// The place of capture: the owner's value, otherwise the value in the files, which ``metadata`` always has.
    public let location: ImageMetadata.Location?
    /// The date when the asset was added to the library.
    public let addedDate: Date
    /// The date of the owner's last change of the asset.
    ///
    /// New signatures and repairs do not change it.
    public let modificationDate: Date
    /// The date when the owner deleted the asset; `nil` if it is not among the recently deleted.
    public let deletedDate: Date?
    /// Whether the owner marked it as a favourite.
    public let isFavorite: Bool
    /// Whether the owner hid it.
    ///
    /// Only a query that includes hidden assets fetches it.
    public let isHidden: Bool
    /// Whether the asset represents the frames of its burst.
    ///
    /// The representing frame is the first favourite by capture, otherwise the frame that was picked in Apple's Photos,
    /// otherwise the first frame, among the frames that are not deleted. Hidden frames have their own representing
    /// frame.
    public let representsBurst: Bool
    /// The metadata in the file.
    public let metadata: ImageMetadata
    /// The condition of the picture.
    public let condition: PictureCondition
    /// The files of the asset: the original first, then the others by kind, in the order in which they were added.
    public let resources: [AssetResource]

    /// Creates an asset.
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

    /// The original and, if requested, the attached files.
    ///
    /// Alternates with the same picture are not included.
    public func files(includingAttached: Bool) -> [AssetResource] {
        resources.filter { $0.kind == .original || includingAttached && $0.kind.isAttached }
    }

    /// The file that was imported.
    public var original: AssetResource? { resources.first }
}
