internal import Foundation
internal import PhotoCatalog
public import PhotoModel
internal import Synchronization

/// What a block of ``PhotoLibrary/performChanges(decoding:_:)`` asks for.
///
/// The requests are carried out in their order after the block, all together or not at all. Files are read, looked at
/// and made durable at once, on the thread of the block. Valid only inside its block, from any thread: afterwards every
/// method throws `changeNotSupported`. What a method refuses when it is called is no part of the change.
///
/// Of assets, albums and folders that are not there the change as a whole throws `identifierNotFound`, of places in a
/// collection that do not exist `changeNotSupported`, and of photos that are among the recently deleted
/// `requestNotSupportedForAsset`.
public final class ChangeRequests: Sendable {
    /// The changes of the block that runs on this thread or in this task.
    @TaskLocal package static var current: ChangeRequests?

    /// How many requests one block may make, each photo of a request counted.
    public static let maximumRequests: Int = 1_000_000

    /// How many files one block may bring: each is held open until the change is made.
    public static let maximumFiles: Int = 500

    enum Step: Sendable {
        case change(CatalogChange)
        /// A staged file, by its number.
        case create(Int)
        /// The rendered picture and the adjustment data, by their numbers.
        case edit([Int], asset: String)
    }

    private struct State {
        var steps: [Step] = []
        var isOpen = true
        var isCancelled = false
        var hasBlockInside = false
        var staging: Staging?
    }

    private let library: PhotoLibrary
    private let decoding: DecodingMode
    private let state = Mutex(State())

    init(_ library: PhotoLibrary, decoding: DecodingMode) {
        self.library = library
        self.decoding = decoding
    }

    /// Whether the block still runs.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Stops what is being read.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.staging?.loading.cancel()
        }
    }

    /// Ends the block: what it asked for, and the files that it brought.
    func close() -> (steps: [Step], staging: Staging?) {
        state.withLock { state in
            state.isOpen = false
            return (state.steps, state.staging)
        }
    }

    /// Fails the block, whatever it does with the error that the one inside throws: what that one was to change is missing.
    func failForBlockInside() { state.withLock { $0.hasBlockInside = true } }

    static let blockInside = PhotoLibraryError(
        .changeNotSupported, "A block of changes cannot make another: ask for everything in the outer one.")

    /// - Throws: `cancelled`, `changeNotSupported` after a block inside.
    func checkMayBeMade() throws {
        try state.withLock { state in
            try Self.checkIsNotCancelled(state)
            if state.hasBlockInside { throw Self.blockInside }
        }
    }

    // MARK: Assets

    /// Makes an asset of files, whose bytes are copied.
    ///
    /// A photo is never stored twice: if the library has the same bytes, or the same image data in other bytes, the
    /// placeholder is that asset's, which also comes back if it was deleted; further files are added to it.
    ///
    /// - Throws: `missingResource` without an original, `invalidResource` for a file that is not what it should be,
    ///   `limitExceeded` for more files than ``maximumFiles`` in a block; `unreadable`, `notEnoughSpace`,
    ///   `sourceChanged`, `ioFailure`.
    public func createAsset(_ request: AssetCreationRequest) throws -> ObjectPlaceholder {
        let staging = try self.staging()
        let (files, asset) = try staging.stage(request)
        try add(files.map { .create($0) })
        return ObjectPlaceholder(localIdentifier: asset)
    }

    /// Moves assets to the recently deleted.
    public func deleteAssets(_ localIdentifiers: [String]) throws {
        try add(localIdentifiers.map { .change(.delete(asset: $0)) })
    }

    /// Brings recently deleted assets back.
    public func restoreAssets(_ localIdentifiers: [String]) throws {
        try add(localIdentifiers.map { .change(.restore(asset: $0)) })
    }

    /// Gives a property of assets a value.
    ///
    /// What has the value already is not modified.
    ///
    /// - Throws: The change as a whole throws `changeNotSupported` for a text with NUL.
    public func set(_ property: AssetProperty, ofAssets localIdentifiers: [String]) throws {
        try add(localIdentifiers.map { .change(.set(property, asset: $0)) })
    }

    /// Gives a photo an edit, which takes the place of an earlier one; the original stays as it is.
    ///
    /// - Parameters:
    ///   - rendered: The picture as edited, in full size: a JPEG or PNG.
    ///   - adjustmentData: How it was edited.
    /// - Throws: `invalidResource` if the picture cannot be decoded whole, or the data names no format or one with NUL; `limitExceeded`
    ///   for data over ``AdjustmentData/maximumBytes``; as ``createAsset(_:)``. The change as a whole throws
    ///   `requestNotSupportedForAsset` if the asset is no photo.
    public func editAsset(
        _ localIdentifier: String, rendered: AssetCreationRequest.Content, adjustmentData: AdjustmentData
    ) throws {
        let staging = try self.staging()
        let files = try staging.stageEdit(of: localIdentifier, rendered, adjustmentData)
        try add([.edit(files, asset: localIdentifier)])
    }

    /// Removes the edits of photos; those that have none stay as they are.
    public func revertAssets(_ localIdentifiers: [String]) throws {
        // Files that go are cleared away by a run.
        _ = try staging()
        try add(localIdentifiers.map { .change(.revert(asset: $0)) })
    }

    // MARK: -

    func change(_ change: CatalogChange) throws { try add([.change(change)]) }

    private func add(_ steps: [Step]) throws {
        try state.withLock { state in
            try Self.check(state)
            guard state.steps.count + steps.count <= Self.maximumRequests else {
                throw PhotoLibraryError(
                    .limitExceeded,
                    "A block makes at most \(Self.maximumRequests) requests: make the others in another."
                )
            }
            state.steps += steps
        }
    }

    private func staging() throws -> Staging {
        try state.withLock { state in
            try Self.check(state)
            if let staging = state.staging { return staging }
            let staging = try Staging(library.store, decoding)
            state.staging = staging
            return staging
        }
    }

    private static func check(_ state: State) throws {
        guard state.isOpen else {
            throw PhotoLibraryError(
                .changeNotSupported, "Changes are asked for inside the block of performChanges, not after it.")
        }
        try checkIsNotCancelled(state)
    }

    private static func checkIsNotCancelled(_ state: State) throws {
        guard !state.isCancelled else {
            throw PhotoLibraryError(.cancelled, "The change was cancelled: nothing is changed.")
        }
    }
}
