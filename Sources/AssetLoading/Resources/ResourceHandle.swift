package import PhotoModel
package import SystemPackage

/// A resource to open, with the access rights of its reader.
package struct ResourceHandle: Sendable {
    /// The resource.
    package let resource: AssetResource
    private let store: ResourceStore
    private let access: LibraryAccess
    private let allowsNetwork: Bool

    /// - Parameter allowingNetwork: Whether the bytes may come from a remote store.
    package init(_ resource: AssetResource, in store: ResourceStore, as access: LibraryAccess, allowingNetwork: Bool) {
        self.resource = resource
        self.store = store
        self.access = access
        allowsNetwork = allowingNetwork
    }

    /// Opens the resource: see ``ResourceStore/open(_:as:allowingNetwork:)``.
    package func open() throws -> DigestingByteSource {
        try store.open(resource, as: access, allowingNetwork: allowsNetwork)
    }

    /// Reads all bytes, and compares them with the digest of the imported file.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - modified: The modification time of a named copy in nanoseconds since 1970; `nil` for that of the file.
    ///   - progress: Receives the number of bytes read, and can cancel. This method does not finish it.
    /// - Throws: The errors of ``open()`` and of reading.
    package func read(
        to destination: LoadDestination, modified: Int64? = nil, progress: FileProgress? = nil
    ) throws -> LoadedFile {
        try SourceReader(store: LocalFileStore(), fileSizeLimit: AssetLoader.defaultFileSizeLimit)
            .read(.resource(self), to: destination, modified: modified, progress: progress)
    }

    /// See ``ResourceStore/name(of:as:)``.
    package var name: FilePath { store.name(of: resource, as: access) }
}

/// The source that a loader reads.
enum LoadSource: Sendable {
    /// A file of the loader's store.
    case file(FilePath, followsLinks: Bool)
    case resource(ResourceHandle)

    /// The path that errors and progress show.
    var name: FilePath {
        switch self {
        case .file(let path, _): path
        case .resource(let handle): handle.name
        }
    }

    /// Opens the bytes.
    ///
    /// The digest of a plain file is not checked.
    func open(in store: any AssetStore) throws -> DigestingByteSource {
        switch self {
        case .file(let path, let followsLinks):
            try DigestingByteSource(store.open(path, followsLinks: followsLinks))
        case .resource(let handle): try handle.open()
        }
    }
}
