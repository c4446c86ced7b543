internal import OpenPhotoKit

/// Media types.
public enum PHAssetMediaType: Int, Sendable, CaseIterable {
    /// Neither a photo nor a video.
    case unknown = 0
    /// A photo.
    case image = 1
    /// A video.
    case video = 2
    /// A sound recording; no asset has this type.
    case audio = 3

    init(_ type: Asset.MediaType) {
        self =
            switch type {
            case .image: .image
            case .video: .video
            case .unknown: .unknown
            }
    }

    /// `nil` for a type that no asset has.
    var core: Asset.MediaType? {
        switch self {
        case .image: .image
        case .video: .video
        case .unknown: .unknown
        case .audio: nil
        }
    }

    /// The assets of this type.
    var filter: AssetFilter { core.map(AssetFilter.mediaType) ?? .or([]) }
}

/// Media subtypes of photos and videos.
public struct PHAssetMediaSubtype: OptionSet, Hashable, Sendable {
    /// The bits, with Apple's values.
    public let rawValue: UInt

    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    init(_ subtypes: MediaSubtypes) {
        rawValue = UInt(bitPattern: subtypes.subtracting(.unknownToPhotoKit).rawValue)
    }

    /// A panorama.
    public static let photoPanorama = PHAssetMediaSubtype(.photoPanorama)
    /// A photo of high dynamic range.
    public static let photoHDR = PHAssetMediaSubtype(.photoHDR)
    /// A screenshot.
    public static let photoScreenshot = PHAssetMediaSubtype(.photoScreenshot)
    /// A live photo: a photo with a few seconds of video.
    public static let photoLive = PHAssetMediaSubtype(.photoLive)
    /// A photo with a depth map.
    public static let photoDepthEffect = PHAssetMediaSubtype(.photoDepthEffect)
    /// A video with a high frame rate.
    public static let videoHighFrameRate = PHAssetMediaSubtype(.videoHighFrameRate)
    /// A time-lapse video.
    public static let videoTimelapse = PHAssetMediaSubtype(.videoTimelapse)
    /// A cinematic video, whose focus can be changed.
    public static let videoCinematic = PHAssetMediaSubtype(.videoCinematic)
}

/// The sources of assets.
public struct PHAssetSourceType: OptionSet, Hashable, Sendable {
    /// The bits, with Apple's values.
    public let rawValue: UInt

    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The owner's library: all assets are of this source.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// Shared albums of a cloud: no assets are of this source.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// Assets synchronised from another machine: no assets are of this source.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}

/// The operations for ``PHAsset/canPerform(_:)``.
public enum PHAssetEditOperation: Int, Sendable {
    /// Deleting it.
    case delete = 1
    /// Editing its content.
    case content = 2
    /// Changing its properties.
    case properties = 3
}

/// The operations for ``PHCollection/canPerform(_:)``.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Deleting its content from the library.
    case deleteContent = 1
    /// Removing content from it.
    case removeContent = 2
    /// Adding content to it.
    case addContent = 3
    /// Creating content in it.
    case createContent = 4
    /// Changing the order of its content.
    case rearrangeContent = 5
    /// Deleting it.
    case delete = 6
    /// Changing its title.
    case rename = 7
}
