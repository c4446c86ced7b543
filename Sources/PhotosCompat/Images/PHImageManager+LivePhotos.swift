public import Foundation
internal import OpenPhotoKit

extension PHImageManager {
    /// Gives a Live Photo with its still picture in about this size.
    ///
    /// - Parameters:
    ///   - asset: A Live Photo.
    ///   - targetSize: In pixels; ``PHImageManagerMaximumSize`` for the picture's own size.
    ///   - contentMode: How the picture is fitted to a target of another shape.
    ///   - options: By default those of an opportunistic request for the edited Live Photo.
    ///   - resultHandler: Called as that of
    ///     ``requestImage(for:targetSize:contentMode:options:resultHandler:)``, with a Live Photo for each picture; the
    ///     video is not read. The error is `requestNotSupportedForAsset` for an asset that is no Live Photo.
    /// - Returns: The identifier for ``cancelImageRequest(_:)``; ``PHInvalidImageRequestID`` if the handler is not
    ///   called any more.
    @discardableResult
    public func requestLivePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let options = options ?? PHLivePhotoRequestOptions()
        guard let photo = asset.picture(options.version), let video = asset.pairedVideo(options.version) else {
            let error = PhotoLibraryError(
                .requestNotSupportedForAsset, "The asset is no Live Photo.", identifier: asset.localIdentifier)
            let number = ImageRequests.shared.next()
            deliver(number, { resultHandler(nil, $1) }, { _ in throw error })
            return number
        }
        let imageOptions = PHImageRequestOptions()
        imageOptions.version = options.version
        imageOptions.deliveryMode = options.deliveryMode
        imageOptions.isNetworkAccessAllowed = options.isNetworkAccessAllowed
        imageOptions.progressHandler = options.progressHandler
        return requestImage(
            for: asset, targetSize: targetSize, contentMode: contentMode, options: imageOptions
        ) { image, info in
            resultHandler(image.map { PHLivePhoto($0, [photo, video]) }, info)
        }
    }
}

extension PHAsset {
    /// The video of a Live Photo.
    fileprivate func pairedVideo(_ version: PHImageRequestOptionsVersion) -> PHAssetResource? {
        guard playbackStyle == .livePhoto else { return nil }
        let resources = PHAssetResource.assetResources(for: self)
        let edited = version == .current ? resources.last { $0.type == .fullSizePairedVideo } : nil
        return edited ?? resources.first { $0.type == .pairedVideo }
    }
}
