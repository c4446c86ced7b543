public import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// Identifies a request for a picture, to cancel it.
public typealias PHImageRequestID = Int32
/// An identifier of no request.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// In the `info` of a request: the ``PHPhotosError`` if there is no picture.
public let PHImageErrorKey: String = "PHImageErrorKey"
/// In the `info` of a request: `true` if it was cancelled.
public let PHImageCancelledKey: String = "PHImageCancelledKey"
/// In the `info` of a request: its ``PHImageRequestID``.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"
/// In the `info` of a request: `true` if the picture is not on this machine, and the options do not allow the network.
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"
/// In the `info` of a request: whether a better picture follows.
///
/// Never set, because each request gives one picture.
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"

/// Reads the pictures of assets.
///
/// The bytes are compared with the digest of the imported file.
///
/// It gives the bytes of picture files. It does not decode them.
public final class PHImageManager: NSObject, Sendable {
    private static let standard = PHImageManager()

    private override init() {}

    /// The shared manager.
    public class func `default`() -> PHImageManager { standard }

    /// Reads the complete picture file of a photo.
    ///
    /// - Parameter resultHandler: Called once, on an arbitrary queue unless the request is synchronous, with the bytes,
    ///   the file type (an identifier such as `public.jpeg`, determined from the bytes), the orientation, and
    ///   information. Without bytes, the information has ``PHImageErrorKey``, or ``PHImageCancelledKey`` if the request
    ///   was cancelled.
    /// - Returns: The identifier for ``cancelImageRequest(_:)``; ``PHInvalidImageRequestID`` if the handler was already
    ///   called.
    @discardableResult
    public func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        guard asset.mediaType == .image, let picture = asset.picture(options?.version ?? .current) else {
            let error = PhotoLibraryError(
                .requestNotSupportedForAsset, "Only photos have a picture, not videos or other files.",
                identifier: asset.localIdentifier)
            resultHandler(nil, nil, .up, [PHImageErrorKey: PHPhotosError(error)])
            return PHInvalidImageRequestID
        }
        let orientation = picture.orientation
        guard options?.isSynchronous == true else {
            // The handler is passed to the request, which alone calls it.
            nonisolated(unsafe) let resultHandler = resultHandler
            return request(picture, options) { data, info in
                resultHandler(data, data.map { _ in picture.uniformTypeIdentifier }, orientation, info)
            }
        }
        do {
            let core = ResourceRequestOptions(isNetworkAccessAllowed: options?.isNetworkAccessAllowed ?? false)
            let data = try picture.library.photoLibrary.data(of: picture.resource, options: core)
            resultHandler(data, picture.uniformTypeIdentifier, orientation, [:])
        } catch { resultHandler(nil, nil, orientation, Self.info(PHPhotosError.of(error))) }
        return PHInvalidImageRequestID
    }

    /// Cancels a request, unless it has completed.
    public func cancelImageRequest(_ requestID: PHImageRequestID) {
        PHAssetResourceManager.default().cancelDataRequest(requestID)
    }

    private func request(
        _ picture: PHAssetResource, _ options: PHImageRequestOptions?,
        _ completion: @escaping (Data?, [AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        let answer = Answer()
        return answer.number.withLock { number in
            number = PHAssetResourceManager.default().requestData(
                for: picture, options: answer.options(picture, options)
            ) { piece in
                answer.data.withLock { $0 += piece }
            } completionHandler: { error in
                // Waits until the request's number is known.
                var info: [AnyHashable: Any] = [PHImageResultRequestIDKey: answer.number.withLock { $0 }]
                if let error { info.merge(Self.info(error)) { first, _ in first } }
                completion(error == nil ? answer.data.withLock { $0 } : nil, info)
            }
            return number
        }
    }

    /// The `info` of a request for an error.
    private static func info(_ error: any Error) -> [AnyHashable: Any] {
        switch (error as? PHPhotosError)?.code {
        case .userCancelled: [PHImageCancelledKey: true]
        case .networkAccessRequired: [PHImageErrorKey: error, PHImageResultIsInCloudKey: true]
        default: [PHImageErrorKey: error]
        }
    }

    /// The result of a request.
    private final class Answer: Sendable {
        let number = Mutex(PHInvalidImageRequestID)
        let data = Mutex(Data())

        /// The options of the request for the file; its progress is that of the network.
        func options(
            _ picture: PHAssetResource, _ options: PHImageRequestOptions?
        ) -> PHAssetResourceRequestOptions {
            let file = PHAssetResourceRequestOptions()
            file.isNetworkAccessAllowed = options?.isNetworkAccessAllowed ?? false
            guard let handler = options?.progressHandler, case .elsewhere = picture.resource.location else {
                return file
            }
            file.progressHandler = { [self] part in
                var stop: ObjCBool = false
                handler(part, nil, &stop, nil)
                if stop.boolValue { PHImageManager.default().cancelImageRequest(number.withLock { $0 }) }
            }
            return file
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

extension PHAssetResource {
    /// The orientation of the picture.
    fileprivate var orientation: CGImagePropertyOrientation {
        CGImagePropertyOrientation(rawValue: UInt32(resource.orientation.rawValue)) ?? .up
    }
}
