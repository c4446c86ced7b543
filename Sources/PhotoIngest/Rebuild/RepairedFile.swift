package import LibraryStorage
public import PhotoModel
public import SystemPackage

/// What a repair did with one file that lies in the library's folder.
public struct RepairedFile: Sendable {
    /// What became of the file.
    public enum Status: String, Sendable, CaseIterable {
        /// It is in the new catalogue.
        case rebuilt
        /// It belonged to no asset, and belongs to one now.
        case adopted
        /// The library has its bytes already, or their owner deleted them: moved to the folder `damaged`.
        case setAside
        /// It is no photo, or tells of one that is not there: left where it is.
        case left
        /// It could not be read: left where it is. If the old catalogue was sound, the new one says of it what that said.
        case unreadable
        /// The sound catalogue, or the restored copy, lists other bytes at its place. The file stays, and the catalogue still
        /// lists the other bytes.
        case changed
        /// The sound catalogue, or the restored copy, lists it, and it is missing. The catalogue still lists it.
        case missing
    }

    /// Where the file was found.
    public let path: FilePath
    /// What became of it.
    public let status: Status
    /// The asset it belongs to; `nil` if to none.
    public let localIdentifier: String?
    /// Why it belongs to none, or what is wrong with it and what can be done.
    public let error: PhotoLibraryError?
}

extension RepairedFile {
    /// A file that is not as the old catalogue has it.
    package init(_ fault: VerifiedFile, of localIdentifier: String?) {
        let status: Status =
            switch fault.status {
            case .missing: .missing
            case .changed: .changed
            case .ok, .unreadable, .orphan: .unreadable
            }
        self.init(path: fault.path, status: status, localIdentifier: localIdentifier, error: fault.error)
    }
}
