public import PhotoModel
public import SystemPackage

/// A store that files are read from.
///
/// ``LocalFileStore`` reads local files.
public protocol AssetStore: Sendable {
    /// Opens the file at the path. Called on the reading queue; may block.
    ///
    /// - Throws: `notARegularFile` or `unreadable` with the path and a remedy.
    func open(_ path: FilePath) throws -> any AssetByteSource

    /// Opens the file at the path; if `followsLinks` is false, a symbolic link is `unreadable`.
    ///
    /// The default implementation ignores `followsLinks`, for stores without links.
    func open(_ path: FilePath, followsLinks: Bool) throws -> any AssetByteSource
}

extension AssetStore {
    /// Opens the file at the path, for stores without links.
    public func open(_ path: FilePath, followsLinks: Bool) throws -> any AssetByteSource { try open(path) }
}

/// The bytes of one opened asset, read once from first to last, on one thread at a time.
///
/// It is closed when it is released.
public protocol AssetByteSource: AnyObject {
    /// The state of the asset when it was opened; its size is the expected number of bytes.
    var identity: FileIdentity { get }

    /// The current state, read after the last byte. If it differs from ``identity``, the bytes that were read are
    /// discarded.
    func currentIdentity() throws -> FileIdentity

    /// Reads the next bytes and returns their number: at least 1 unless the buffer is empty, and 0 only at the end.
    ///
    /// May block. A cancellation takes effect only after it returns, so it should return available bytes at once rather
    /// than wait until the buffer is full.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// A new descriptor for the same open file; `nil` if the asset has no descriptor (the default).
    ///
    /// The caller closes it and reads with pread(2). `identity` must then equal the result of fstat(2).
    func duplicateDescriptor() throws -> Int32?
}

extension AssetByteSource {
    /// `nil`: the asset has no descriptor.
    public func duplicateDescriptor() throws -> Int32? { nil }
}
