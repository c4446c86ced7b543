internal import OpenPhotoKit

/// Kinds of media.
public enum PHAssetMediaType: Int, Sendable, CaseIterable {
    /// Neither.
    case unknown = 0
    /// A photo.
    case image = 1
    /// A film.
    case video = 2

    init(_ type: Asset.MediaType) {
        self =
            switch type {
            case .image: .image
            case .video: .video
            case .unknown: .unknown
            }
    }

    var core: Asset.MediaType {
        switch self {
        case .image: .image
        case .video: .video
        case .unknown: .unknown
        }
    }
}

/// Finer kinds of photos and films.
public struct PHAssetMediaSubtype: OptionSet, Hashable, Sendable {
    /// The bits, which are Apple's.
    public let rawValue: UInt

    /// A set of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    init(_ subtypes: MediaSubtypes) { rawValue = UInt(bitPattern: subtypes.rawValue) }

    /// A panorama.
    public static let photoPanorama = PHAssetMediaSubtype(.photoPanorama)
    /// A photo of high dynamic range.
    public static let photoHDR = PHAssetMediaSubtype(.photoHDR)
    /// A picture of a screen.
    public static let photoScreenshot = PHAssetMediaSubtype(.photoScreenshot)
    /// A photo with a few seconds of film.
    public static let photoLive = PHAssetMediaSubtype(.photoLive)
    /// A photo with a map of depths.
    public static let photoDepthEffect = PHAssetMediaSubtype(.photoDepthEffect)
    /// A film at a high frame rate.
    public static let videoHighFrameRate = PHAssetMediaSubtype(.videoHighFrameRate)
    /// A time lapse.
    public static let videoTimelapse = PHAssetMediaSubtype(.videoTimelapse)
    /// A film whose focus can be changed.
    public static let videoCinematic = PHAssetMediaSubtype(.videoCinematic)
}

/// Where assets are kept for the owner.
public struct PHAssetSourceType: OptionSet, Hashable, Sendable {
    /// The bits, which are Apple's.
    public let rawValue: UInt

    /// A set of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The owner's library: all assets are of this source.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// Shared albums of a cloud: no assets are of this source.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// What another machine put on this one: no assets are of this source.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}

/// What can be asked of an asset with ``PHAsset/canPerform(_:)``.
public enum PHAssetEditOperation: Int, Sendable {
    /// To be deleted.
    case delete = 1
    /// To be given an edit.
    case content = 2
    /// To be given other properties.
    case properties = 3
}

/// What can be asked of a collection with ``PHCollection/canPerform(_:)``.
public enum PHCollectionEditOperation: Int, Sendable {
    /// To have its content deleted from the library.
    case deleteContent = 1
    /// To have content taken out of it.
    case removeContent = 2
    /// To be given more content.
    case addContent = 3
    /// To have new content made in it.
    case createContent = 4
    /// To be given another order.
    case rearrangeContent = 5
    /// To be deleted.
    case delete = 6
    /// To be given another title.
    case rename = 7
}
