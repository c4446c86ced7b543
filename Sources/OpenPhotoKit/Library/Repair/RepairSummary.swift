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
        /// It could not be read: left where it is.
        case unreadable
    }

    /// Where the file was found.
    public let path: FilePath
    /// What became of it.
    public let status: Status
    /// The asset it belongs to; `nil` if to none.
    public let localIdentifier: String?
    /// Why it belongs to none.
    public let error: PhotoLibraryError?
}

/// What a repair found and did.
public struct RepairSummary: Sendable {
    /// What was wrong with the catalogue, for a person; `nil` if it was sound.
    public internal(set) var damage: String?
    /// Whether a new catalogue was made.
    ///
    /// What the old one alone knew is then lost: albums, favourites, what was deleted, photos outside the library's
    /// folder, names that had to be changed, and the history.
    public internal(set) var isRebuilt = false
    /// Where the old catalogue was put, if there was one and a new one was made.
    public internal(set) var oldCatalog: FilePath?
    /// Whether library.json was made again.
    public internal(set) var isManifestRestored = false
    /// Whether nothing told the library's identifier any more: all local identifiers are new.
    public internal(set) var hasNewIdentifiers = false
    /// Whether the search index was damaged: it was discarded, and the next search makes it anew.
    public internal(set) var isSearchIndexDiscarded = false
    /// Assets in the catalogue now, without those recently deleted.
    public internal(set) var assets = 0
    /// How many files ended in each status.
    public internal(set) var files: [RepairedFile.Status: Int] = [:]
    /// How long it took.
    public internal(set) var seconds = 0.0
}
