/// What tells one state of one file from every other: if it is the same before and after a read, nothing was written.
///
/// Source: stat(2). All values as the kernel gives them; times in nanoseconds since 1970.
public struct FileIdentity: Hashable, Sendable {
    /// The file system the file is on (its bits, as SQLite keeps them).
    public let device: Int64
    /// The file's number on that file system (its bits, as SQLite keeps them).
    public let inode: Int64
    /// The file's length in bytes, 0 or more.
    public let size: Int64
    /// When the content was last written.
    public let modifiedNanoseconds: Int64
    /// When the content, a name or a permission last changed.
    ///
    /// Unlike the modification time, no program can set it.
    public let changedNanoseconds: Int64

    /// An identity of these parts, for stores that are not local files.
    public init(device: Int64, inode: Int64, size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.changedNanoseconds = changedNanoseconds
    }
}
