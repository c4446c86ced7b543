internal import OpenPhotoKit

extension PHAssetCollection {
    /// The albums of these local identifiers, by title, or the smart albums, without those that do not exist.
    ///
    /// They are of one type, as with PhotoKit: smart albums if one of them is.
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

    /// The collections of a kind: albums by title, moments by capture.
    ///
    /// All smart albums are of the subtype `any`, and, as on Apple's systems, of `albumRegular`.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = PHPhotoLibrary.shared()
        return PHFetchResult(options) { plan in
            let all: [PHAssetCollection]
            switch type {
            case .album:
                let isMeant = subtype == .any || subtype == .albumRegular
                return try albums(isMeant ? .all : .or([]), plan, library)
            case .smartAlbum: all = smartAlbums(in: library)
            case .moment: all = try moments(in: library)
            }
            let isAnyMeant = subtype == .any || (type == .smartAlbum && subtype == .albumRegular)
            let found = isAnyMeant ? all : all.filter { $0.assetCollectionSubtype == subtype }
            return FetchSnapshot(try plan.apply(to: found))
        }
    }

    /// The albums, or the moment, that an asset is in; smart albums are not asked, as with PhotoKit.
    public class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let library = asset.library
        return PHFetchResult(options) { plan in
            switch type {
            case .album: return try albums(.containingAsset(asset.localIdentifier), plan, library)
            case .smartAlbum: throw PHFetchOptionsError("Which smart albums an asset is in is not fetched.")
            case .moment:
                let found = try moments(in: library).filter { moment in
                    guard case .moment(let moment) = moment.content, let time = asset.asset.captureTime else {
                        return false
                    }
                    // As the catalogue compares them.
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

extension Moment {
    /// Finds an asset if it is in the moment, shown or not.
    fileprivate func query(for asset: Asset) -> AssetQuery {
        var query = query.includingAll
        query.filter = .and([query.filter, .localIdentifiers([asset.localIdentifier])])
        return query
    }
}
