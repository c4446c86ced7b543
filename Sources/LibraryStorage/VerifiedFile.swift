public import PhotoModel
public import SystemPackage

/// What a check of one file of the library found.
public struct VerifiedFile: Sendable {
    /// How the file is.
    public enum Status: String, Sendable, CaseIterable, Codable {
        /// Every byte is as it was imported; of a quick check, the size is.
        case ok
        /// The file is gone.
        case missing
        /// The bytes are others.
        case changed
        /// The file cannot be read.
        case unreadable
        /// A file in the library's folders that belongs to no asset.
        case orphan
    }

    /// The asset the file belongs to; `nil` for an orphan.
    public let localIdentifier: String?
    /// The file.
    public let path: FilePath
    /// How the file is.
    public let status: Status
    /// What is wrong and what can be done.
    public let error: PhotoLibraryError?

    package init(localIdentifier: String?, path: FilePath, status: Status, error: PhotoLibraryError?) {
        self.localIdentifier = localIdentifier
        self.path = path
        self.status = status
        self.error = error
    }
}
