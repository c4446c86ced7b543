internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKit
internal import Originals
internal import PhotoModel

/// What a request for the picture of an asset asks for.
struct ImageRequest: Sendable {
    /// What identifies equal pictures.
    struct Key: Hashable, Sendable {
        let file: Digest
        let rendition: Rendition
    }

    /// The file that has the picture.
    let file: PHAssetResource
    /// The picture that was asked for.
    let rendition: Rendition
    let deliveryMode: PHImageRequestOptionsDeliveryMode
    let resizeMode: PHImageRequestOptionsResizeMode
    let policy: FetchPolicy

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
        self.file = file
        rendition = Rendition(
            for: targetSize, contentMode, options.resizeMode, crop: options.cropRect, of: file.resource.size)
        resizeMode = options.resizeMode
        deliveryMode = options.isSynchronous ? .highQualityFormat : options.deliveryMode
        policy = FetchPolicy(isNetworkAccessAllowed: options.isNetworkAccessAllowed)
    }

    private init(_ request: ImageRequest, _ rendition: Rendition) {
        file = request.file
        self.rendition = rendition
        deliveryMode = request.deliveryMode
        resizeMode = request.resizeMode
        policy = request.policy
    }

    var key: Key { Key(file: file.resource.sha256, rendition: rendition) }

    /// The request for the picture of the fast format: not larger than a thumbnail.
    var fast: ImageRequest {
        guard rendition.part == nil, let size = file.resource.size else { return self }
        let isSmaller = Rendition.thumbnail.size(of: size).width < rendition.size(of: size).width
        return isSmaller ? ImageRequest(self, .thumbnail) : self
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
