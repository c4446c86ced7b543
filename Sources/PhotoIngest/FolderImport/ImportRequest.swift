public import DecoderProcess
internal import PhotoCatalog
public import PhotoInspection
public import SystemPackage

/// What to import and how.
public struct ImportRequest: Sendable {
    /// What happens to the files.
    public enum Mode: String, Sendable, CaseIterable {
        /// The library keeps a copy of its own.
        case copy
        /// As `copy`; then a file whose bytes are stored, were read back and are equal is removed.
        case move
        /// The files stay where they are; the library remembers their paths.
        case reference

        /// Whether the library gets the bytes.
        var keepsCopies: Bool { self != .reference }
    }

    /// What becomes of files whose photos the library has.
    public enum DuplicatePolicy: String, Sendable, CaseIterable {
        /// Nothing is stored twice; the same picture in other bytes is kept beside the photo.
        case skip
        /// They become assets of their own; a file that an earlier import read does not, so that an import goes on
        /// where it stopped.
        case importAll
    }

    /// The files and folders to import, in this order.
    ///
    /// Folders are walked to their ends.
    public var paths: [FilePath]
    /// What happens to the files.
    public var mode: Mode = .copy
    /// What becomes of files whose photos the library has.
    public var duplicates: DuplicatePolicy = .skip
    /// Whether photos that their owner deleted are imported all the same, and recently deleted ones brought back.
    public var restoresDeleted: Bool = false
    /// Whether each folder becomes an album of the photos in it, with the folder's name for a title.
    public var makesAlbums: Bool = false
    /// After how many failed files the import ends; `nil` for never.
    public var failureLimit: Int?
    /// Whether everything is read and classified but nothing is stored.
    public var isDryRun: Bool = false
    /// What is left out below the paths.
    public var filter: PathFilter = PathFilter()
    /// How many files are read at a time (see ``ReadingConcurrency``).
    public var ioJobs: Int = 2
    /// How many pictures are decoded at a time; 0 for one per core.
    public var jobs: Int = 0
    /// Where pictures are decoded.
    public var decoding: DecodingMode = .automatic

    /// A request to import copies of everything in `paths`.
    public init(paths: [FilePath]) { self.paths = paths }

    /// How the files are classified.
    var policy: ClassificationPolicy {
        ClassificationPolicy(keepsCopies: mode.keepsCopies, restoresDeleted: restoresDeleted)
    }

    /// The albums that a file's photo is to be in.
    func albums(for path: FilePath) -> [AlbumPlace] {
        let folder = path.removingLastComponent()
        guard makesAlbums, let name = folder.lastComponent else { return [] }
        return [AlbumPlace(folder: folder, title: name.string)]
    }
}
