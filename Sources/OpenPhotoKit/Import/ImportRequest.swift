public import DecoderProcess
public import SystemPackage

/// What to import and how.
public struct ImportRequest: Sendable {
    /// What happens to the files.
    public enum Mode: String, Sendable, CaseIterable {
        /// The library keeps a copy of its own.
        case copy
        /// The files stay where they are; the library remembers their paths.
        case reference
    }

    /// The files and folders to import, in this order.
    ///
    /// Folders are walked to their ends.
    public var paths: [FilePath]
    /// What happens to the files.
    public var mode: Mode = .copy
    /// Whether everything is read and judged but nothing is stored.
    public var isDryRun: Bool = false
    /// How many files are read at a time.
    public var ioJobs: Int = 2
    /// How many pictures are decoded at a time; 0 for one per core.
    public var jobs: Int = 0
    /// Where pictures are decoded.
    public var decoding: DecodingMode = .inProcess

    /// A request to import copies of everything in `paths`.
    public init(paths: [FilePath]) { self.paths = paths }
}
