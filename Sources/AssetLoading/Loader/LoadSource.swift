internal import Originals
internal import SystemPackage

/// The source that a loader reads.
enum LoadSource: Sendable {
    /// A file that the loader opens.
    case file(FilePath, followsLinks: Bool)
    /// A resource of a library.
    case resource(ResourceHandle)

    /// The path that errors and progress show.
    var name: FilePath {
        switch self {
        case .file(let path, _): path
        case .resource(let handle): handle.name
        }
    }

    /// Whether reading may wait for a remote store.
    var mayWaitForStore: Bool {
        switch self {
        case .file: false
        case .resource(let handle): handle.mayWaitForStore
        }
    }

    /// Opens the bytes.
    ///
    /// The digest of a plain file is not checked.
    func open(in files: any FileSource) throws -> DigestingByteSource {
        switch self {
        case .file(let path, let followsLinks):
            try DigestingByteSource(files.open(path, followsLinks: followsLinks))
        case .resource(let handle): try handle.open()
        }
    }
}
