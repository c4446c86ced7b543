internal import AssetLoading
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
    /// - Returns: The identifier for ``cancelImageRequest(_:)``; ``PHInvalidImageRequestID`` of a synchronous request.
    @discardableResult
    public func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let picture = asset.mediaType == .image ? asset.picture(options?.version ?? .current) : nil
        guard options?.isSynchronous == true else {
            return request(picture, of: asset, options, resultHandler)
        }
        do {
            guard let picture else { throw Self.noPicture(asset) }
            let core = ResourceRequestOptions(isNetworkAccessAllowed: options?.isNetworkAccessAllowed ?? false)
            let data = try ResourceData(picture.handle(core), progress: nil).readAll()
            resultHandler(data, picture.uniformTypeIdentifier, picture.orientation, [:])
        } catch { resultHandler(nil, nil, picture?.orientation ?? .up, Self.info(PHPhotosError.of(error))) }
        return PHInvalidImageRequestID
    }

    private static func noPicture(_ asset: PHAsset) -> PhotoLibraryError {
        PhotoLibraryError(
            .requestNotSupportedForAsset, "Only photos have a picture, not videos or other files.",
            identifier: asset.localIdentifier)
    }

    private func request(
        _ picture: PHAssetResource?, of asset: PHAsset, _ options: PHImageRequestOptions?,
        _ resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        // The handler is passed to the request, which alone calls it.
        nonisolated(unsafe) let resultHandler = resultHandler
        let number = ImageRequests.shared.next()
        ImageRequests.shared.begin(number) {
            guard let picture else {
                let task = Task.detached {
                    resultHandler(nil, nil, .up, Self.end(number, PHPhotosError(Self.noPicture(asset))).info)
                }
                return { task.cancel() }
            }
            let data = SharedData()
            let manager = PHAssetResourceManager.default()
            let file = PHAssetResourceRequestOptions()
            file.isNetworkAccessAllowed = options?.isNetworkAccessAllowed ?? false
            let progress = DownloadProgress(
                options?.progressHandler, picture, isNetworkAccessAllowed: file.isNetworkAccessAllowed, number)
            file.progressHandler = progress?.report
            progress?.report(0)
            let request = manager.requestData(for: picture, options: file) { piece in
                data.bytes.withLock { $0 += piece }
            } completionHandler: { error in
                let answer: @Sendable () -> Void = {
                    // A request that is cancelled after its last byte gives no picture.
                    let (error, info) = Self.end(number, error)
                    let bytes = error == nil ? data.bytes.withLock { $0 } : nil
                    resultHandler(bytes, bytes.map { _ in picture.uniformTypeIdentifier }, picture.orientation, info)
                }
                if let progress { progress.end(error, then: answer) } else { answer() }
            }
            return { manager.cancelDataRequest(request) }
        }
        return number
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
