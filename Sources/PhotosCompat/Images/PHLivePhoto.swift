public import Foundation

/// Identifies a request for a Live Photo made of files, to cancel it.
public typealias PHLivePhotoRequestID = Int32
/// An identifier of no request.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// In the `info` of a request for a Live Photo made of files: the ``PHPhotosError`` if there is none.
public let PHLivePhotoInfoErrorKey: String = "PHLivePhotoInfoErrorKey"
/// In the `info` of a request for a Live Photo made of files: `true` if a better one follows.
public let PHLivePhotoInfoIsDegradedKey: String = "PHLivePhotoInfoIsDegradedKey"
/// In the `info` of a request for a Live Photo made of files: `true` if the request was cancelled.
public let PHLivePhotoInfoCancelledKey: String = "PHLivePhotoInfoCancelledKey"

/// Options of a request for a Live Photo.
public final class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// The version of the Live Photo.
    public var version = PHImageRequestOptionsVersion.current
    /// How many times the handler is called.
    public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// Whether its files may be fetched over the network, if they are not on this machine.
    public var isNetworkAccessAllowed = false
    /// Called on an arbitrary queue while a file is fetched over the network.
    public var progressHandler: PHAssetImageProgressHandler?

    /// Options for the edited Live Photo.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

/// A still picture with a few seconds of video.
///
/// There are no views that play it: the app's toolkit shows ``image`` and plays the video.
public final class PHLivePhoto: NSObject, Sendable {
    /// The still picture; this library's own.
    public let image: UIImage
    private let resources: [PHAssetResource]

    init(_ image: UIImage, _ resources: [PHAssetResource]) {
        self.image = image
        self.resources = resources
    }

    /// The width and height of the still picture in pixels.
    public var size: CGSize { image.size }
}

extension PHAssetResource {
    /// The files of a Live Photo: the photo and its video.
    public class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] { [] }
}
