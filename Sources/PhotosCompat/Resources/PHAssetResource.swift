public import Foundation
internal import OpenPhotoKit

/// What a file is to its asset; the raw values are Apple's.
///
/// Some are Apple's alone: no file is of these, and no asset is made of them.
public enum PHAssetResourceType: Int, Sendable, CaseIterable {
    /// The original of a photo.
    case photo = 1
    /// The original of a film.
    case video = 2
    /// Sound; Apple's alone.
    case audio = 3
    /// The same shot in another form: the camera's raw file beside its JPEG.
    case alternatePhoto = 4
    /// The photo as it was edited.
    case fullSizePhoto = 5
    /// The film as it was edited; Apple's alone.
    case fullSizeVideo = 6
    /// How it was edited.
    case adjustmentData = 7
    /// The photo that an edit began with; Apple's alone.
    case adjustmentBasePhoto = 8
    /// The film of a live photo.
    case pairedVideo = 9
    /// The film of a live photo, as it was edited.
    case fullSizePairedVideo = 10
    /// The film of a live photo that an edit began with; Apple's alone.
    case adjustmentBasePairedVideo = 11
    /// The film that an edit began with; Apple's alone.
    case adjustmentBaseVideo = 12
    /// A smaller photo in the original's place; Apple's alone.
    case photoProxy = 19

    /// `nil` for files that PhotoKit does not have: sidecars, and the same picture in other bytes.
    init?(_ kind: AssetResource.Kind, of asset: Asset) {
        switch kind {
        case .original: self = asset.mediaType == .video ? .video : .photo
        case .alternatePhoto: self = .alternatePhoto
        case .fullSizePhoto: self = .fullSizePhoto
        case .adjustmentData: self = .adjustmentData
        case .pairedVideo: self = .pairedVideo
        case .fullSizePairedVideo: self = .fullSizePairedVideo
        case .alternate, .sidecar: return nil
        }
    }

    /// `nil` for what is Apple's alone.
    var kind: AssetResource.Kind? {
        switch self {
        case .photo, .video: .original
        case .alternatePhoto: .alternatePhoto
        case .fullSizePhoto: .fullSizePhoto
        case .adjustmentData: .adjustmentData
        case .pairedVideo: .pairedVideo
        case .fullSizePairedVideo: .fullSizePairedVideo
        case .audio, .fullSizeVideo, .adjustmentBasePhoto, .adjustmentBasePairedVideo, .adjustmentBaseVideo,
            .photoProxy:
            nil
        }
    }

    /// What an original of this type must be; `nil` for other files.
    var mediaType: Asset.MediaType? {
        switch self {
        case .photo: .image
        case .video: .video
        default: nil
        }
    }

    /// What bytes are called that come without a name.
    var defaultFilename: String {
        switch self {
        case .photo, .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .photoProxy: "Photo"
        case .video, .pairedVideo, .fullSizeVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo,
            .adjustmentBaseVideo:
            "Video"
        case .audio: "Audio"
        case .adjustmentData: "Adjustments"
        }
    }
}

/// One file of an asset.
public final class PHAssetResource: NSObject, Sendable {
    let resource: AssetResource
    let library: PHPhotoLibrary
    /// What the file is to the asset.
    public let type: PHAssetResourceType
    /// The local identifier of the asset.
    public let assetLocalIdentifier: String
    /// Pixels of this file's picture from left to right, as displayed; 0 if it has none, or that is not known.
    public let pixelWidth: Int
    /// Pixels of this file's picture from top to bottom, as displayed; 0 if it has none, or that is not known.
    public let pixelHeight: Int

    init?(_ resource: AssetResource, of asset: PHAsset) {
        guard let type = PHAssetResourceType(resource.kind, of: asset.asset) else { return nil }
        self.resource = resource
        self.type = type
        library = asset.library
        assetLocalIdentifier = asset.localIdentifier
        pixelWidth = resource.size?.width ?? 0
        pixelHeight = resource.size?.height ?? 0
    }

    /// The files of an asset, the original first.
    public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        asset.asset.resources.compactMap { PHAssetResource($0, of: asset) }
    }

    /// The name that the file had when it came.
    public var originalFilename: String { (resource.originalFilename ?? resource.storedName)?.string ?? "" }

    /// The kind of file, by its bytes: an identifier such as `public.jpeg`.
    public var uniformTypeIdentifier: String {
        switch resource.kind {
        case .adjustmentData: "com.apple.property-list"
        default: resource.format.uniformTypeIdentifier
        }
    }

    /// The file's size in bytes.
    public var dataSize: Int? { resource.bytes }
}

extension ImageFormat {
    fileprivate var uniformTypeIdentifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .heic: "public.heic"
        case .avif: "public.avif"
        case .webp: "org.webmproject.webp"
        case .tiff: "public.tiff"
        case .gif: "com.compuserve.gif"
        case .bmp: "com.microsoft.bmp"
        case .video: "public.movie"
        case .raw: "public.camera-raw-image"
        case .unknown: "public.data"
        }
    }
}
