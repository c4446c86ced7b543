public import Foundation
internal import OpenPhotoKit
internal import Synchronization

extension PHImageManager {
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

    private func request(
        _ picture: PHAssetResource, _ options: PHImageRequestOptions?,
        _ completion: @escaping (Data?, [AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        let data = SharedData()
        // Only the request calls it.
        nonisolated(unsafe) let completion = completion
        return ImageRequests.shared.begin { number in
            let manager = PHAssetResourceManager.default()
            let request = manager.requestData(
                for: picture, options: Self.fileOptions(picture, options, number)
            ) { piece in
                data.bytes.withLock { $0 += piece }
            } completionHandler: { error in
                ImageRequests.shared.end(number)
                let info = error.map(Self.info) ?? [:]
                completion(
                    error == nil ? data.bytes.withLock { $0 } : nil,
                    info.merging([PHImageResultRequestIDKey: number]) { $1 })
            }
            return { manager.cancelDataRequest(request) }
        }
    }

    /// The options of the request for the file; its progress is that of the network.
    private static func fileOptions(
        _ picture: PHAssetResource, _ options: PHImageRequestOptions?, _ number: PHImageRequestID
    ) -> PHAssetResourceRequestOptions {
        let file = PHAssetResourceRequestOptions()
        file.isNetworkAccessAllowed = options?.isNetworkAccessAllowed ?? false
        guard let handler = options?.progressHandler, case .elsewhere = picture.resource.location else { return file }
        file.progressHandler = { part in
            var stop: ObjCBool = false
            handler(part, nil, &stop, nil)
            if stop.boolValue { ImageRequests.shared.cancel(number) }
        }
        return file
    }

    /// The bytes that a request has read.
    private final class SharedData: Sendable {
        let bytes = Mutex(Data())
    }
}

extension PHAssetResource {
    /// The orientation of the picture.
    fileprivate var orientation: CGImagePropertyOrientation {
        CGImagePropertyOrientation(rawValue: UInt32(resource.orientation.rawValue)) ?? .up
    }
}
