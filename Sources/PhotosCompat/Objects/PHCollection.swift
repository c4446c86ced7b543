internal import Foundation
internal import OpenPhotoKit

/// A collection of assets, or of other collections.
///
/// `@unchecked`: all stored properties are constants of Sendable types; see ``PHObject``.
public class PHCollection: PHObject, @unchecked Sendable {
    /// The title, set by the owner; smart albums have Apple's English titles.
    public let localizedTitle: String?

    init(_ identifier: String, title: String?, in library: PHPhotoLibrary) {
        localizedTitle = title
        super.init(identifier, in: library)
    }

    /// Whether it can contain assets.
    public var canContainAssets: Bool { false }
    /// Whether it can contain collections.
    public var canContainCollections: Bool { false }
    /// Whether a change request can do this with the collection.
    public func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool { false }

    /// The albums and folders in a folder, in its order unless the options have sort descriptors.
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

    /// The albums and folders at the top level, in their order unless the options have sort descriptors.
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
