public import PhotoModel
public import SystemPackage

/// Where bytes come from: local files now, WebDAV and object stores later.
public protocol AssetStore: Sendable {
    /// Opens what the path names. Called on the reading queue; may block.
    ///
    /// - Throws: `notARegularFile` or `unreadable` with the path and a remedy.
    func open(_ path: FilePath) throws -> any AssetByteSource

    /// As ``open(_:)``; if `followsLinks` is false, a link is `unreadable`. By default a store knows no links.
    func open(_ path: FilePath, followsLinks: Bool) throws -> any AssetByteSource
}

extension AssetStore {
    /// Opens what the path names.
    public func open(_ path: FilePath, followsLinks: Bool) throws -> any AssetByteSource { try open(path) }
}

/// The bytes of one opened asset, read once from first to last, on one thread at a time.
///
/// It is closed when it goes away.
public protocol AssetByteSource: AnyObject {
    /// The state in which it was opened; its size is the number of bytes to expect.
    var identity: FileIdentity { get }

    /// The state now; asked after the last byte. If it is another, what was read is thrown away.
    func currentIdentity() throws -> FileIdentity

    /// Reads the next bytes and returns how many, at least 1 unless the buffer is empty; 0 only at the end.
    ///
    /// May block; cancelling waits for it, so it should return what there is rather than fill the buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// A new descriptor for the same open file, or `nil` if there is none (the default).
    ///
    /// The caller closes it and reads with pread(2). `identity` must then be what fstat(2) says of it.
    func duplicateDescriptor() throws -> Int32?
}

extension AssetByteSource {
    /// There is none.
    public func duplicateDescriptor() throws -> Int32? { nil }
}
