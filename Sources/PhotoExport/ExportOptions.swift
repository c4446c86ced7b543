/// What an export writes, and how.
public struct ExportOptions: Sendable {
    /// The files of each photo that are exported.
    public enum Files: String, Sendable, CaseIterable {
        /// The imported photo or video, with the video of a Live Photo, the camera's raw file, and files of the same
        /// picture with other metadata.
        case original
        /// The displayed picture, which is the edited one if there is an edit, with the video of a Live Photo.
        case edited
        /// The files of `original`, the edited picture and its video with `_edited` after their stem, and the
        /// adjustment data of the edit, except if places are removed.
        case both
    }

    /// The format of sidecars.
    public enum Sidecar: String, Sendable, CaseIterable {
        /// XMP (ISO 16684-1) in a file `NAME.EXT.xmp`.
        case xmp
    }

    /// The folders and names of the files.
    public var layout: ExportLayout = .standard
    /// The files of each photo that are exported.
    public var files: Files = .original
    /// The format of a sidecar with the title, caption, keywords, capture time and place of each photo; `nil` for none.
    public var sidecar: Sidecar?
    /// Whether the places are removed from the exported files, and are in no sidecar.
    public var removesPlaces: Bool = false
    /// Whether to remove files of earlier exports that this export does not include.
    ///
    /// A file is removed only if its bytes are those that were exported.
    public var removesOthers: Bool = false
    /// Whether to report what would be done and write nothing.
    public var isDryRun: Bool = false
    /// How many files are read at a time, at least 1.
    public var ioJobs: Int = 2
    /// Whether files may be fetched over the network.
    public var isNetworkAccessAllowed: Bool = false

    /// Creates the options of an export of originals by year and month.
    public init() {}
}
