public import Foundation
internal import OpenPhotoKit

/// Asks for an album to be made, changed or deleted.
///
/// Indexes count the assets of the album that are not deleted, hidden ones too.
public final class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let album: String

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
        block.ask(for: assets, PHAsset.self) { try $0.addAssets($1, toAlbum: album) }
    }

    /// Puts assets into the album, where they have the indexes afterwards, in ascending order.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        block.ask(for: assets, PHAsset.self) { try $0.insertAssets($1, at: indexes, inAlbum: album) }
    }

    /// Takes assets out of the album.
    public func removeAssets(_ assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) { try $0.removeAssets($1, fromAlbum: album) }
    }

    /// Takes the assets at indexes out of the album.
    public func removeAssets(at indexes: IndexSet) {
        block.ask { try $0.removeAssets(at: indexes, fromAlbum: album) }
    }

    /// Puts as many other assets into the places of those at the indexes.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        block.ask(for: assets, PHAsset.self) { try $0.replaceAssets(at: indexes, with: $1, inAlbum: album) }
    }

    /// Takes the assets at indexes out, then puts them in before the index in what is left.
    public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        block.ask { try $0.moveAssets(at: fromIndexes, to: toIndex, inAlbum: album) }
    }
}
