internal import Foundation
internal import OpenPhotoKit

/// A folder of albums and other folders, as it was when it was fetched.
///
/// `@unchecked`: all stored properties are constants of Sendable types; see ``PHObject``.
public final class PHCollectionList: PHCollection, @unchecked Sendable {
    /// `nil` if it is transient.
    let folder: Folder?
    /// Its collections if it is transient.
    let children: [PHCollection]

    init(_ folder: Folder, in library: PHPhotoLibrary) {
        self.folder = folder
        children = []
        super.init(folder.localIdentifier, title: folder.title, in: library)
    }

    private init(_ children: [PHCollection], title: String?, in library: PHPhotoLibrary) {
        folder = nil
        self.children = children
        super.init(UUID().uuidString, title: title, in: library)
    }

    /// A transient list of these collections, which exists only in memory.
    public class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        PHCollectionList(collections, title: title, in: collections.first?.library ?? .shared())
    }

    /// A transient list of the collections in a fetch result, which exists only in memory.
    public class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?
    ) -> PHCollectionList {
        transientCollectionList(with: Array(fetchResult), title: title)
    }

    /// The list type.
    public var collectionListType: PHCollectionListType { .folder }
    /// The list subtype.
    public var collectionListSubtype: PHCollectionListSubtype { .regularFolder }

    override public var canContainCollections: Bool { true }

    override public func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard folder != nil else { return false }
        switch anOperation {
        case .removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename: return true
        case .deleteContent: return false
        }
    }

    /// The folder that contains a collection now; empty for a collection at the top level.
    public class func fetchCollectionListsContaining(
        _ collection: PHCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(.containingCollection(collection.localIdentifier), in: collection.library, options)
    }

    /// The folders with these local identifiers, by title.
    ///
    /// Missing folders are omitted.
    public class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(.localIdentifiers(identifiers), in: .shared(), options)
    }

    /// The folders, by title.
    public class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(.all, in: .shared(), options)
    }

    private class func fetch(
        _ filter: CollectionFilter, in library: PHPhotoLibrary, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        PHFetchResult(options) { plan in
            let folders = try library.photoLibrary.folders(plan.query(filter))
            return FetchSnapshot(folders.map { PHCollectionList($0, in: library) })
        }
    }
}
