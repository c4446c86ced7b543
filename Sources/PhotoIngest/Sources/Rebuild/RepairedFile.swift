package import LibraryStorage
public import PhotoModel
public import SystemPackage

/// The result of a repair for one file in the library's folder.
public struct RepairedFile: Sendable {
    /// The result for the file.
    public enum Status: String, Sendable, CaseIterable {
        /// The new catalogue lists the file.
        case rebuilt
        /// The file belonged to no asset, and belongs to an asset now.
        case added
        /// The library has the file's bytes already, or the owner deleted them. The file was moved to the folder
        /// `damaged`.
        case setAside
        /// The file is not a photo, or is a sidecar of a missing photo. It stays where it is.
        case skipped
        /// The file could not be read. It stays where it is. If the old catalogue was sound, the new one keeps its
        /// record of the file.
        case unreadable
        /// The sound catalogue, or the restored copy, lists other bytes for the file. The file stays, and the catalogue
        /// still lists the other bytes.
        case changed
        /// The sound catalogue, or the restored copy, lists the file, and it is missing. The catalogue still lists
        /// it.
        case missing
    }

    /// Where the file was found.
    public let path: FilePath
    /// The result for the file.
    public let status: Status
    /// The asset that the file belongs to; `nil` if it belongs to no asset.
    public let localIdentifier: String?
    /// The reason why the file belongs to no asset, or its fault, and what can be done; `nil` without a fault.
    public let error: PhotoLibraryError?
}

extension RepairedFile {
    /// Makes the result for a file that differs from the record of the old catalogue.
    package init(_ fault: VerifiedFile, of localIdentifier: String?) {
        let status: Status =
            switch fault.status {
            case .missing: .missing
            case .changed: .changed
            case .ok, .unreadable, .orphan, .elsewhere: .unreadable
            }
        self.init(path: fault.path, status: status, localIdentifier: localIdentifier, error: fault.error)
    }
}
