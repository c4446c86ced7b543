/// A change that the owner or an app requests; several are carried out together or not at all.
///
/// Assets, albums and folders are named by their local identifiers, including those that an earlier change creates.
package enum LibraryChange: Sendable, Codable {
    /// Moves an asset to the recently deleted. A missing one is an error unless it `mayBeMissing`.
    case delete(asset: String, mayBeMissing: Bool = false)
    /// Restores a recently deleted asset. A missing one is an error unless it `mayBeMissing`.
    case restore(asset: String, mayBeMissing: Bool = false)
    case set(AssetProperty, asset: String)
    /// Removes the edit of an asset.
    case revert(asset: String)
    case makeAlbum(String, title: String, folder: String?)
    case album(String, AlbumChange)
    case makeFolder(String, title: String, folder: String?)
    /// `nil` is the top level.
    case folder(String?, FolderChange)
}
