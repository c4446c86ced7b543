public import Foundation

/// A named list of albums and other folders: what PhotoKit calls a collection list.
public struct Folder: LibraryObject {
    /// Names the folder in this library.
    public let localIdentifier: String
    /// What the owner calls it; two folders may have the same title.
    public let title: String
    /// When it was made.
    public let createdDate: Date
    /// The local identifier of the folder it is in; `nil` at the top.
    public let folderIdentifier: String?

    /// A folder of these parts.
    public init(localIdentifier: String, title: String, createdDate: Date, folderIdentifier: String? = nil) {
        self.localIdentifier = localIdentifier
        self.title = title
        self.createdDate = createdDate
        self.folderIdentifier = folderIdentifier
    }
}

/// An album or a folder: what PhotoKit calls a collection.
public enum UserCollection: LibraryObject {
    case album(Album)
    case folder(Folder)

    /// Names the album or folder in this library.
    public var localIdentifier: String {
        switch self {
        case .album(let album): album.localIdentifier
        case .folder(let folder): folder.localIdentifier
        }
    }

    /// What the owner calls it.
    public var title: String {
        switch self {
        case .album(let album): album.title
        case .folder(let folder): folder.title
        }
    }
}
