internal import Foundation
package import PhotoModel
internal import Synchronization
package import SystemPackage
package import SystemSupport

/// The files of a library in this process: in its folder, in referenced files, and in the connected remote stores.
package struct LibraryOriginals: Originals {
    /// What all readers of the library share.
    private final class Shared: Sendable {
        let stores = Mutex<[(name: String, store: any RemoteStore)]>([])
        /// What reads of the stores' bytes share; `nil` to read from the stores directly.
        let downloads = Mutex<(any RemoteStore)?>(nil)
        /// The last file that this process had no permission to open.
        let refused = Mutex<AssetResource?>(nil)
    }

    private let folder: FilePath
    private let files: any FileSource
    private let access: LibraryAccess
    private let shared: Shared

    /// The files of the library in `folder`, for its owner.
    ///
    /// - Parameter files: Opens the files of this machine.
    package init(folder: FilePath, files: any FileSource = LocalFiles()) {
        self.init(folder, files, .owner, Shared())
    }

    private init(_ folder: FilePath, _ files: any FileSource, _ access: LibraryAccess, _ shared: Shared) {
        (self.folder, self.files, self.access, self.shared) = (folder, files, access, shared)
    }

    /// The same files for a reader with this access.
    ///
    /// The caller finds out whether the reader sees the asset of a file. Errors name paths for the owner only.
    package func bound(to access: LibraryAccess) -> LibraryOriginals { Self(folder, files, access, shared) }

    /// The same files, with those of this machine opened in another way.
    package func reading(_ files: any FileSource) -> LibraryOriginals { Self(folder, files, access, shared) }

    /// Adds a remote store, or replaces the one of the same name.
    package func connect(_ store: any RemoteStore, as name: String) {
        shared.stores.withLock { stores in
            stores.removeAll { $0.name == name }
            stores.append((name, store))
        }
    }

    /// Replaces all remote stores, and lets bytes that are elsewhere be read from downloads of them.
    ///
    /// Whether a store has bytes is still found by reading the store itself: see ``areSafeElsewhere(_:until:)``.
    ///
    /// - Parameter downloads: `nil` to read from the stores directly.
    package func connect(_ stores: [(name: String, store: any RemoteStore)], downloads: (any RemoteStore)?) {
        shared.stores.withLock { $0 = stores }
        shared.downloads.withLock { $0 = downloads }
    }

    package func path(of location: AssetResource.Location) -> FilePath? {
        access == .owner ? filePath(of: location) : nil
    }

    /// The absolute path of a file of this machine; `nil` for a path in the library that leads out of its folder, which
    /// only a damaged catalogue has.
    private func filePath(of location: AssetResource.Location) -> FilePath? {
        switch location {
        case .library(let path): folder.lexicallyResolving(path)
        case .reference(let path): path
        case .elsewhere, .withheld: nil
        }
    }

    package func preview(of resource: AssetResource) -> FilePath? {
        guard access == .owner, case .elsewhere = resource.location else { return nil }
        let path = folder.pushing(resource.sha256.previewPath)
        return Glibc.access(path.platform, R_OK) == 0 ? path : nil
    }

    // MARK: Opening

    package func open(
        _ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy
    ) throws -> OpenedBytes {
        let failures = ResourceFailures(
            resource.location, path: path(of: resource.location), namesStores: access == .owner)
        guard access.mayRead else { throw failures.notOpenToApp }
        switch resource.location {
        case .library, .reference:
            do {
                let file = try openFile(resource.resourceBytes, failures)
                return OpenedBytes(try range.map { try RangedByteSource(file, $0) } ?? file, isImported: true)
            } catch {
                if (error as? PhotoLibraryError)?.isOfAccess == true { shared.refused.withLock { $0 = resource } }
                throw error
            }
        case .elsewhere:
            guard policy != .local else { throw failures.networkAccessRequired }
            let stores = shared.downloads.withLock { $0.map { [$0] } } ?? shared.stores.withLock { $0.map(\.store) }
            guard !stores.isEmpty else { throw failures.notConnected }
            let part = (range ?? 0..<Int64.max).clamped(to: 0..<Int64(resource.bytes))
            let sources = stores.map { store in
                let open = policy == .background ? store.openInBackground : store.open
                return open(resource.sha256, part, Int64(resource.bytes))
            }
            return OpenedBytes(RemoteByteSource(sources, length: Int64(part.count), failures), isImported: true)
        case .withheld: throw failures.notOpenToApp
        }
    }

    /// Opens a file of this machine that has the size of the imported file.
    private func openFile(_ bytes: ResourceBytes, _ failures: ResourceFailures) throws -> any ByteSource {
        guard let path = filePath(of: bytes.location) else { throw failures.missing }
        let file: any ByteSource
        // The library never makes symbolic links, so a link in its folder is not one of its files.
        do { file = try files.open(path, followsLinks: bytes.isReference) } catch { throw failures.opening(error) }
        guard file.length == bytes.size else { throw failures.changed }
        return file
    }

    /// Checks whether this process may now open the last file that it had no permission to open.
    ///
    /// - Throws: `accessUserDenied` or `accessRestricted` if the permission is still missing.
    package func checkRefusedFile() throws {
        guard let refused = shared.refused.withLock({ $0 }) else { return }
        let failures = failures(at: refused.location)
        do { _ = try openFile(refused.resourceBytes, failures) } catch let error as PhotoLibraryError {
            if error.isOfAccess { throw error }
        }
        shared.refused.withLock { $0 = nil }
    }

    // MARK: States

    package func state(of bytes: ResourceBytes) -> ResourceState {
        guard access == .owner else { return .withheld }
        let failures = failures(at: bytes.location)
        switch bytes.location {
        case .library, .reference:
            guard let path = filePath(of: bytes.location) else { return .absent(failures.missing, wasMoved: false) }
            do {
                let version = try openFile(bytes, failures).version()
                return .here(path, version.fileIdentity(size: bytes.size))
            } catch {
                let error = PhotoLibraryError(converting: error)
                guard error.code == .missingResource else { return .damaged(error) }
                return .absent(error, wasMoved: Self.isMounted(path.removingLastComponent()))
            }
        case .elsewhere: return .elsewhere(stores: shared.stores.withLock { $0.map(\.name) })
        case .withheld: return .withheld
        }
    }

    /// Whether a folder exists, and is not the empty mount point of a file system that is not mounted.
    private static func isMounted(_ folder: FilePath) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string) else { return false }
        return !names.isEmpty || !MountTable.configuredPoints().contains(folder)
    }

    /// The state after reading every byte of a file of this machine back from the disk: ``ResourceState/here(_:_:)``
    /// only if the bytes are those that were imported.
    ///
    /// Blocks until it has read the file, or the work is cancelled: then the state is damaged, with the error
    /// `cancelled`.
    package func stateAfterReadingBack(
        _ bytes: ResourceBytes, until cancellation: Cancellation = Cancellation()
    ) -> ResourceState {
        let state = state(of: bytes)
        guard case .here(let path, _) = state else { return state }
        let failures = failures(at: bytes.location)
        do {
            return try ReadBack.sha256(of: path, until: cancellation) == bytes.sha256
                ? state : .damaged(failures.changed)
        } catch { return .damaged(failures.opening(error)) }
    }

    /// Whether a remote store has the bytes, found by looking now: a copy is read back whole and compared.
    ///
    /// What the catalogue states is no proof that a store has a copy. Without a connected store the answer is no.
    /// Blocks until a store has answered or the work is cancelled.
    ///
    /// - Parameter source: A file that may be removed afterwards. A store that has only this file has no copy.
    /// - Throws: `cancelled`.
    package func areSafeElsewhere(
        _ bytes: ResourceBytes, without source: FileIdentity? = nil, until cancellation: Cancellation
    ) throws(PhotoLibraryError) -> Bool {
        for (_, store) in shared.stores.withLock({ $0 }) {
            let copy = RemoteByteSource(
                [store.open(bytes.sha256, 0..<bytes.size, size: bytes.size)], length: bytes.size,
                failures(at: bytes.location))
            let isCopy = cancellation.run(ending: copy.cancel) {
                (try? copy.isWhole(bytes, cancellation) && !copy.isFile(source)) ?? false
            }
            if isCopy { return true }
            guard !cancellation.isCancelled else {
                throw PhotoLibraryError(.cancelled, "The search for a copy in the remote stores was cancelled.")
            }
        }
        return false
    }
}

extension ByteSource {
    /// Reads all bytes, and returns whether they have the digest.
    fileprivate func isWhole(_ bytes: ResourceBytes, _ cancellation: Cancellation) throws -> Bool {
        let source = try DigestingByteSource(self)
        try source.forEachPiece(cancellation) { _ in }
        return source.sha256 == bytes.sha256
    }

    /// Whether the bytes are read from this file, under whatever path.
    fileprivate func isFile(_ file: FileIdentity?) throws -> Bool {
        guard let file, case .file(let own) = try version() else { return false }
        return own.isOfSameFile(as: file)
    }
}
