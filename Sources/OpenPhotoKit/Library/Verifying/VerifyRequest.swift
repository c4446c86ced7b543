public import PhotoModel
public import SystemPackage

/// Which files of the library to check, and how.
public struct VerifyRequest: Sendable {
    /// Which part of the assets.
    public var subset: LibrarySubset = .whole
    /// Whether only the existence and size of the files are looked at: nothing is read.
    public var isQuick: Bool = false
    /// How many files are read at a time.
    public var ioJobs: Int = 2
    /// At most this many bytes are read a second, by all readers together; `nil` for no limit.
    public var bytesPerSecond: Int?
    /// Where to keep how far the check has come, outside the library; `nil` for nowhere.
    ///
    /// Written each few seconds and when the check is cancelled, removed when it is done.
    public var checkpointPath: FilePath?
    /// Whether to continue the same check where the checkpoint says that it was interrupted; without a checkpoint it
    /// starts again.
    public var resumes: Bool = false

    /// Everything, every byte, anew.
    public init() {}
}
