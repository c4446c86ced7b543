package import Foundation
package import PhotoModel

/// One change that a caller asked for; several are carried out together or not at all.
///
/// Assets, albums and folders are named by their local identifiers, also those that an earlier change makes.
package enum CatalogChange: Sendable {
    /// A classified file, whose bytes are durable where it says, becomes an asset or a part of one.
    case insert(ResourceInsertion)
    case delete(asset: String)
    case restore(asset: String)
    case set(AssetProperty, asset: String)
    /// The rendered picture and its adjustment data take the place of those that were there.
    case edit([ResourceInsertion], asset: String)
    case revert(asset: String)
    case makeAlbum(String, title: String, folder: String?)
    case album(String, AlbumChange)
    case makeFolder(String, title: String, folder: String?)
    /// `nil` is the top level.
    case folder(String?, FolderChange)
}

/// What happens to one album.
///
/// Indexes count what a fetch of the album finds.
package enum AlbumChange: Sendable {
    case rename(String)
    case delete
    /// At the end; what is there already stays where it is.
    case add([String])
    /// Assets and their indexes afterwards, ascending.
    case insert([String], at: IndexSet)
    /// `nil`: at the end.
    case insertBefore([String], String?)
    case remove([String])
    case removeAt(IndexSet)
    case replace(at: IndexSet, with: [String])
    case replaceAssets([String], with: [String])
    /// Taken out at the indexes, then put in before the index in what is left.
    case move(at: IndexSet, to: Int)
    /// `nil`: to the end.
    case moveBefore([String], String?)
    /// Before the index in what is left when they are taken out, if they are there already.
    case place([String], at: Int, includingAllBurstAssets: Bool = false)
    /// `nil`: none is chosen.
    case setKeyAsset(String?)
}

/// What happens to one folder, or to the top level.
package enum FolderChange: Sendable {
    case rename(String)
    /// With all that is in it; assets stay.
    case delete
    case add([String])
    case insert([String], at: IndexSet)
    /// They go to the end of the top level.
    case remove([String])
    case removeAt(IndexSet)
    /// Those whose places are taken go to the end of the top level.
    case replace(at: IndexSet, with: [String])
    case replaceCollections([String], with: [String])
    case move(at: IndexSet, to: Int)
    /// Before the index in what is left when they are taken out of where they are.
    case place([String], at: Int)
    /// `nil`: at the end.
    case placeBefore([String], String?)
}
