internal import OpenPhotoKit

extension PHAssetCollection {
    /// The albums with these local identifiers, by title, or the smart albums.
    ///
    /// Missing albums are omitted.
    ///
    /// All are of one type, as in PhotoKit: smart albums if one of them is a smart album.
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = PHPhotoLibrary.shared()
        let smart = smartAlbums(in: library).filter { identifiers.contains($0.localIdentifier) }
        return PHFetchResult(options) { plan in
            smart.isEmpty
                ? try albums(.localIdentifiers(identifiers), plan, library) : FetchSnapshot(try plan.apply(to: smart))
        }
    }

    /// The collections of a type: albums by title, moments by capture time.
    ///
    /// The subtype `any`, and as on Apple's systems `albumRegular`, matches all smart albums.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = PHPhotoLibrary.shared()
        return PHFetchResult(options) { plan in
            let all: [PHAssetCollection]
            switch type {
            case .album:
                let isIncluded = subtype == .any || subtype == .albumRegular
                return try albums(isIncluded ? .all : .or([]), plan, library)
            case .smartAlbum: all = smartAlbums(in: library)
            case .moment: all = try moments(in: library)
            }
            let includesAll = subtype == .any || (type == .smartAlbum && subtype == .albumRegular)
            let found = includesAll ? all : all.filter { $0.assetCollectionSubtype == subtype }
            return FetchSnapshot(try plan.apply(to: found))
        }
    }

    /// The albums, or the moment, that contain an asset; not smart albums, as in PhotoKit.
    public class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = asset.library
        return PHFetchResult(options) { plan in
            switch type {
            case .album: return try albums(.containingAsset(asset.localIdentifier), plan, library)
            case .smartAlbum: throw PHFetchOptionsError("The smart albums that contain an asset cannot be fetched.")
            case .moment:
                let found = try moments(in: library).filter { moment in
                    guard case .moment(let moment) = moment.content, let time = asset.asset.captureTime else {
                        return false
                    }
                    // Compared as in the catalogue.
                    let isWithin = (moment.startTime.description...moment.endTime.description).contains(
                        time.description)
                    return try isWithin && library.photoLibrary.count(of: moment.query(for: asset.asset)) > 0
                }
                return FetchSnapshot(try plan.apply(to: found))
            }
        }
    }

    private class func albums(
        _ filter: CollectionFilter, _ plan: FetchPlan, _ library: PHPhotoLibrary
    ) throws -> FetchSnapshot<PHAssetCollection> {
        let albums = try library.photoLibrary.albums(plan.query(filter))
        return FetchSnapshot(albums.map { PHAssetCollection(.album($0), in: library) })
    }

    /// The smart albums that PhotoKit has too.
    ///
    /// It has none for deleted assets and for unreadable ones.
    private class func smartAlbums(in library: PHPhotoLibrary) -> [PHAssetCollection] {
        SmartAlbum.allCases.filter { PHAssetCollectionSubtype($0) != nil }.map {
            PHAssetCollection(.smart($0), in: library)
        }
    }

    private class func moments(in library: PHPhotoLibrary) throws -> [PHAssetCollection] {
        try library.photoLibrary.moments().map { PHAssetCollection(.moment($0), in: library) }
    }
}

extension Moment {
    /// Matches an asset if it is in the moment, visible or not.
    fileprivate func query(for asset: Asset) -> AssetQuery {
        var query = query.includingAll
        query.filter = .and([query.filter, .localIdentifiers([asset.localIdentifier])])
        return query
    }
}
