public import Foundation
internal import OpenPhotoKit

/// A request to create, change or delete an album.
///
/// Indexes refer to a fetch of the album without options at that point of the change: without hidden assets, and with
/// only the representing frame of each burst. The indexes of a request with a fetch result refer to that result.
public final class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let album: String
    /// The fetch result that indexes refer to, if there is one.
    private var fetched: FetchedOrder?

    /// The title.
    public var title: String {
        didSet { block.ask { [album, title] in try $0.renameAlbum(album, to: title) } }
    }

    /// A change of an album; `nil` for a collection that is not an album of the owner.
    public convenience init?(for assetCollection: PHAssetCollection) {
        let block = ChangeBlock.required()
        guard case .album(let album) = assetCollection.content else { return nil }
        _ = block.identifiers([assetCollection], PHAssetCollection.self)
        self.init(block, album.localIdentifier, album.title)
    }

    /// A change of an album, with indexes that refer to a fetch result; `nil` for a collection that is not an album of
    /// the owner.
    ///
    /// An index means the asset at that index of the result, whatever its current position in the album. Each request
    /// changes the result in the same way as the album. If an asset that a request inserts before, moves or replaces is
    /// no longer in the album, the block fails with `changeNotSupported`, or with `requestNotSupportedForAsset` if the
    /// asset was deleted.
    ///
    /// - Parameter assets: The fetch result. Without it, indexes refer to a fetch of the album without options.
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        self.init(for: assetCollection)
        fetched = assets.flatMap { assets in block.ask { _ in try FetchedOrder(assets) } }
    }

    private init(_ block: ChangeBlock, _ album: String, _ title: String) {
        self.album = album
        self.title = title
        super.init(block)
    }

    /// Requests an empty album at the end of the top level.
    @discardableResult
    public class func creationRequestForAssetCollection(withTitle title: String) -> PHAssetCollectionChangeRequest {
        let block = ChangeBlock.required()
        let album = block.ask { try $0.createAlbum(title: title).localIdentifier } ?? ""
        return PHAssetCollectionChangeRequest(block, album, title)
    }

    /// The placeholder of the created object, usable in the rest of the block and valid after it has succeeded.
    public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(album, in: block.library)
    }

    /// Requests that albums are deleted; their assets stay.
    public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        ChangeBlock.required().ask(for: assetCollections, PHAssetCollection.self) { try $0.deleteAlbums($1) }
    }

    /// Adds assets at the end.
    ///
    /// Assets that are already in the album keep their position.
    public func addAssets(_ assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) {
            fetched?.add($1)
            try $0.addAssets($1, toAlbum: album)
        }
    }

    /// Inserts assets into the album, so that they are at these indexes afterwards, in ascending order.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        block.ask(for: assets, PHAsset.self) { changes, assets in
            guard let groups = try fetched?.insert(assets, at: indexes) else {
                return try changes.insertAssets(assets, at: indexes, inAlbum: album)
            }
            for group in groups { try changes.insertAssets(group.identifiers, before: group.next, inAlbum: album) }
        }
    }

    /// Removes assets from the album.
    public func removeAssets(_ assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) {
            fetched?.remove($1)
            try $0.removeAssets($1, fromAlbum: album)
        }
    }

    /// Removes the assets at these indexes from the album.
    public func removeAssets(at indexes: IndexSet) {
        block.ask { changes in
            guard let removed = try fetched?.remove(at: indexes) else {
                return try changes.removeAssets(at: indexes, fromAlbum: album)
            }
            try changes.removeAssets(removed, fromAlbum: album)
        }
    }

    /// Replaces the assets at these indexes by the same number of other assets.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) { changes, assets in
            guard let replaced = try fetched?.replace(at: indexes, with: assets) else {
                return try changes.replaceAssets(at: indexes, with: assets, inAlbum: album)
            }
            try changes.replaceAssets(replaced, with: assets, inAlbum: album)
        }
    }

    /// Moves the assets at these indexes before an index that counts the remaining assets.
    public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        block.ask { changes in
            guard let group = try fetched?.move(at: fromIndexes, to: toIndex) else {
                return try changes.moveAssets(at: fromIndexes, to: toIndex, inAlbum: album)
            }
            try changes.moveAssets(group.identifiers, before: group.next, inAlbum: album)
        }
    }
}
