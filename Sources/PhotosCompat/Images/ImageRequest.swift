internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKit
internal import Originals
internal import PhotoModel
internal import Thumbnails

/// What a request for the picture of an asset asks for.
struct ImageRequest: Sendable {
    /// What identifies equal pictures.
    struct Key: Hashable, Sendable {
        let file: Digest
        let rendition: Rendition
    }

    let library: PHPhotoLibrary
    /// The file that has the picture.
    let file: PHAssetResource
    /// The picture that was asked for.
    let rendition: Rendition
    let deliveryMode: PHImageRequestOptionsDeliveryMode
    let resizeMode: PHImageRequestOptionsResizeMode
    let policy: FetchPolicy
    private let allowsSecondaryDegradedImage: Bool

    /// - Throws: ``PHPhotosError`` if the asset has no picture.
    init(
        _ asset: PHAsset, _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ options: PHImageRequestOptions
    ) throws {
        let isVisible = asset.mediaType == .image || asset.mediaType == .video
        guard isVisible, let file = asset.picture(options.version) else {
            throw PHPhotosError(
                PhotoLibraryError(
                    .requestNotSupportedForAsset, "Only photos and videos have a picture.",
                    identifier: asset.localIdentifier))
        }
        library = asset.library
        self.file = file
        rendition = Rendition(
            for: targetSize, contentMode, options.resizeMode, crop: options.cropRect, of: file.resource.size)
        resizeMode = options.resizeMode
        deliveryMode = options.isSynchronous ? .highQualityFormat : options.deliveryMode
        policy = FetchPolicy(isNetworkAccessAllowed: options.isNetworkAccessAllowed)
        allowsSecondaryDegradedImage = options.allowSecondaryDegradedImage
    }

    private init(_ request: ImageRequest, _ rendition: Rendition) {
        library = request.library
        file = request.file
        self.rendition = rendition
        deliveryMode = request.deliveryMode
        resizeMode = request.resizeMode
        policy = request.policy
        allowsSecondaryDegradedImage = request.allowsSecondaryDegradedImage
    }

    var key: Key { Key(file: file.resource.sha256, rendition: rendition) }

    /// The request for the picture of the fast format: not larger than a thumbnail.
    var fast: ImageRequest {
        guard rendition.part == nil, let size = file.resource.size else { return self }
        let isSmaller = Rendition.thumbnail.size(of: size).width < rendition.size(of: size).width
        return isSmaller ? ImageRequest(self, .thumbnail) : self
    }

    /// The request for a second degraded picture, between a gray one and the one that was asked for; `nil` for none.
    ///
    /// It is decoded, so there is none if the file would have to be fetched over the network for it.
    var secondary: ImageRequest? {
        let fast = fast
        return allowsSecondaryDegradedImage && fast.key != key && !file.resource.mayWaitForStore(policy) ? fast : nil
    }

    /// The largest rendition of the cache that may answer the request, or precede the answer.
    var largestAtHand: KeptRendition {
        if let kept = rendition.kept { return kept }
        guard let size = file.resource.size else { return .thumbnail }
        let width = rendition.size(of: size).width
        return KeptRendition.allCases.last { Rendition($0).size(of: size).width <= width } ?? .thumbnail
    }

    /// Whether a picture at hand may answer the request, or precede the answer: those at hand are whole pictures.
    var takesPictureAtHand: Bool {
        rendition.part == nil && (deliveryMode != .highQualityFormat || rendition.kept != nil)
    }

    /// Whether a picture of this size answers the request of the fast format.
    func isAnswered(by size: PixelSize) -> Bool {
        // Only the fast resize mode takes a larger one.
        resizeMode == .fast || rendition.size(of: size) == size
    }
}
