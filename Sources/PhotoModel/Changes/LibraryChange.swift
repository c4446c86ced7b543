/// A change that the owner or an app requests.
///
/// All changes of a request are carried out, or none of them.
///
/// Assets, albums and folders are identified by their local identifiers. An earlier change of the same request may
/// create them.
package enum LibraryChange: Sendable, Codable {
    /// Moves an asset to the recently deleted. A missing asset is an error unless `mayBeMissing` is true.
    case delete(asset: String, mayBeMissing: Bool = false)
    /// Restores a recently deleted asset. A missing asset is an error unless `mayBeMissing` is true.
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
