public import Foundation

/// A list of albums and other folders with a title.
///
/// It corresponds to PhotoKit's `PHCollectionList`.
public struct Folder: LibraryObject, Codable {
    /// The identifier of the folder in this library.
    public let localIdentifier: String
    /// The title.
    ///
    /// Two folders may have the same title.
    public let title: String
    /// The date of creation.
    public let createdDate: Date
    /// The local identifier of the folder that contains it; `nil` at the top level.
    public let folderIdentifier: String?

    /// Creates a folder.
    public init(localIdentifier: String, title: String, createdDate: Date, folderIdentifier: String? = nil) {
        self.localIdentifier = localIdentifier
        self.title = title
        self.createdDate = createdDate
        self.folderIdentifier = folderIdentifier
    }
}

/// An album or a folder.
///
/// It corresponds to PhotoKit's `PHCollection`.
public enum UserCollection: LibraryObject, Codable {
    case album(Album)
    case folder(Folder)

    /// The identifier of the album or folder in this library.
    public var localIdentifier: String {
        switch self {
        case .album(let album): album.localIdentifier
        case .folder(let folder): folder.localIdentifier
        }
    }

    /// The title.
    public var title: String {
        switch self {
        case .album(let album): album.title
        case .folder(let folder): folder.title
        }
    }
}
