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
    ///     `true`, may precede the one that was asked for, and two with
    ///     ``PHImageRequestOptions/allowSecondaryDegradedImage``. The first picture of an opportunistic request is
    ///     given on the calling thread, before this method returns, if a ``PHCachingImageManager`` has it. At the end
    ///     without a picture, the information has ``PHImageErrorKey``, or ``PHImageCancelledKey`` if the request was
    ///     cancelled; no picture is given after that. The errors are those of ``PHAssetResourceManager``,
    ///     `requestNotSupportedForAsset` for an asset without a picture, and `invalidResource` or `limitExceeded` if
    ///     the picture cannot be decoded.
    /// - Returns: The identifier for ``cancelImageRequest(_:)``; ``PHInvalidImageRequestID`` if the handler is not
    ///   called any more.
    @discardableResult
    public func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let options = options ?? PHImageRequestOptions()
        let request = Result { try ImageRequest(asset, targetSize, contentMode, options) }
        if options.isSynchronous {
            do {
                resultHandler(try imageNow(for: request.get()), [PHImageResultIsDegradedKey: false])
            } catch { resultHandler(nil, Self.info(PHPhotosError.of(error))) }
            return PHInvalidImageRequestID
        }
        let number = ImageRequests.shared.next()
        var isPreceded = false
        if let request = try? request.get(), request.deliveryMode == .opportunistic,
            let prepared = prepared(for: request)
        {
            resultHandler(prepared.image, Self.info(number, prepared))
            guard prepared.isDegraded else { return PHInvalidImageRequestID }
            isPreceded = true
        }
        let progress = (try? request.get()).flatMap {
            DownloadProgress(
                options.progressHandler, $0.file, isNetworkAccessAllowed: options.isNetworkAccessAllowed, number)
        }
        deliver(number, resultHandler) { [isPreceded] preliminary in
            let request = try request.get()
            let preliminary = isPreceded ? nil : preliminary
            guard let progress else { return try await self.picture(for: request, preliminary: preliminary, nil) }
            return try await progress.run {
                try await self.picture(for: request, preliminary: preliminary, progress)
            }
        }
        return number
    }

    /// A picture of a request, and whether it is another one than that which was asked for.
    typealias Picture = (image: UIImage, isDegraded: Bool)

    /// Gives a preliminary picture.
    typealias Preliminary = @MainActor @Sendable (Picture) throws -> Void

    private static func info(_ number: PHImageRequestID, _ picture: Picture) -> [AnyHashable: Any] {
        [PHImageResultRequestIDKey: number, PHImageResultIsDegradedKey: picture.isDegraded]
    }

    /// Answers an asynchronous request on the main queue.
    ///
    /// - Parameter picture: Gives the final picture; its argument gives a preliminary one.
    func deliver(
        _ number: PHImageRequestID, _ resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void,
        _ picture: @escaping @Sendable (_ preliminary: @escaping Preliminary) async throws -> Picture
    ) {
        // Only the main actor calls the handler.
        nonisolated(unsafe) let resultHandler = resultHandler
        ImageRequests.shared.begin(number) {
            let task = Task.detached(priority: .userInitiated) {
                var final: Picture?
                var failure: (any Error)?
                do {
                    final = try await picture { preliminary in
                        try Task.checkCancellation()
                        resultHandler(preliminary.image, Self.info(number, preliminary))
                    }
                } catch { failure = PHPhotosError.of(error) }
                await MainActor.run { [final, failure] in
                    // A request that is cancelled after its picture was made gives none.
                    let (error, info) = Self.end(number, failure)
                    if error == nil, let final {
                        resultHandler(final.image, Self.info(number, final))
                    } else {
                        resultHandler(nil, info)
                    }
                }
            }
            return { task.cancel() }
        }
    }

    /// The picture for a request that was prepared, otherwise the smaller one of the fast format; `nil` if none was.
    private func prepared(for request: ImageRequest) -> Picture? {
        preparedPicture(for: request) ?? preparedPicture(for: request.fast).map { ($0.image, true) }
    }

    /// The final picture of an asynchronous request.
    ///
    /// - Parameter preliminary: Gives a preliminary picture; `nil` if the app has one already.
    private func picture(
        for request: ImageRequest, preliminary: Preliminary?, _ progress: DownloadProgress?
    ) async throws -> Picture {
        if let prepared = prepared(for: request), !prepared.isDegraded || request.deliveryMode == .fastFormat {
            return prepared
        }
        // A request that is cancelled at once costs no more.
        try Task.checkCancellation()
        let pictures = try await blocking { try request.library.pictures }
        var hasColors = false
        if request.takesPictureAtHand, let found = await blocking({ pictures.pictureAtHand(for: request) }) {
            hasColors = !found.isGray
            if found.rendition == request.rendition { return (found.image, false) }
            switch request.deliveryMode {
            case .fastFormat:
                if hasColors, request.isAnswered(by: found.image.pixelSize) { return (found.image, true) }
            case .opportunistic: try await preliminary?((found.image, true))
            case .highQualityFormat: break
            }
        }
        if let preliminary, !hasColors, request.deliveryMode == .opportunistic, let secondary = request.secondary {
            try await preliminary((pictures.image(for: secondary), true))
        }
        let wanted = request.deliveryMode == .fastFormat ? request.fast : request
        return (try await pictures.image(for: wanted, progress: progress), wanted.key != request.key)
    }

    /// The picture of a synchronous request.
    private func imageNow(for request: ImageRequest) throws -> UIImage {
        if let prepared = preparedPicture(for: request), !prepared.isDegraded { return prepared.image }
        let pictures = try request.library.pictures
        if request.takesPictureAtHand, let found = pictures.pictureAtHand(for: request),
            found.rendition == request.rendition
        {
            return found.image
        }
        return try pictures.imageNow(for: request)
    }
}
