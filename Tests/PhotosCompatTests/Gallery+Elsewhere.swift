import OpenPhotoKitOwner
import Testing

@testable import PhotosCompat

extension Gallery {
    /// The same asset as if its original were in a remote store.
    func elsewhere(_ asset: PHAsset) throws -> PHAsset { try copy(of: asset, location: .elsewhere) }

    /// The same asset as if the catalogue stated another size.
    func stating(_ size: PixelSize?, of asset: PHAsset) throws -> PHAsset { try copy(of: asset, size: .some(size)) }

    /// The same asset with other values.
    ///
    /// - Parameter size: The size of the original; `nil` for its own.
    func copy(
        of asset: PHAsset, location: AssetResource.Location? = nil, size: PixelSize?? = nil,
        mediaType: Asset.MediaType? = nil
    ) throws -> PHAsset {
        let own = asset.asset
        let original = try #require(own.original)
        let resource = AssetResource(
            kind: .original, location: location ?? original.location, originalFilename: original.originalFilename,
            bytes: original.bytes, sha256: original.sha256, imageDataDigest: original.imageDataDigest,
            format: original.format, orientation: original.orientation, colorProfile: original.colorProfile,
            size: size ?? original.size)
        return PHAsset(
            Asset(
                localIdentifier: own.localIdentifier, mediaType: mediaType ?? own.mediaType, size: own.size,
                captureTime: own.captureTime, addedDate: own.addedDate, modificationDate: own.modificationDate,
                isFavorite: own.isFavorite, metadata: own.metadata, condition: own.condition, resources: [resource]),
            in: library)
    }
}
