package import PhotoModel
internal import Synchronization
package import SystemPackage

/// Opens the files of a library's assets, wherever they are stored.
///
/// All bytes of assets are read through it.
///
/// The bytes are compared with the digest of the imported file: a reader that reaches the end without an error has read
/// exactly the imported bytes. Safe for several threads.
package final class ResourceStore: Sendable {
    private struct State {
        var remote: [String: any AssetStore] = [:]
        /// The last file that this process had no permission to open.
        var refused: AssetResource?
    }

    private let folder: FilePath
    private let local: any AssetStore
    /// Opens the files for an app or of a library in another process; `nil` for the owner's library in this process.
    private let opener: (any ResourceOpener)?
    private let state = Mutex(State())

    /// Creates the store of the library in `folder`.
    ///
    /// - Parameter local: The store of local files.
    package init(folder: FilePath, local: any AssetStore = LocalFileStore()) {
        self.folder = folder
        self.local = local
        opener = nil
    }

    /// Creates the store of an app, or of a library in another process.
    package init(opener: any ResourceOpener) {
        folder = FilePath()
        local = LocalFileStore()
        self.opener = opener
    }

    /// Adds a remote store under the name that ``AssetResource/Location/remote(store:key:)`` uses.
    package func connect(_ store: any AssetStore, as name: String) { state.withLock { $0.remote[name] = store } }

    /// Opens a resource.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - access: The access of the reader. The caller or the ``ResourceOpener`` finds out whether the reader sees the
    ///     asset. Errors name paths for the owner only.
    ///   - allowingNetwork: Whether bytes may come from a remote store.
    /// - Returns: The bytes. Reading throws `invalidResource` at the end if they differ from the imported bytes.
    /// - Throws: `missingResource` if the file does not exist; `invalidResource` if its size differs from the imported
    ///   size; `notARegularFile` for a folder, link, pipe or device; `accessUserDenied` if the user or the app may not
    ///   read it; `accessRestricted` if the system forbids it; `networkAccessRequired` if it is remote and the network
    ///   is not allowed; `networkError` if a remote store fails; `unreadable` and `ioFailure` for other failures of the
    ///   system.
    package func open(
        _ resource: AssetResource, as access: LibraryAccess, allowingNetwork: Bool
    ) throws -> DigestingByteSource {
        let opened = try openUncompared(resource, as: access, allowingNetwork: allowingNetwork)
        let failure = failures(of: resource, as: access).changed
        return try DigestingByteSource(
            opened.source, expecting: opened.isImported ? .init(sha256: resource.sha256, failure: failure) : nil)
    }

    /// Opens a resource for a reader that compares the bytes with the digest itself: see
    /// ``open(_:as:allowingNetwork:)``.
    package func openUncompared(
        _ resource: AssetResource, as access: LibraryAccess, allowingNetwork: Bool
    ) throws -> OpenedBytes {
        let failures = failures(of: resource, as: access)
        guard access.mayRead else { throw failures.notOpenToApp }
        let opened =
            try opener.map { try $0.open(resource, allowingNetwork: allowingNetwork) }
            ?? OpenedBytes(try source(of: resource, failures, allowingNetwork), isImported: true)
        guard !opened.isImported || opened.source.identity.size == Int64(resource.bytes) else { throw failures.changed }
        return opened
    }

    private func source(
        of resource: AssetResource, _ failures: ResourceFailures, _ allowingNetwork: Bool
    ) throws -> any AssetByteSource {
        switch resource.location {
        case .library, .reference:
            guard let path = resource.localPath(inLibraryAt: folder) else { throw failures.missing }
            do {
                // The library never makes symbolic links, so a link in its folder is not one of its files.
                return try local.open(path, followsLinks: resource.isReference)
            } catch {
                let failure = failures.opening(error)
                if failure.isOfAccess { state.withLock { $0.refused = resource } }
                throw failure
            }
        case .remote(let name, let key):
            guard allowingNetwork else { throw failures.networkAccessRequired }
            guard let store = state.withLock({ $0.remote[name] }) else { throw failures.missing }
            return try RemoteByteSource(store, key, failures)
        case .withheld: throw failures.notOpenToApp
        case .absent: throw failures.missing
        }
    }

    /// The absolute path of a resource's file; `nil` if it is not on this machine, and for apps.
    package func localPath(of resource: AssetResource, as access: LibraryAccess) -> FilePath? {
        access == .owner && opener == nil ? resource.localPath(inLibraryAt: folder) : nil
    }

    /// The name of a resource in errors and progress.
    ///
    /// It is the path of a local file for the owner, otherwise the file name.
    package func name(of resource: AssetResource, as access: LibraryAccess) -> FilePath {
        localPath(of: resource, as: access) ?? FilePath(root: nil, resource.originalFilename.map { [$0] } ?? [])
    }

    /// The errors for a resource and this reader.
    package func failures(of resource: AssetResource, as access: LibraryAccess) -> ResourceFailures {
        ResourceFailures(resource, path: localPath(of: resource, as: access))
    }

    /// Checks whether this process may now open the last file that it had no permission to open.
    ///
    /// - Throws: `accessUserDenied` or `accessRestricted` if the permission is still missing.
    package func checkRefusedFile() throws {
        guard let refused = state.withLock({ $0.refused }) else { return }
        do { _ = try open(refused, as: .owner, allowingNetwork: false) } catch let error as PhotoLibraryError {
            if error.isOfAccess { throw error }
        }
        state.withLock { $0.refused = nil }
    }
}

/// Opens files for an app, or of a library in another process.
package protocol ResourceOpener: Sendable {
    /// Opens a resource, with the errors of ``ResourceStore/open(_:as:allowingNetwork:)``.
    func open(_ resource: AssetResource, allowingNetwork: Bool) throws -> OpenedBytes
}

/// The bytes that a ``ResourceOpener`` opened.
package struct OpenedBytes {
    package let source: any AssetByteSource
    /// Whether these are the imported bytes; false if places were removed from them, or the picture was converted.
    package let isImported: Bool

    package init(_ source: any AssetByteSource, isImported: Bool) {
        self.source = source
        self.isImported = isImported
    }
}

extension PhotoLibraryError {
    /// Whether the error is a missing permission.
    fileprivate var isOfAccess: Bool { code == .accessUserDenied || code == .accessRestricted }
}

/// Bytes of a remote store: its errors become `networkError`, unless they are already errors of the library.
private final class RemoteByteSource: AssetByteSource {
    private let source: any AssetByteSource
    private let failures: ResourceFailures

    init(_ store: any AssetStore, _ key: FilePath, _ failures: ResourceFailures) throws {
        self.failures = failures
        source = try failures.mappingNetwork { try store.open(key) }
    }

    var identity: FileIdentity { source.identity }
    func currentIdentity() throws -> FileIdentity { try failures.mappingNetwork { try source.currentIdentity() } }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try failures.mappingNetwork { try source.read(into: buffer) }
    }
}
