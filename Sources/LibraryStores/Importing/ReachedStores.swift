internal import AssetLoading
internal import PhotoModel
internal import RemoteStores
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The stores of a library from which files are fetched, each from the first store that has it.
final class ReachedStores: Sendable {
    private let stores: LibraryStores
    /// A disk answers sooner than a service, and stands first.
    private let targets: [ConnectedStore]
    private let state: Mutex<[String: PhotoLibraryError]>

    /// Why stores cannot be used, by their names.
    var failures: [String: PhotoLibraryError] { state.withLock { $0 } }
    /// Whether a store can be used.
    var isAnyLeft: Bool { !usable.isEmpty }
    private var usable: [ConnectedStore] {
        let failures = failures
        return targets.filter { failures[$0.connection.name] == nil }
    }

    /// Reaches all stores.
    ///
    /// - Throws: `changeNotSupported` if the library has none; `cancelled`; errors of the catalogue.
    init(_ stores: LibraryStores, until cancellation: Cancellation) throws {
        self.stores = stores
        var failures: [String: PhotoLibraryError] = [:]
        let reached = try stores.reachable(named: nil, &failures, until: cancellation)
        targets = reached.sorted { $0.connection.address.isFolder && !$1.connection.address.isFolder }
        state = Mutex(failures)
    }

    /// Whether a store says that it has a file.
    ///
    /// - Throws: `cancelled`; errors of the catalogue.
    func have(_ sha256: Digest, bytes: Int64, until cancellation: Cancellation) throws -> Bool {
        for target in usable where try find(sha256, bytes: bytes, in: target, cancellation) != nil { return true }
        return false
    }

    /// What became of a file that was to be fetched.
    enum Outcome {
        case fetched
        /// No store has it.
        case absent
        /// The error of the last store that had the file and did not give its bytes.
        case failed(PhotoLibraryError)
    }

    /// Copies a file to a new path, from the first store that gives its bytes.
    ///
    /// - Throws: `cancelled`; errors of the library's disk and of the catalogue.
    func fetch(
        _ sha256: Digest, bytes: Int64, to path: FilePath, _ progress: FileProgress, _ loading: LoadProgress
    ) throws -> Outcome {
        var outcome = Outcome.absent
        for target in usable {
            guard let original = try find(sha256, bytes: bytes, in: target, loading.cancellation) else { continue }
            do {
                _ = try FetchedFiles.fetch(original, from: target.store, to: path, progress, loading)
                return .fetched
            } catch let error as PhotoLibraryError where error.code == .ioFailure && error.path == path.string {
                // Perhaps the library's disk cannot have a file of this name.
                return .failed(error)
            } catch { outcome = .failed(try note(error, of: target)) }
        }
        return outcome
    }

    private func find(
        _ sha256: Digest, bytes: Int64, in target: ConnectedStore, _ cancellation: Cancellation
    ) throws -> ListedOriginal? {
        do { return try target.store.find(sha256, length: bytes, cancellation) } catch {
            _ = try note(error, of: target)
            return nil
        }
    }

    /// Returns the error of a store; a store that failed as a whole is not asked again.
    ///
    /// - Throws: An error that is not one of the store.
    private func note(_ error: any Error, of target: ConnectedStore) throws -> PhotoLibraryError {
        if let ofCopy = error as? PhotoLibraryError, ofCopy.isOfCopy {
            return ofCopy.naming(store: target.connection.name)
        }
        let failure = try stores.noted(error, of: target.connection)
        if failure.isOfStore { state.withLock { $0[target.connection.name] = failure } }
        return failure
    }
}
