public import Foundation
internal import OpenPhotoKit
internal import Originals
internal import PhotoModel

/// The role of a file in its asset; the raw values are Apple's.
///
/// Types marked as unsupported are never returned, and an asset cannot be created with them.
public enum PHAssetResourceType: Int, Sendable, CaseIterable {
    /// The original of a photo.
    case photo = 1
    /// The original of a video.
    case video = 2
    /// Audio; unsupported.
    case audio = 3
    /// The same photo in another format, such as the raw file beside its JPEG.
    case alternatePhoto = 4
    /// The edited photo.
    case fullSizePhoto = 5
    /// The edited video; unsupported.
    case fullSizeVideo = 6
    /// The adjustment data of an edit.
    case adjustmentData = 7
    /// The photo on which an edit is based; unsupported.
    case adjustmentBasePhoto = 8
    /// The video of a live photo.
    case pairedVideo = 9
    /// The edited video of a live photo.
    case fullSizePairedVideo = 10
    /// The video of a live photo on which an edit is based; unsupported.
    case adjustmentBasePairedVideo = 11
    /// The video on which an edit is based; unsupported.
    case adjustmentBaseVideo = 12
    /// A smaller photo in place of the original; unsupported.
    case photoProxy = 19

    /// `nil` for files without a type in PhotoKit: sidecars, and alternates with the same picture in other bytes.
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

    /// `nil` for unsupported types.
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

    /// The media type that an original of this type must have; `nil` for other files.
    var mediaType: Asset.MediaType? {
        switch self {
        case .photo: .image
        case .video: .video
        default: nil
        }
    }

    /// The file name for bytes without a name.
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

/// One file of an asset, or of a Live Photo that was made of an app's files.
public final class PHAssetResource: NSObject, Sendable {
    let resource: AssetResource
    /// `nil` for a file of an app.
    private let library: PHPhotoLibrary?
    /// The role of the file in the asset.
    public let type: PHAssetResourceType
    /// The local identifier of the asset; empty for a file of an app.
    public let assetLocalIdentifier: String
    /// The displayed width of this file's picture in pixels; 0 if it has no picture or the width is unknown.
    public let pixelWidth: Int
    /// The displayed height of this file's picture in pixels; 0 if it has no picture or the height is unknown.
    public let pixelHeight: Int

    convenience init?(_ resource: AssetResource, of asset: PHAsset) {
        guard let type = PHAssetResourceType(resource.kind, of: asset.asset) else { return nil }
        self.init(resource, type, in: asset.library, asset: asset.localIdentifier)
    }

    /// A file of an app, which ``AppFiles`` opens.
    convenience init(appFile resource: AssetResource, _ type: PHAssetResourceType) {
        self.init(resource, type, in: nil, asset: "")
    }

    private init(
        _ resource: AssetResource, _ type: PHAssetResourceType, in library: PHPhotoLibrary?, asset: String
    ) {
        self.resource = resource
        self.type = type
        self.library = library
        assetLocalIdentifier = asset
        pixelWidth = resource.size?.width ?? 0
        pixelHeight = resource.size?.height ?? 0
    }

    /// The files of an asset, the original first.
    public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        asset.asset.resources.compactMap { PHAssetResource($0, of: asset) }
    }

    /// A handle that opens the file.
    ///
    /// Blocks while the library is opened.
    func handle(_ options: ResourceRequestOptions) throws -> ResourceHandle {
        try library?.photoLibrary.handle(resource, options) ?? ResourceHandle(resource, in: AppFiles(), options.policy)
    }

    /// The file name at import.
    public var originalFilename: String { (resource.originalFilename ?? resource.storedName)?.string ?? "" }

    /// The file type: an identifier such as `public.jpeg`.
    ///
    /// The bytes decide the format; the extension of the name decides the kind of video or raw file.
    public var uniformTypeIdentifier: String {
        switch resource.kind {
        case .adjustmentData: "com.apple.property-list"
        default:
            TypeIdentifier(resource.format, filenameExtension: (originalFilename as NSString).pathExtension).rawValue
        }
    }

    /// The file's size in bytes.
    public var dataSize: Int? { resource.bytes }
}
