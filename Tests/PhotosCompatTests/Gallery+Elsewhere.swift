import OpenPhotoKitOwner
import Testing

@testable import PhotosCompat

extension Gallery {
    /// The same asset as if all its files were in a remote store.
    func elsewhere(_ asset: PHAsset) throws -> PHAsset { try copy(of: asset, location: .elsewhere) }

    /// The same asset as if the catalogue stated another size.
    func stating(_ size: PixelSize?, of asset: PHAsset) throws -> PHAsset { try copy(of: asset, size: .some(size)) }

    /// The same asset with other values.
    ///
    /// - Parameters:
    ///   - location: Where all files are; `nil` for their own places.
    ///   - size: The size of the original; `nil` for its own.
    func copy(
        of asset: PHAsset, location: AssetResource.Location? = nil, size: PixelSize?? = nil,
        mediaType: Asset.MediaType? = nil
    ) throws -> PHAsset {
        let own = asset.asset
        let resources = own.resources.map { file in
            AssetResource(
                kind: file.kind, location: location ?? file.location, originalFilename: file.originalFilename,
                bytes: file.bytes, sha256: file.sha256, imageDataDigest: file.imageDataDigest, format: file.format,
                orientation: file.orientation, colorProfile: file.colorProfile,
                size: file.kind == .original ? size ?? file.size : file.size)
        }
        return PHAsset(
            Asset(
                localIdentifier: own.localIdentifier, mediaType: mediaType ?? own.mediaType, size: own.size,
                captureTime: own.captureTime, addedDate: own.addedDate, modificationDate: own.modificationDate,
                isFavorite: own.isFavorite, metadata: own.metadata, condition: own.condition, resources: resources),
            in: library)
    }
}
