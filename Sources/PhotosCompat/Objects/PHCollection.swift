internal import Foundation
internal import OpenPhotoKit

/// A list of assets, or of such lists.
public class PHCollection: PHObject, @unchecked Sendable {
    /// Its title, which its owner gave it; smart albums have those that Apple gives them in English.
    public let localizedTitle: String?

    init(_ identifier: String, title: String?, in library: PHPhotoLibrary) {
        localizedTitle = title
        super.init(identifier, in: library)
    }

    /// Whether it is a list of assets.
    public var canContainAssets: Bool { false }
    /// Whether it is a list of collections.
    public var canContainCollections: Bool { false }
    /// Whether a change request may ask this of the collection.
    public func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool { false }

    /// What is in a folder, in its order unless the options say another.
    public class func fetchCollections(
        in collectionList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        let library = collectionList.library
        return PHFetchResult(options) { plan in
            guard let folder = collectionList.folder else {
                return FetchSnapshot(try plan.apply(to: collectionList.children))
            }
            return try snapshot(.inFolder(folder.localIdentifier), plan, library)
        }
    }

    /// The albums and folders that are in no folder, in their order unless the options say another.
    public class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        let library = PHPhotoLibrary.shared()
        return PHFetchResult(options) { try snapshot(.inFolder(nil), $0, library) }
    }

    private class func snapshot(
        _ filter: CollectionFilter, _ plan: FetchPlan, _ library: PHPhotoLibrary
    ) throws -> FetchSnapshot<PHCollection> {
        let collections = try library.photoLibrary.collections(plan.query(filter))
        return FetchSnapshot(collections.map { of($0, in: library) })
    }

    private class func of(_ collection: UserCollection, in library: PHPhotoLibrary) -> PHCollection {
        switch collection {
        case .album(let album): PHAssetCollection(.album(album), in: library)
        case .folder(let folder): PHCollectionList(folder, in: library)
        }
    }

    override func value(forFetchKey key: String) -> FetchValue? {
        guard ["localizedTitle", "title"].contains(key) else { return super.value(forFetchKey: key) }
        return localizedTitle.map(FetchValue.text) ?? .null
    }
}
