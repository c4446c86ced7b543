public import Foundation
internal import OpenPhotoKit

/// Asks for an album to be made, changed or deleted.
///
/// Indexes count what a fetch of the album without options finds, at that point of the change: not hidden assets, and of a burst
/// the frame that represents it. A request with a fetch's result counts what that found.
public final class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let album: String
    /// What indexes count, if it is a fetch's result.
    private var fetched: FetchedOrder?

    /// The title.
    public var title: String {
        didSet { block.ask { [album, title] in try $0.renameAlbum(album, to: title) } }
    }

    /// A change of an album; `nil` for collections that are no albums of the owner.
    public convenience init?(for assetCollection: PHAssetCollection) {
        let block = ChangeBlock.required()
        guard case .album(let album) = assetCollection.content else { return nil }
        _ = block.identifiers([assetCollection], PHAssetCollection.self)
        self.init(block, album.localIdentifier, album.title)
    }

    /// A change of an album, with indexes of what a fetch of it found; `nil` for collections that are no albums of the owner.
    ///
    /// An index means the asset that the result has there, wherever in the album that is now; requests change what it means as
    /// they change the album. If an asset that something is to be before, or that is to be moved or replaced, is not in
    /// the album any more, the block fails with `changeNotSupported`, or `requestNotSupportedForAsset` if it was deleted.
    ///
    /// - Parameter assets: The result; without one, indexes count what the album shows.
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        self.init(for: assetCollection)
        fetched = assets.flatMap { assets in block.ask { _ in try FetchedOrder(assets) } }
    }

    private init(_ block: ChangeBlock, _ album: String, _ title: String) {
        self.album = album
        self.title = title
        super.init(block)
    }

    /// Asks for an empty album at the end of the top level.
    @discardableResult
    public class func creationRequestForAssetCollection(withTitle title: String) -> PHAssetCollectionChangeRequest {
        let block = ChangeBlock.required()
        let album = block.ask { try $0.createAlbum(title: title).localIdentifier } ?? ""
        return PHAssetCollectionChangeRequest(block, album, title)
    }

    /// What is made: usable in the rest of the block, and valid when it has succeeded.
    public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(album, in: block.library)
    }

    /// Asks for albums to be deleted; their assets stay.
    public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        ChangeBlock.required().ask(for: assetCollections, PHAssetCollection.self) { try $0.deleteAlbums($1) }
    }

    /// Adds assets at the end; those that are in the album stay where they are.
    public func addAssets(_ assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) {
            fetched?.add($1)
            try $0.addAssets($1, toAlbum: album)
        }
    }

    /// Puts assets into the album, where they have the indexes afterwards, in ascending order.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        block.ask(for: assets, PHAsset.self) { changes, assets in
            guard let groups = try fetched?.insert(assets, at: indexes) else {
                return try changes.insertAssets(assets, at: indexes, inAlbum: album)
            }
            for group in groups { try changes.insertAssets(group.identifiers, before: group.next, inAlbum: album) }
        }
    }

    /// Takes assets out of the album.
    public func removeAssets(_ assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) {
            fetched?.remove($1)
            try $0.removeAssets($1, fromAlbum: album)
        }
    }

    /// Takes the assets at indexes out of the album.
    public func removeAssets(at indexes: IndexSet) {
        block.ask { changes in
            guard let removed = try fetched?.remove(at: indexes) else {
                return try changes.removeAssets(at: indexes, fromAlbum: album)
            }
            try changes.removeAssets(removed, fromAlbum: album)
        }
    }

    /// Puts as many other assets into the places of those at the indexes.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) { changes, assets in
            guard let replaced = try fetched?.replace(at: indexes, with: assets) else {
                return try changes.replaceAssets(at: indexes, with: assets, inAlbum: album)
            }
            try changes.replaceAssets(replaced, with: assets, inAlbum: album)
        }
    }

    /// Takes the assets at indexes out, then puts them in before the index in what is left.
    public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        block.ask { changes in
            guard let group = try fetched?.move(at: fromIndexes, to: toIndex) else {
                return try changes.moveAssets(at: fromIndexes, to: toIndex, inAlbum: album)
            }
            try changes.moveAssets(group.identifiers, before: group.next, inAlbum: album)
        }
    }
}
