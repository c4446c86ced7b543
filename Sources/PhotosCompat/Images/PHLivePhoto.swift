public import Foundation
internal import PhotoModel

/// A still picture with a few seconds of video.
///
/// There is no view that plays it: the app's toolkit shows ``image``, and plays the video that
/// ``PHAssetResource/assetResources(for:)-(PHLivePhoto)`` gives.
public final class PHLivePhoto: NSObject, Sendable {
    /// The still picture; this library's own.
    public let image: UIImage
    let resources: [PHAssetResource]

    init(_ image: UIImage, _ resources: [PHAssetResource]) {
        self.image = image
        self.resources = resources
    }

    /// The width and height of the still picture in pixels.
    public var size: CGSize { CGSize(width: image.pixelSize.width, height: image.pixelSize.height) }
}

extension PHAssetResource {
    /// The photo and the video of a Live Photo of the library or of an app's files; none of a degraded one, nor of one
    /// that was picked.
    public class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] { livePhoto.resources }
}
