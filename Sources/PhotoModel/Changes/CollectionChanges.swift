/// A change of one album.
///
/// Indexes count the assets that a fetch of the album finds.
package enum AlbumChange: Sendable, Codable {
    case rename(String)
    case delete
    /// Adds assets at the end. Assets that are already in the album keep their position.
    case add([String])
    /// Assets and their indexes after the change, ascending.
    case insert([String], at: Indexes)
    /// `nil`: at the end.
    case insertBefore([String], String?)
    case remove([String])
    case removeAt(Indexes)
    case replace(at: Indexes, with: [String])
    case replaceAssets([String], with: [String])
    /// Moves the assets at the indexes before an index that counts the remaining assets.
    case move(at: Indexes, to: Int)
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
    case insert([String], at: Indexes)
    /// Moves them to the end of the top level.
    case remove([String])
    case removeAt(Indexes)
    /// Moves the replaced ones to the end of the top level.
    case replace(at: Indexes, with: [String])
    case replaceCollections([String], with: [String])
    case move(at: Indexes, to: Int)
    /// Moves them before an index that counts the remaining albums and folders.
    case place([String], at: Int)
    /// `nil`: at the end.
    case placeBefore([String], String?)
}
