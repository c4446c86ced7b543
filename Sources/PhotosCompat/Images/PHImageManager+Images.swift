public import Foundation
internal import OpenPhotoKit
internal import SystemSupport

extension PHImageManager {
    /// Gives the picture of a photo, or of the first key frame of a video, in about this size.
    ///
    /// The picture is upright, in sRGB, and never larger than the file's own picture. It is decoded at the size that is
    /// needed, in worker processes, unless the library has it in the cache of thumbnails. Of a raw file it is the
    /// picture that the camera stored in it.
    ///
    /// - Parameters:
    ///   - targetSize: In pixels; ``PHImageManagerMaximumSize`` for the picture's own size.
    ///   - contentMode: How the picture is fitted to a target of another shape.
    ///   - options: By default an asynchronous request for the edited picture, opportunistic and fast.
    ///   - resultHandler: Called with a picture and information. For a synchronous request it is called once, on the
    ///     same thread, before this method returns. Otherwise it is called on the main queue, once or, for
    ///     opportunistic requests, up to twice: a preliminary picture, for which ``PHImageResultIsDegradedKey`` is
    ///     `true`, may precede the one that was asked for. The first picture of an opportunistic request is given on
    ///     the calling thread, before this method returns, if a ``PHCachingImageManager`` has it, and so is the error
    ///     for an asset without a picture. At the end without a picture, the information has ``PHImageErrorKey``, or
    ///     ``PHImageCancelledKey`` if the request was cancelled; no picture is given after that. The errors are those
    ///     of ``PHAssetResourceManager``, and `invalidResource` or `limitExceeded` if the picture cannot be decoded.
    /// - Returns: The identifier for ``cancelImageRequest(_:)``; ``PHInvalidImageRequestID`` if the handler is not
    ///   called any more.
    @discardableResult
    public func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let options = options ?? PHImageRequestOptions()
        let request: ImageRequest
        do { request = try ImageRequest(asset, targetSize, contentMode, options) } catch {
            resultHandler(nil, Self.info(error))
            return PHInvalidImageRequestID
        }
        if options.isSynchronous {
            do {
                resultHandler(try imageNow(for: request), [PHImageResultIsDegradedKey: false])
            } catch { resultHandler(nil, Self.info(PHPhotosError.of(error))) }
            return PHInvalidImageRequestID
        }
        guard request.deliveryMode == .opportunistic, let prepared = prepared(for: request) else {
            return deliver(request, isPreceded: false, resultHandler)
        }
        resultHandler(prepared.image, [PHImageResultIsDegradedKey: prepared.isDegraded])
        return prepared.isDegraded ? deliver(request, isPreceded: true, resultHandler) : PHInvalidImageRequestID
    }

    /// The picture for a request that was prepared, otherwise the smaller one of the fast format; `nil` if none was.
    private func prepared(for request: ImageRequest) -> (image: UIImage, isDegraded: Bool)? {
        if let image = preparedImage(for: request) { return (image, false) }
        return preparedImage(for: request.fast).map { ($0, true) }
    }

    /// Answers an asynchronous request on the main queue.
    ///
    /// - Parameter isPreceded: Whether the app has a preliminary picture already.
    private func deliver(
        _ request: ImageRequest, isPreceded: Bool,
        _ resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        // Only the main actor calls the handler.
        nonisolated(unsafe) let resultHandler = resultHandler
        return ImageRequests.shared.begin { number in
            let task = Task.detached(priority: .userInitiated) { [self] in
                do {
                    try await images(for: request, isPreceded: isPreceded) { image, isDegraded in
                        try Task.checkCancellation()
                        resultHandler(
                            image, [PHImageResultRequestIDKey: number, PHImageResultIsDegradedKey: isDegraded])
                    }
                } catch {
                    let error = PHPhotosError.of(error)
                    await MainActor.run {
                        resultHandler(nil, Self.info(error).merging([PHImageResultRequestIDKey: number]) { $1 })
                    }
                }
                ImageRequests.shared.end(number)
            }
            return { task.cancel() }
        }
    }

    /// Gives the pictures of an asynchronous request in order.
    private func images(
        for request: ImageRequest, isPreceded: Bool, _ take: @MainActor (UIImage, _ isDegraded: Bool) throws -> Void
    ) async throws {
        if let prepared = prepared(for: request), !prepared.isDegraded || request.deliveryMode == .fastFormat {
            return try await take(prepared.image, prepared.isDegraded)
        }
        // A request that is cancelled at once costs no more.
        try Task.checkCancellation()
        let pictures = try await blocking { try request.file.library.pictures }
        if request.takesPictureAtHand, let found = await blocking({ pictures.pictureAtHand(for: request) }) {
            if found.rendition == request.rendition { return try await take(found.image, false) }
            switch request.deliveryMode {
            case .fastFormat: if found.rendition != nil { return try await take(found.image, true) }
            case .opportunistic: if !isPreceded { try await take(found.image, true) }
            case .highQualityFormat: break
            }
        }
        let wanted = request.deliveryMode == .fastFormat ? request.fast : request
        try await take(try await pictures.image(for: wanted), wanted.key != request.key)
    }

    /// The picture of a synchronous request.
    private func imageNow(for request: ImageRequest) throws -> UIImage {
        if let image = preparedImage(for: request) { return image }
        let pictures = try request.file.library.pictures
        if request.takesPictureAtHand, let found = pictures.pictureAtHand(for: request),
            found.rendition == request.rendition
        {
            return found.image
        }
        return try pictures.imageNow(for: request)
    }
}
