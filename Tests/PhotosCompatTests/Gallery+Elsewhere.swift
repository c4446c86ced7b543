import OpenPhotoKitOwner
import Testing

@testable import PhotosCompat

extension Gallery {
    /// The same asset as if its original were in a remote store.
    func elsewhere(_ asset: PHAsset) throws -> PHAsset {
        let local = asset.asset
        let original = try #require(local.original)
        let remote = AssetResource(
            kind: .original, location: .elsewhere, originalFilename: original.originalFilename,
            bytes: original.bytes, sha256: original.sha256, imageDataDigest: original.imageDataDigest,
            format: original.format, orientation: original.orientation, colorProfile: original.colorProfile,
            size: original.size)
        return PHAsset(
            Asset(
                localIdentifier: local.localIdentifier, mediaType: local.mediaType, size: local.size,
                captureTime: local.captureTime, addedDate: local.addedDate, modificationDate: local.modificationDate,
                isFavorite: local.isFavorite, metadata: local.metadata, condition: local.condition,
                resources: [remote]),
            in: library)
    }
}
