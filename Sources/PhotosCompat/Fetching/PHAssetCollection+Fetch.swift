internal import OpenPhotoKit

extension PHAssetCollection {
    /// The albums and smart albums of these local identifiers, by title, without those that do not exist.
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = PHPhotoLibrary.shared()
        return PHFetchResult(options) { plan in
            let albums = try library.photoLibrary.fetchAlbums(withLocalIdentifiers: identifiers).map {
                PHAssetCollection(.album($0), in: library)
            }
            let smart = smartAlbums(in: library).filter { identifiers.contains($0.localIdentifier) }
            return FetchSnapshot(try plan.apply(to: albums + smart))
        }
    }

    /// The collections of a kind: albums by title, moments by capture.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = PHPhotoLibrary.shared()
        return PHFetchResult(options) { plan in
            let all: [PHAssetCollection] =
                switch type {
                case .album:
                    try library.photoLibrary.fetchAlbums().map { PHAssetCollection(.album($0), in: library) }
                case .smartAlbum: smartAlbums(in: library)
                case .moment: try moments(in: library)
                }
            let found = subtype == .any ? all : all.filter { $0.assetCollectionSubtype == subtype }
            return FetchSnapshot(try plan.apply(to: found))
        }
    }

    /// The albums, or the moment, that an asset is in; smart albums are not asked, as with PhotoKit.
    public class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = asset.library
        return PHFetchResult(options) { plan in
            let found: [PHAssetCollection] =
                switch type {
                case .album:
                    try library.photoLibrary.fetchAlbums(containing: asset.asset).map {
                        PHAssetCollection(.album($0), in: library)
                    }
                case .smartAlbum: throw PHFetchOptionsError("Which smart albums an asset is in is not fetched.")
                case .moment:
                    try moments(in: library).filter { moment in
                        guard case .moment(let moment) = moment.content, let time = asset.asset.captureTime else {
                            return false
                        }
                        // As the catalogue compares them.
                        return (moment.startTime.description...moment.endTime.description).contains(time.description)
                    }
                }
            return FetchSnapshot(try plan.apply(to: found))
        }
    }

    /// Those that PhotoKit knows too: what was deleted and what cannot be read are none of them.
    private class func smartAlbums(in library: PHPhotoLibrary) -> [PHAssetCollection] {
        SmartAlbum.allCases.filter { PHAssetCollectionSubtype($0) != nil }.map {
            PHAssetCollection(.smart($0), in: library)
        }
    }

    private class func moments(in library: PHPhotoLibrary) throws -> [PHAssetCollection] {
        try library.photoLibrary.moments().map { PHAssetCollection(.moment($0), in: library) }
    }
}
