public import PhotoModel
public import SystemPackage

/// The result of checking one file of the library.
public struct VerifiedFile: Sendable {
    /// The condition of the file.
    public enum Status: String, Sendable, CaseIterable, Codable {
        /// Every byte is as imported. A quick check compares only the size.
        case ok
        /// The file is missing.
        case missing
        /// The bytes differ from the imported ones.
        case changed
        /// The file cannot be read.
        case unreadable
        /// A file in the library's folders that belongs to no asset.
        case orphan
        /// The bytes are not on this machine, and the library does not expect them here. They were not checked.
        case elsewhere
    }

    /// The asset that the file belongs to; `nil` for an orphan.
    public let localIdentifier: String?
    /// The path of the file.
    public let path: FilePath
    /// The condition of the file.
    public let status: Status
    /// The fault, and what can be done; `nil` without a fault.
    public let error: PhotoLibraryError?

    package init(localIdentifier: String?, path: FilePath, status: Status, error: PhotoLibraryError?) {
        self.localIdentifier = localIdentifier
        self.path = path
        self.status = status
        self.error = error
    }
}
