public import Foundation
internal import OpenPhotoKit

/// Asks for a folder to be made, changed or deleted, or for the top level to be changed.
///
/// Indexes count albums and folders together; those of a request with a fetch's result count what that found. A collection is
/// in one folder: one that is added leaves where it was.
public final class PHCollectionListChangeRequest: PHChangeRequest {
    /// `nil` is the top level.
    private let folder: String?
    /// What indexes count, if it is a fetch's result.
    private var fetched: FetchedOrder?

    /// The title; that of the top level is empty, and cannot be another.
    public var title: String {
        didSet {
            guard let folder else { return block.refuse("The top level of albums has no title.") }
            block.ask { [title] in try $0.renameFolder(folder, to: title) }
        }
    }

    /// A change of a folder; `nil` for a list that is in memory alone.
    public convenience init?(for collectionList: PHCollectionList) {
        let block = ChangeBlock.required()
        guard let folder = collectionList.folder else { return nil }
        _ = block.identifiers([collectionList], PHCollectionList.self)
        self.init(block, folder.localIdentifier, folder.title)
    }

    /// A change of a folder, with indexes of what a fetch of it found; `nil` for a list that is in memory alone.
    ///
    /// An index means the collection that the result has there, wherever it is now; requests change what it means as they change
    /// the folder. If a collection that something is to be before, or that is to be removed or replaced, is not in the folder
    /// any more, the block fails.
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        self.init(for: collectionList)
        fetched = block.ask { _ in try FetchedOrder(childCollections) }
    }

    /// A change of the top level, with indexes of what a fetch of it found.
    public convenience init?(forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>) {
        self.init(.required(), nil, "")
        fetched = block.ask { _ in try FetchedOrder(childCollections) }
    }

    private init(_ block: ChangeBlock, _ folder: String?, _ title: String) {
        self.folder = folder
        self.title = title
        super.init(block)
    }

    /// Asks for an empty folder at the end of the top level.
    @discardableResult
    public class func creationRequestForCollectionList(withTitle title: String) -> PHCollectionListChangeRequest {
        let block = ChangeBlock.required()
        let folder = block.ask { try $0.createFolder(title: title).localIdentifier } ?? ""
        return PHCollectionListChangeRequest(block, folder, title)
    }

    /// What is made: usable in the rest of the block, and valid when it has succeeded.
    public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(folder ?? "", in: block.library)
    }

    /// Asks for folders to be deleted, with all albums and folders in them; assets stay.
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

    /// Puts albums and folders from elsewhere into the folder, where they have the indexes afterwards.
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

    /// Takes albums and folders out of the folder: they go to the end of the top level.
    public func removeChildCollections(_ collections: any NSFastEnumeration) {
        block.ask(for: collections, PHCollection.self) {
            let folder = try requiredFolder
            fetched?.remove($1)
            try $0.removeCollections($1, fromFolder: folder)
        }
    }

    /// Takes what is at the indexes out of the folder, to the end of the top level.
    public func removeChildCollections(at indexes: IndexSet) {
        block.ask { changes in
            let folder = try requiredFolder
            guard let removed = try fetched?.remove(at: indexes) else {
                return try changes.removeCollections(at: indexes, fromFolder: folder)
            }
            try changes.removeCollections(removed, fromFolder: folder)
        }
    }

    /// Puts as many albums and folders from elsewhere into the places of those at the indexes, which go to the end of the
    /// top level.
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

    /// Takes what is at the indexes out, then puts it in before the index in what is left.
    public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        block.ask { changes in
            guard let group = try fetched?.move(at: indexes, to: toIndex) else {
                return try changes.moveCollections(at: indexes, to: toIndex, inFolder: folder)
            }
            try changes.placeCollections(group.identifiers, before: group.next, inFolder: folder)
        }
    }

    /// The folder out of which collections are taken.
    private var requiredFolder: String {
        get throws {
            guard let folder else {
                throw PhotoLibraryError(
                    .changeNotSupported, "What is at the top level is deleted or moved, not removed or replaced.")
            }
            return folder
        }
    }
}
