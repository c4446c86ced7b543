public import DecoderProcess
public import PhotoInspection
package import PhotoModel
public import SystemPackage

/// What to import and how.
public struct ImportRequest: Sendable {
    /// How the files are stored.
    public enum Mode: String, Sendable, CaseIterable {
        /// The library stores a copy.
        case copy
        /// As `copy`; then the source is removed, if its bytes are stored and were read back and are equal.
        case move
        /// The files stay at their paths, and the library stores these paths.
        case reference

        /// Whether the library stores the bytes.
        var keepsCopies: Bool { self != .reference }
    }

    /// How files are imported whose photos the library has.
    public enum DuplicatePolicy: String, Sendable, CaseIterable {
        /// No bytes are stored twice. The same picture in other bytes is stored as an alternate of the photo.
        case skip
        /// Each file becomes a separate asset, except files that an earlier import read, so that an interrupted import
        /// continues.
        case importAll
    }

    /// The files, folders and archives to import.
    ///
    /// Folders are walked with all their subfolders. Archives and exports are read first, then the others in this
    /// order.
    public var paths: [FilePath]
    /// How the files are stored.
    public var mode: Mode = .copy
    /// How files are imported whose photos the library has.
    public var duplicates: DuplicatePolicy = .skip
    /// Whether to import photos that the owner deleted, and to restore recently deleted ones.
    public var restoresDeleted: Bool = false
    /// Whether files whose bytes the library has in a remote store only are stored on this device again.
    public var bringsBack: Bool = false
    /// Whether each folder becomes an album of its photos, with the folder's name as title.
    ///
    /// The folders between a folder and the path of the request become folders of albums.
    public var makesAlbums: Bool = false
    /// Whether other photo libraries are imported as such, with their titles, albums and edits, and not as plain files:
    /// libraries of Apple's Photos, and exports of Google Photos and iCloud.
    public var readsPhotoLibraries: Bool = true
    /// Whether to import also what is in the trash of an export of Google Photos or iCloud.
    public var importsTrashed: Bool = false
    /// The number of failed files after which the import ends; `nil` for no limit.
    public var failureLimit: Int?
    /// Whether to read and classify everything and store nothing.
    public var isDryRun: Bool = false
    /// Excludes files and folders below the paths.
    public var filter: PathFilter = PathFilter()
    /// How many files are read at a time (see ``ReadingConcurrency``).
    public var ioJobs: Int = 2
    /// How many pictures are decoded at a time; 0 for one per core.
    public var jobs: Int = 0
    /// Where pictures are decoded.
    public var decoding: DecodingMode = .automatic
    /// The stable ids that the photos of these originals have on other devices.
    ///
    /// That of another photo is made of its bytes.
    package var stableIDs: [Digest: [UInt8]] = [:]

    /// Makes a request to import copies of everything in `paths`.
    public init(paths: [FilePath]) { self.paths = paths }

    /// The policy for classifying the files.
    var policy: ClassificationPolicy {
        ClassificationPolicy(
            keepsCopies: mode.keepsCopies, restoresDeleted: restoresDeleted, bringsBack: bringsBack,
            updatesReferences: true)
    }
}
