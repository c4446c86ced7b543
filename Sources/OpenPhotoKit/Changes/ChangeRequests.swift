internal import Foundation
internal import LibraryInterface
public import PhotoModel
internal import Synchronization

/// The requests of a block of ``PhotoLibraryProtocol/performChanges(_:)``.
///
/// The requests are carried out in order after the block, all together or not at all. Files are read, analysed and made
/// durable immediately, on the thread of the block. The object is valid only inside its block, on any thread:
/// afterwards every method throws `changeNotSupported`. A request that throws when it is called is not part of the
/// change.
///
/// The whole change throws `identifierNotFound` for missing assets, albums and folders, `changeNotSupported` for
/// positions that do not exist in a collection, and `requestNotSupportedForAsset` for recently deleted photos.
public final class ChangeRequests: Sendable {
    /// The requests of the block that runs on this thread or in this task.
    @TaskLocal package static var current: ChangeRequests?

    /// The maximum number of requests in a block; each photo of a request counts.
    public static let maximumRequests: Int = 1_000_000

    /// The maximum number of new files in a block.
    public static let maximumFiles: Int = ChangeLimits.maximumFiles

    private struct State {
        var steps: [ChangeStep] = []
        var isOpen = true
        var isCancelled = false
        var hasBlockInside = false
    }

    let session: any ChangeSession
    private let state = Mutex(State())

    init(_ session: any ChangeSession) { self.session = session }

    /// Whether the block still runs.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Stops the file that is being read.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        session.cancel()
    }

    /// Ends the block and returns its requests.
    func close() -> [ChangeStep] {
        state.withLock { state in
            state.isOpen = false
            return state.steps
        }
    }

    /// Fails the block, even if it catches the error of the inner block, because the changes of the inner block are
    /// missing.
    func failForBlockInside() { state.withLock { $0.hasBlockInside = true } }

    /// The error of a block of changes inside another block.
    package static let blockInside = PhotoLibraryError(
        .changeNotSupported, "A block of changes cannot contain another block. Make all requests in the outer block.")

    /// - Throws: `cancelled`; `changeNotSupported` after an inner block.
    func checkMayBeMade() throws(PhotoLibraryError) {
        try state.withLock { state throws(PhotoLibraryError) in
            try Self.checkIsNotCancelled(state)
            if state.hasBlockInside { throw Self.blockInside }
        }
    }

    // MARK: Assets

    /// Creates an asset from files, whose bytes are copied.
    ///
    /// A photo is never stored twice. If the library has the same bytes, or the same image data in other bytes, the
    /// placeholder is that of the existing asset. The asset is restored if it was deleted, and further files are added
    /// to it.
    ///
    /// - Throws: `missingResource` without an original; `invalidResource` for a file of another kind than requested;
    ///   `limitExceeded` for more files than ``maximumFiles`` in a block; `unreadable`, `notEnoughSpace`,
    ///     `sourceChanged`, `ioFailure`.
    public func createAsset(_ request: AssetCreationRequest) throws(PhotoLibraryError) -> ObjectPlaceholder {
        try checkIsOpen()
        let staged = try session.stage(request)
        try add(staged.files.map { .create($0) })
        return ObjectPlaceholder(localIdentifier: staged.localIdentifier)
    }

    /// Moves assets to the recently deleted assets.
    public func deleteAssets(_ localIdentifiers: [String]) throws(PhotoLibraryError) {
        try add(localIdentifiers.map { .change(.delete(asset: $0)) })
    }

    /// Restores recently deleted assets.
    public func restoreAssets(_ localIdentifiers: [String]) throws(PhotoLibraryError) {
        try add(localIdentifiers.map { .change(.restore(asset: $0)) })
    }

    /// Sets a property of assets.
    ///
    /// Assets that already have the value are not modified.
    ///
    /// - Throws: The whole change throws `changeNotSupported` for a text that contains NUL.
    public func set(_ property: AssetProperty, ofAssets localIdentifiers: [String]) throws(PhotoLibraryError) {
        try add(localIdentifiers.map { .change(.set(property, asset: $0)) })
    }

    /// Edits a photo, replacing an earlier edit.
    ///
    /// The original is not changed.
    ///
    /// - Parameters:
    ///   - localIdentifier: The photo.
    ///   - rendered: The edited picture in full size, a JPEG or PNG.
    ///   - adjustmentData: The description of the edit.
    /// - Throws: `invalidResource` if the picture cannot be decoded completely, or the format of the data is empty or
    ///   contains NUL; `limitExceeded` for data larger than `AdjustmentData.maximumBytes`; the errors of
    ///   ``createAsset(_:)``. The whole change throws `requestNotSupportedForAsset` if the asset is not a photo.
    public func editAsset(
        _ localIdentifier: String, rendered: AssetCreationRequest.Content, adjustmentData: AdjustmentData
    ) throws(PhotoLibraryError) {
        try checkIsOpen()
        let files = try session.stageEdit(of: localIdentifier, rendered: rendered, adjustmentData)
        try add([.edit(files, asset: localIdentifier)])
    }

    /// Removes the edits of photos.
    ///
    /// Photos without an edit are not changed.
    public func revertAssets(_ localIdentifiers: [String]) throws(PhotoLibraryError) {
        try add(localIdentifiers.map { .change(.revert(asset: $0)) })
    }

    // MARK: -

    func change(_ change: LibraryChange) throws(PhotoLibraryError) { try add([.change(change)]) }

    private func add(_ steps: [ChangeStep]) throws(PhotoLibraryError) {
        try state.withLock { state throws(PhotoLibraryError) in
            try Self.check(state)
            guard state.steps.count + steps.count <= Self.maximumRequests else {
                throw PhotoLibraryError(
                    .limitExceeded,
                    "A block makes at most \(Self.maximumRequests) requests: make the others in another block."
                )
            }
            state.steps += steps
        }
    }

    private func checkIsOpen() throws(PhotoLibraryError) {
        try state.withLock { state throws(PhotoLibraryError) in try Self.check(state) }
    }

    private static func check(_ state: State) throws(PhotoLibraryError) {
        guard state.isOpen else {
            throw PhotoLibraryError(
                .changeNotSupported, "Requests are made inside the block of performChanges, not after it.")
        }
        try checkIsNotCancelled(state)
    }

    private static func checkIsNotCancelled(_ state: State) throws(PhotoLibraryError) {
        guard !state.isCancelled else { throw PhotoLibraryError.changeCancelled }
    }
}
