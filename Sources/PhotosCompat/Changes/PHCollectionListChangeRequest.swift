public import Foundation
internal import OpenPhotoKit

/// Asks for a folder to be made, changed or deleted, or for the top level to be changed.
///
/// Indexes count albums and folders together. A collection is in one folder: one that is added leaves where it was.
public final class PHCollectionListChangeRequest: PHChangeRequest {
    /// `nil` is the top level.
    private let folder: String?

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

    /// A change of the top level, of which the collections were fetched.
    public convenience init?(forTopLevelCollectionListUserCollections collections: PHFetchResult<PHCollection>) {
        self.init(.required(), nil, "")
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
        block.ask(for: collections, PHCollection.self) { try $0.addCollections($1, toFolder: folder) }
    }

    /// Puts albums and folders from elsewhere into the folder, where they have the indexes afterwards.
    public func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        block.ask(for: collections, PHCollection.self) { try $0.insertCollections($1, at: indexes, inFolder: folder) }
    }

    /// Takes albums and folders out of the folder: they go to the end of the top level.
    public func removeChildCollections(_ collections: any NSFastEnumeration) {
        guard let folder else { return block.refuse("What is at the top level is deleted, not removed.") }
        block.ask(for: collections, PHCollection.self) { try $0.removeCollections($1, fromFolder: folder) }
    }

    /// Takes what is at the indexes out, then puts it in before the index in what is left.
    public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        block.ask { try $0.moveCollections(at: indexes, to: toIndex, inFolder: folder) }
    }
}
