public import Foundation
internal import OpenPhotoKit

/// A request to create, change or delete a folder, or to change the top level.
///
/// Indexes count albums and folders together; those of a request with a fetch result refer to that result. A collection
/// is in one folder: adding it to a folder removes it from its previous folder.
public final class PHCollectionListChangeRequest: PHChangeRequest {
    /// `nil` is the top level.
    private let folder: String?
    /// The fetch result that indexes refer to, if there is one.
    private var fetched: FetchedOrder?

    /// The title; that of the top level is empty and cannot be changed.
    public var title: String {
        didSet {
            guard let folder else { return block.refuse("The top level of albums has no title.") }
            block.ask { [title] in try $0.renameFolder(folder, to: title) }
        }
    }

    /// A change of a folder; `nil` for a transient list.
    public convenience init?(for collectionList: PHCollectionList) {
        let block = ChangeBlock.required()
        guard let folder = collectionList.folder else { return nil }
        _ = block.identifiers([collectionList], PHCollectionList.self)
        self.init(block, folder.localIdentifier, folder.title)
    }

    /// A change of a folder, with indexes that refer to a fetch result; `nil` for a transient list.
    ///
    /// An index means the collection at that index of the result, whatever its current position. Each request changes
    /// the result in the same way as the folder. If a collection that a request inserts before, removes or replaces is
    /// no longer in the folder, the block fails.
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        self.init(for: collectionList)
        fetched = block.ask { _ in try FetchedOrder(childCollections) }
    }

    /// A change of the top level, with indexes that refer to a fetch result.
    public convenience init?(forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>) {
        self.init(.required(), nil, "")
        fetched = block.ask { _ in try FetchedOrder(childCollections) }
    }

    private init(_ block: ChangeBlock, _ folder: String?, _ title: String) {
        self.folder = folder
        self.title = title
        super.init(block)
    }

    /// Requests an empty folder at the end of the top level.
    @discardableResult
    public class func creationRequestForCollectionList(withTitle title: String) -> PHCollectionListChangeRequest {
        let block = ChangeBlock.required()
        let folder = block.ask { try $0.createFolder(title: title).localIdentifier } ?? ""
        return PHCollectionListChangeRequest(block, folder, title)
    }

    /// The placeholder of the created object, usable in the rest of the block and valid after it has succeeded.
    public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(folder ?? "", in: block.library)
    }

    /// Requests that folders are deleted, with all albums and folders in them; assets stay.
    public class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        ChangeBlock.required().ask(for: collectionLists, PHCollectionList.self) { try $0.deleteFolders($1) }
    }

    /// Adds albums and folders at the end.
    public func addChildCollections(_ collections: any NSFastEnumeration) {
        block.ask(for: collections, PHCollection.self) {
            fetched?.add($1)
            try $0.addCollections($1, toFolder: folder)
        }
    }

    /// Moves albums and folders from other folders into the folder, so that they are at these indexes afterwards.
    public func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        block.ask(for: collections, PHCollection.self) { changes, collections in
            guard let groups = try fetched?.insert(collections, at: indexes) else {
                return try changes.insertCollections(collections, at: indexes, inFolder: folder)
            }
            for group in groups {
                try changes.placeCollections(group.identifiers, before: group.next, inFolder: folder)
            }
        }
    }

    /// Removes albums and folders from the folder: they move to the end of the top level.
    public func removeChildCollections(_ collections: any NSFastEnumeration) {
        block.ask(for: collections, PHCollection.self) {
            let folder = try requiredFolder
            fetched?.remove($1)
            try $0.removeCollections($1, fromFolder: folder)
        }
    }

    /// Removes the albums and folders at these indexes from the folder: they move to the end of the top level.
    public func removeChildCollections(at indexes: IndexSet) {
        block.ask { changes in
            let folder = try requiredFolder
            guard let removed = try fetched?.remove(at: indexes) else {
                return try changes.removeCollections(at: indexes, fromFolder: folder)
            }
            try changes.removeCollections(removed, fromFolder: folder)
        }
    }

    /// Replaces the albums and folders at these indexes by the same number from other folders.
    ///
    /// The replaced albums and folders move to the end of the top level.
    public func replaceChildCollections(
        at indexes: IndexSet, withChildCollections collections: any NSFastEnumeration
    ) {
        block.ask(for: collections, PHCollection.self) { changes, collections in
            let folder = try requiredFolder
            guard let replaced = try fetched?.replace(at: indexes, with: collections) else {
                return try changes.replaceCollections(at: indexes, with: collections, inFolder: folder)
            }
            try changes.replaceCollections(replaced, with: collections, inFolder: folder)
        }
    }

    /// Moves the albums and folders at these indexes before an index that counts the remaining ones.
    public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        block.ask { changes in
            guard let group = try fetched?.move(at: indexes, to: toIndex) else {
                return try changes.moveCollections(at: indexes, to: toIndex, inFolder: folder)
            }
            try changes.placeCollections(group.identifiers, before: group.next, inFolder: folder)
        }
    }

    /// The folder from which collections are removed.
    private var requiredFolder: String {
        get throws {
            guard let folder else {
                throw PhotoLibraryError(
                    .changeNotSupported, "Delete or move what is at the top level: it cannot be removed or replaced.")
            }
            return folder
        }
    }
}
