internal import Foundation
internal import LibraryInterface
internal import Originals
public import PhotoModel
internal import Synchronization
internal import SystemSupport

/// Lets the owner of a photo library select photos for this app, on a page in the browser.
///
/// The page belongs to another process, which shows the whole library. The app needs no access to the library, and gets
/// only the photos that the owner selects. Selecting photos gives no access to them in the library.
///
/// A picker shows one page. Releasing it before its end closes the page. Thread-safe.
public final class PhotoPicker: Sendable {
    /// What the owner can select when the page opens.
    public let configuration: PickerConfiguration
    private let service: any LibraryService
    private let ownerHasDesktop: Bool
    /// Whether items have asset identifiers.
    private let identifiesAssets: Bool
    private let session = Mutex<Result<any PickSession, PhotoLibraryError>?>(nil)
    private let signals = ChangeSignals()

    /// Makes a picker.
    ///
    /// The page opens with the first use of ``results()`` or ``selections``.
    ///
    /// - Parameters:
    ///   - configuration: What the owner can select when the page opens.
    ///   - library: The library whose photos are shown. Its identifiers are then the ``PickedItem/assetIdentifier`` of
    ///     the items. `nil` for the library of the broker that ``PhotoLibrary/connect(as:to:)`` finds, and items
    ///     without identifiers.
    /// - Throws: `PhotoLibraryError`: `changeNotSupported` for a limit below 0, and for preselected photos without a
    ///   library or with the limit 1; `libraryUnavailable` if `library` is `nil` and no broker answers.
    public convenience init(
        _ configuration: PickerConfiguration, library: (any PhotoLibraryProtocol)? = nil
    ) throws(PhotoLibraryError) {
        try self.init(configuration, identifyingAssets: library != nil) { () throws(PhotoLibraryError) in
            if let library { library.photoLibrary } else { try PhotoLibrary.connectAndWait() }
        }
    }

    /// Makes a picker of the library that `open` returns.
    ///
    /// - Parameter identifiesAssets: Whether items have asset identifiers.
    package init(
        _ configuration: PickerConfiguration, identifyingAssets identifiesAssets: Bool,
        opening open: () throws(PhotoLibraryError) -> PhotoLibrary
    ) throws(PhotoLibraryError) {
        guard configuration.selectionLimit >= 0 else {
            throw PhotoLibraryError(.changeNotSupported, "The selection limit of a picker is 0 or more.")
        }
        guard
            configuration.preselectedAssetIdentifiers.isEmpty
                || (identifiesAssets && configuration.selectionLimit != 1)
        else {
            throw PhotoLibraryError(
                .changeNotSupported, "Preselected photos need a library, and a selection limit other than 1.")
        }
        self.configuration = configuration
        self.identifiesAssets = identifiesAssets
        let library = try open()
        service = library.service
        ownerHasDesktop = library.ownerHasDesktop
    }

    // MARK: Results

    /// Opens the page if it is not open, and waits until the owner has finished.
    ///
    /// Cancelling the task closes the page.
    ///
    /// - Returns: The selected photos, in the order of selection. Preselected ones have no ``PickedItem/types``. If the
    ///   owner cancels, closes the page, or does not open it within 10 minutes, the preselected photos, in their order.
    /// - Throws: `PhotoLibraryError`: `libraryUnavailable`; `limitExceeded` if a page of this app is open already;
    ///   `cancelled` if the task is cancelled.
    public func results() async throws -> [PickedItem] { try await follow { _ in } }

    /// The selection after each change, and at the end as ``results()`` returns it.
    ///
    /// Changes in quick succession may be one element. Without a continuous `PickerConfiguration.selection` the
    /// sequence has one element. Each use of this property makes a new sequence, which throws the errors of
    /// ``results()``.
    public var selections: AsyncThrowingStream<[PickedItem], any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    continuation.yield(try await follow { continuation.yield($0) })
                    continuation.finish()
                } catch { continuation.finish(throwing: error) }
            }
            continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
        }
    }

    /// Waits for the end of the selection.
    ///
    /// - Parameter onSelection: Called with the selections before the end, if they are continuous.
    private func follow(_ onSelection: ([PickedItem]) -> Void) async throws -> [PickedItem] {
        var signal = signals.stream(for: self).makeAsyncIterator()
        var known = 0
        while true {
            let state = try await blocking { [self] in try opened().state() }
            if case .failed(let error) = state.phase { throw error }
            if state.phase.isEnd || (state.revision != known && configuration.selection.isContinuous),
                let items = try await blocking({ [self] in try items(of: state) })
            {
                known = state.revision
                guard !state.phase.isEnd else { return items }
                onSelection(items)
                continue
            }
            guard await signal.next() != nil else {
                cancel()
                throw PhotoLibraryError(.cancelled, "The app no longer waits for the selection.")
            }
        }
    }

    /// The session of the page, which opens at the first call.
    private func opened() throws(PhotoLibraryError) -> any PickSession {
        try session.withLock { session throws(PhotoLibraryError) in
            if let session { return try session.get() }
            let new = Result { () throws(PhotoLibraryError) in
                try service.beginPick(configuration) { [weak self] in self?.signals.yield() }
            }
            if case .success = new, !ownerHasDesktop {
                AppNotice.write(
                    "The page for selecting photos waits until it is opened, because there is no desktop to show it on. "
                        + "The command “photos access pending” prints its address.")
            }
            session = new
            return try new.get()
        }
    }

    /// The items of a selection; `nil` if the selection has changed since.
    private func items(of state: PickState) throws(PhotoLibraryError) -> [PickedItem]? {
        let session = try opened()
        var items: [PickedItem] = []
        while items.count < state.count {
            guard let more = try session.assets(of: state.revision, from: items.count, count: 500), !more.isEmpty else {
                return nil
            }
            let prefersCompatible = configuration.preferredRepresentation == .compatible
            items += more.map {
                // The app asks for files that the owner selected, so they are fetched wherever they are.
                PickedItem(
                    $0, of: session, .network, identifiesAsset: identifiesAssets, prefersCompatible: prefersCompatible)
            }
        }
        return items
    }

    // MARK: Changes

    /// Changes the greatest number of photos; 0 for no limit.
    ///
    /// Selected photos above the limit stay selected, and the owner cannot finish until enough of them are deselected.
    /// Does nothing before the page is open and after its end.
    ///
    /// - Throws: `libraryUnavailable`.
    public func update(selectionLimit: Int) async throws { try await change(.limit(max(0, selectionLimit))) }

    /// Deselects photos; identifiers of others are ignored.
    ///
    /// Does nothing before the page is open and after its end.
    ///
    /// - Throws: `libraryUnavailable`.
    public func deselect(_ assetIdentifiers: [String]) async throws { try await change(.deselect(assetIdentifiers)) }

    /// Moves a selected photo behind another in the order of selection, or to its beginning.
    ///
    /// Does nothing if one of them is not selected, before the page is open, and after its end.
    ///
    /// - Throws: `libraryUnavailable`.
    public func move(_ assetIdentifier: String, after other: String?) async throws {
        try await change(.move(assetIdentifier, after: other))
    }

    /// Closes the page.
    ///
    /// If the owner has not finished, the results are those of a cancelled selection.
    public func cancel() {
        guard case .success(let session) = session.withLock({ $0 }) else { return }
        ThreadPool.shared.run { session.cancel() }
    }

    private func change(_ change: PickChange) async throws {
        try await blocking { [self] in
            if let session = session.withLock({ $0 }) { try session.get().change(change) }
        }
    }
}
