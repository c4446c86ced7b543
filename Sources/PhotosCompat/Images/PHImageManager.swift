public import Foundation
internal import PhotoModel

/// Identifies a request for a picture, to cancel it.
public typealias PHImageRequestID = Int32
/// An identifier of no request.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// The target size of a picture at its own size.
public let PHImageManagerMaximumSize: CGSize = CGSize(width: -1, height: -1)

/// In the `info` of a request: the ``PHPhotosError`` if there is no picture.
public let PHImageErrorKey: String = "PHImageErrorKey"
/// In the `info` of a request: `true` if it was cancelled.
public let PHImageCancelledKey: String = "PHImageCancelledKey"
/// In the `info` of an asynchronous request: its ``PHImageRequestID``.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"
/// In the `info` of a request: `true` if the picture is not on this machine, and the options do not allow the network.
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"
/// In the `info` of a request for a picture: `true` for a smaller or gray picture in place of the one that was asked
/// for.
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"

/// Gives the pictures of assets.
///
/// The bytes of photos are compared with the digest of the imported file before they are decoded or given to the app.
///
/// `@unchecked`: it has no state; ``PHCachingImageManager`` keeps its own behind a lock.
public class PHImageManager: NSObject, @unchecked Sendable {
    private static let standard = PHImageManager()

    /// A manager, which shares everything with the others.
    public override init() {}

    /// The shared manager.
    public class func `default`() -> PHImageManager { standard }

    /// Cancels a request, unless it has completed.
    ///
    /// Its handler is called once more, without a picture and with ``PHImageCancelledKey``.
    public func cancelImageRequest(_ requestID: PHImageRequestID) { ImageRequests.shared.cancel(requestID) }

    /// The picture that was prepared for such requests; `nil` if none was.
    func preparedPicture(for request: ImageRequest) -> Picture? { nil }

    /// Ends an asynchronous request.
    ///
    /// - Returns: Its error, which is `userCancelled` if it was cancelled, and the `info` of its end.
    static func end(_ number: PHImageRequestID, _ error: (any Error)?) -> (
        error: (any Error)?, info: [AnyHashable: Any]
    ) {
        let error = ImageRequests.shared.end(number) ? error : PHPhotosError.of(CancellationError())
        return (error, (error.map(info) ?? [:]).merging([PHImageResultRequestIDKey: number]) { $1 })
    }

    /// The `info` of a request for an error.
    static func info(_ error: any Error) -> [AnyHashable: Any] {
        switch (error as? PHPhotosError)?.code {
        case .userCancelled: [PHImageCancelledKey: true]
        case .networkAccessRequired: [PHImageErrorKey: error, PHImageResultIsInCloudKey: true]
        default: [PHImageErrorKey: error]
        }
    }
}

extension PHAsset {
    /// The file of a picture of a photo.
    func picture(_ version: PHImageRequestOptionsVersion) -> PHAssetResource? {
        let resources = PHAssetResource.assetResources(for: self)
        let chosen: PHAssetResource? =
            switch version {
            case .current: hasAdjustments ? resources.last { $0.type == .fullSizePhoto } : nil
            case .unadjusted: nil
            case .original: resources.first { $0.type == .alternatePhoto && $0.resource.format == .raw }
            }
        return chosen ?? resources.first
    }
}
