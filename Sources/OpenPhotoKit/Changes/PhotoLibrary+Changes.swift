public import DecoderProcess
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel

extension PhotoLibrary {
    /// Changes the library.
    ///
    /// The requests of the block are carried out all together or not at all, and are durable afterwards.
    ///
    /// - Parameters:
    ///   - decoding: The mode in which the pictures of new files are decoded.
    ///   - block: Makes the requests, on a private queue. It may block. A block inside a block throws, and fails the
    ///     outer one too.
    /// - Returns: The result of the block.
    /// - Throws: The errors of the block, and ``PhotoLibraryError``: see ``ChangeRequests``; `changeNotSupported`
    ///   inside another block; `cancelled` if the task was cancelled before the change was made; `operationInterrupted`
    ///   if another process stored one of the pictures at the same time; `libraryUnavailable` if the library was
    ///   removed or renamed since it was opened; `libraryInFileProviderSyncRoot`, `notEnoughSpace`, `libraryBusy`,
    ///   `ioFailure`. Nothing is changed after an error.
    public func performChanges<Value: Sendable>(
        decoding: DecodingMode = .automatic, _ block: @escaping @Sendable (ChangeRequests) throws -> Value
    ) async throws -> Value {
        try Self.checkIsOutsideBlock()
        let changes = ChangeRequests(self, decoding: decoding)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: "openphotokit.changes").async { [self] in
                    continuation.resume(with: Result { try perform(changes, block) })
                }
            }
        } onCancel: {
            changes.cancel()
        }
    }

    /// Changes the library, on this thread: see ``performChanges(decoding:_:)``.
    public func performChangesAndWait<Value>(
        decoding: DecodingMode = .automatic, _ block: (ChangeRequests) throws -> Value
    ) throws -> Value {
        try Self.checkIsOutsideBlock()
        return try perform(ChangeRequests(self, decoding: decoding), block)
    }

    private static func checkIsOutsideBlock() throws {
        guard let outer = ChangeRequests.current, outer.isOpen else { return }
        outer.failForBlockInside()
        throw ChangeRequests.blockInside
    }

    private func perform<Value>(_ changes: ChangeRequests, _ block: (ChangeRequests) throws -> Value) throws -> Value {
        try catalog.permission.check()
        let outcome = Result { try ChangeRequests.$current.withValue(changes) { try block(changes) } }
        let (steps, staging) = changes.close()
        // The next run removes files that this one could not remove.
        defer { try? staging?.clear() }
        // If the block threw, its error is thrown even after a cancellation, because it says more.
        let value = try outcome.get()
        try changes.checkMayBeMade()
        // The block may have taken a long time, so the permission is checked again.
        try catalog.permission.check()
        if let staging {
            // Only a few hundred pictures are compared, so that a change does not wait for pictures that older imports
            // did not compare.
            if try staging.commit(steps) {
                var rounds = 0
                _ = compareNewPhotos {
                    rounds += 1
                    return rounds > 3
                }
            }
        } else if !steps.isEmpty {
            try catalog.perform(steps.compactMap(\.change))
        }
        return value
    }

    /// Compares new photos with the others, and resolves the stored references that are pending.
    ///
    /// The photos are already stored. A failure here is not reported: the next import, or the next search for
    /// duplicates, does the work.
    ///
    /// - Returns: The number of references that were resolved.
    func compareNewPhotos(isCancelled: () -> Bool = { false }) -> Int {
        try? SimilarPictureFinder(self).run(isStopped: isCancelled)
        return (try? resolveRememberedReferences()) ?? 0
    }
}

extension ChangeRequests.Step {
    /// The change of a step without files.
    fileprivate var change: CatalogChange? { if case .change(let change) = self { change } else { nil } }
}
