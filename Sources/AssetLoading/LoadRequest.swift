public import PhotoModel
public import SystemPackage

/// A file to be copied from a store to a new name on this machine.
public struct LoadRequest: Sendable, Hashable {
    /// The file in the loader's store.
    public var source: FilePath
    /// The name it shall get.
    ///
    /// Nothing may be there yet; its folder must exist.
    public var destination: FilePath
    /// The SHA-256 that the bytes must have; `nil` if any will do.
    public var sha256: Digest?

    /// A request to copy `source` to `destination`.
    public init(source: FilePath, destination: FilePath, sha256: Digest? = nil) {
        self.source = source
        self.destination = destination
        self.sha256 = sha256
    }
}

/// A file that was loaded, complete and on the disk under its final name.
public struct StoredFile: Sendable, Hashable {
    /// Where it came from.
    public let source: FilePath
    /// Where it is.
    public let path: FilePath
    /// How many bytes it has.
    public let size: Int
    /// The SHA-256 of its bytes.
    public let sha256: Digest
}
