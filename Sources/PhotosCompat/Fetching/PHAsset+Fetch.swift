internal import Foundation
internal import OpenPhotoKit

extension PHAsset {
    /// The assets of the shared library.
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(AssetQuery(), in: .shared(), options)
    }

    /// The assets of one media type.
    public class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(AssetQuery(mediaType.filter), in: .shared(), options)
    }

    /// The assets of a collection, in its order unless the options have sort descriptors.
    public class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let library = assetCollection.library
        guard case .transient(let assets, _) = assetCollection.content else {
            return fetch(assetCollection.content.query, in: library, options)
        }
        // Their own order cannot be expressed as a query.
        return PHFetchResult(options) { plan in FetchSnapshot(try plan.apply(to: assets)) }
    }

    /// The assets with these local identifiers, including hidden ones.
    ///
    /// The assets are not in the order of the identifiers, and missing assets are omitted.
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(AssetQuery(.localIdentifiers(identifiers)).includingAll, in: .shared(), options)
    }

    /// The frames of a burst: all of them if the options include all burst assets, otherwise the one that represents
    /// it.
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(AssetQuery(.burst(burstIdentifier)), in: .shared(), options)
    }

    /// The key asset of a collection: the one that the owner chose, otherwise the first; `nil` if the collection is
    /// empty.
    public class func fetchKeyAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        let library = assetCollection.library
        let result: PHFetchResult<PHAsset>
        if case .album(let album) = assetCollection.content {
            result = PHFetchResult(options) { _ in
                FetchSnapshot(try library.photoLibrary.fetchKeyAssets(in: album), in: library)
            }
        } else {
            let first = options.flatMap { $0.copy() as? PHFetchOptions } ?? PHFetchOptions()
            first.fetchLimit = 1
            result = fetchAssets(in: assetCollection, options: first)
        }
        return result.isEmpty && result.error == nil ? nil : result
    }

    private class func fetch(
        _ query: AssetQuery, in library: PHPhotoLibrary, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHFetchResult(options) { plan in
            FetchSnapshot(try library.photoLibrary.fetchAssets(plan.query(query)), in: library)
        }
    }
}
