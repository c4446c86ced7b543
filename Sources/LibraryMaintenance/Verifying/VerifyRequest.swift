internal import Originals
public import PhotoModel
public import SystemPackage

/// Which files of the library to check, and how.
public struct VerifyRequest: Sendable {
    /// The part of the assets to check.
    public var subset: LibrarySubset = .whole
    /// Whether to check only that the files exist and have the right size, without reading them.
    public var isQuick: Bool = false
    /// How many files are read at a time.
    public var ioJobs: Int = 2
    /// The maximum number of bytes to read per second, by all readers together; `nil` for no limit.
    public var bytesPerSecond: Int?
    /// The file in which to store the progress of the check, outside the library; `nil` to store no progress.
    ///
    /// The file is written every few seconds and when the check is cancelled, and removed when the check is complete.
    public var checkpointPath: FilePath?
    /// Whether to continue an interrupted check from its checkpoint.
    ///
    /// If there is no checkpoint of the same check, it starts from the beginning.
    public var resumes: Bool = false

    /// A check reads what is on this machine.
    let policy: FetchPolicy = .local

    /// Makes a request to read every byte of every file, from the beginning.
    public init() {}
}
