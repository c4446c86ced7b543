package import Foundation

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
