/// Tells whether a path still leads to the same, unchanged file, without reading it.
public struct FileIdentity: Hashable, Sendable {
    /// The device the file is on.
    public let device: UInt64
    /// The file's number on the device.
    public let inode: UInt64
    /// Size in bytes.
    public let size: Int
    /// When the content last changed, in nanoseconds since 1970.
    public let modifiedNanoseconds: Int64
    /// When content, name or permissions last changed, in nanoseconds since 1970.
    public let changedNanoseconds: Int64

    /// An identity of these parts.
    public init(device: UInt64, inode: UInt64, size: Int, modifiedNanoseconds: Int64, changedNanoseconds: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.changedNanoseconds = changedNanoseconds
    }
}
