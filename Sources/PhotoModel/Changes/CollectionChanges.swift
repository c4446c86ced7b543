package import Foundation

/// A change of one album.
///
/// Indexes count the assets that a fetch of the album finds.
package enum AlbumChange: Sendable, Codable {
    case rename(String)
    case delete
    /// Adds assets at the end. Assets that are already in the album keep their place.
    case add([String])
    /// Assets and their indexes after the change, ascending.
    case insert([String], at: IndexSet)
    /// `nil`: at the end.
    case insertBefore([String], String?)
    case remove([String])
    case removeAt(IndexSet)
    case replace(at: IndexSet, with: [String])
    case replaceAssets([String], with: [String])
    /// Moves the assets at the indexes before an index that counts the remaining assets.
    case move(at: IndexSet, to: Int)
    /// `nil`: to the end.
    case moveBefore([String], String?)
    /// Inserts or moves assets before an index that counts the remaining assets.
    case place([String], at: Int, includingAllBurstAssets: Bool = false)
    /// `nil`: no key asset is chosen.
    case setKeyAsset(String?)
}

/// A change of one folder, or of the top level.
package enum FolderChange: Sendable, Codable {
    case rename(String)
    /// Deletes the folder with all albums and folders in it; assets stay.
    case delete
    case add([String])
    case insert([String], at: IndexSet)
    /// Moves them to the end of the top level.
    case remove([String])
    case removeAt(IndexSet)
    /// Moves the replaced ones to the end of the top level.
    case replace(at: IndexSet, with: [String])
    case replaceCollections([String], with: [String])
    case move(at: IndexSet, to: Int)
    /// Moves them before an index that counts the remaining albums and folders.
    case place([String], at: Int)
    /// `nil`: at the end.
    case placeBefore([String], String?)
}
