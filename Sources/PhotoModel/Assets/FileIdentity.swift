/// The state of a file.
///
/// If it is the same before and after a read, no program wrote to the file in between.
///
/// Source: stat(2). All values are the kernel's; times are in nanoseconds since 1970.
public struct FileIdentity: Codable, Hashable, Sendable {
    /// The file system (its bits, as SQLite stores them).
    public let device: Int64
    /// The file's number in the file system (its bits, as SQLite stores them).
    public let inode: Int64
    /// The file's length in bytes, 0 or more.
    public let size: Int64
    /// The time of the last change of the content.
    public let modifiedNanoseconds: Int64
    /// The time of the last change of the content, a name or a permission.
    ///
    /// Unlike the modification time, no program can set it.
    public let changedNanoseconds: Int64

    /// Whether both are states of one file, which may have several names.
    package func isOfSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// Creates an identity, also of bytes that are no file.
    public init(device: Int64, inode: Int64, size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.changedNanoseconds = changedNanoseconds
    }
}
