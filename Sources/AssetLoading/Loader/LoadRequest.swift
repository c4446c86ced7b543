package import Originals
public import PhotoModel
public import SystemPackage

/// A file to be copied to a new name on this machine.
public struct LoadRequest: Sendable {
    let origin: LoadSource
    /// The path of the new file.
    ///
    /// Nothing may exist at this path yet; its folder must exist.
    public let destination: FilePath

    /// The path of the file; for a resource of a library, the path that errors name.
    public var source: FilePath { origin.name }

    /// Creates a request to copy the file `source` to `destination`.
    public init(source: FilePath, destination: FilePath) {
        origin = .file(source, followsLinks: true)
        self.destination = destination
    }

    /// Creates a request to copy a resource of a library, or what is made of it, to `destination`.
    package init(_ origin: LoadSource, destination: FilePath) {
        self.origin = origin
        self.destination = destination
    }

    /// Creates a request to copy a resource of a library to `destination`.
    package init(_ resource: ResourceHandle, destination: FilePath) {
        self.init(.resource(resource), destination: destination)
    }
}

/// A file that was loaded, complete and on the disk under its final name.
public struct StoredFile: Sendable, Hashable {
    /// The path of the source.
    public let source: FilePath
    /// The path of the file.
    public let path: FilePath
    /// The size in bytes.
    public let size: Int
    /// The SHA-256 of its bytes.
    public let sha256: Digest
}
