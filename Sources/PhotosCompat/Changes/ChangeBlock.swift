internal import OpenPhotoKit
internal import OpenPhotoKitOwner
internal import Synchronization

/// The current block of changes.
///
/// Requests cannot throw, so they add their changes or an error here.
///
/// The first invalid request fails the whole block.
final class ChangeBlock: Sendable {
    @TaskLocal static var current: ChangeBlock?

    let library: PHPhotoLibrary
    private let changes: ChangeRequests
    private let state = Mutex(State())

    private struct State {
        var failure: (any Error)?
        var creations: [Creation] = []
        /// Files to remove when the change is made.
        var movedFiles: [FilePath] = []
    }

    private init(_ changes: ChangeRequests, _ library: PHPhotoLibrary) {
        self.changes = changes
        self.library = library
    }

    /// Runs a block and carries out its changes.
    ///
    /// - Throws: ``PHPhotosError``; nothing is changed then.
    static func perform(in library: PHPhotoLibrary, _ body: () -> Void) throws {
        try PHPhotosError.mapping {
            let photoLibrary = try library.photoLibrary
            let moved = try photoLibrary.performChangesAndWait { changes in
                let block = ChangeBlock(changes, library)
                library.performAsShared { $current.withValue(block, operation: body) }
                return try block.finish()
            }
            try library.ownedLibrary?.removeStoredFiles(moved)
        }
    }

    /// The current block.
    ///
    /// Ends the process outside of all blocks, where PhotoKit raises an exception.
    static func required() -> ChangeBlock {
        guard let current else {
            fatalError("Change requests are made inside the block of PHPhotoLibrary.performChanges, not elsewhere.")
        }
        return current
    }

    /// Makes a request, unless the block has failed.
    ///
    /// - Returns: `nil` if the block has failed.
    @discardableResult
    func ask<Value>(_ body: (ChangeRequests) throws -> Value) -> Value? {
        guard state.withLock({ $0.failure == nil }) else { return nil }
        do { return try body(changes) } catch {
            fail(error)
            return nil
        }
    }

    /// Makes a request for objects of this block's library, and passes their identifiers to the body.
    func ask<Object: PHObject>(
        for objects: any NSFastEnumeration, _ type: Object.Type, _ body: (ChangeRequests, [String]) throws -> Void
    ) {
        let identifiers = identifiers(objects, type)
        ask { try body($0, identifiers) }
    }

    /// Fails the block, unless it has failed before.
    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Fails the block because a request was made in the wrong context.
    func refuse(_ message: String) { fail(PhotoLibraryError(.changeNotSupported, message)) }

    func add(_ creation: Creation) { state.withLock { $0.creations.append(creation) } }

    func removeAfterwards(_ files: [FilePath]) { state.withLock { $0.movedFiles += files } }

    /// The identifiers of objects of this block's library; fails the block for others.
    func identifiers<Object: PHObject>(_ objects: any NSFastEnumeration, _ type: Object.Type) -> [String] {
        let all = objects.enumeratedObjects
        let found = all.compactMap { $0 as? PHObject }.filter {
            $0.library == library && ($0 is Object || $0 is PHObjectPlaceholder)
        }
        if found.count < all.count { refuse("A request has objects of another kind or of another library.") }
        return found.map(\.localIdentifier)
    }

    /// Ends the requests of the block; returns the files to remove afterwards.
    private func finish() throws -> [FilePath] {
        // The creations refer to the block, which would keep the library open with the files of the block.
        let creations = state.withLock { state in
            defer { state.creations = [] }
            return state.creations
        }
        for creation in creations { creation.finish() }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.movedFiles
        }
    }
}
