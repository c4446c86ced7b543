public import DecoderProcess
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel

extension PhotoLibrary {
    /// Changes the library: what the block asks for happens all together or not at all, and is durable afterwards.
    ///
    /// - Parameters:
    ///   - decoding: Where the pictures of new files are decoded.
    ///   - block: Asks for the changes, on a private queue. It may block. A block inside a block throws, and fails the outer one
    ///     too.
    /// - Returns: What the block returns.
    /// - Throws: What the block throws, and ``PhotoLibraryError``: see ``ChangeRequests``; `changeNotSupported` inside
    ///   another block; `cancelled` if the task was cancelled before the change was made; `operationInterrupted` if
    ///   another process stored one of the pictures at the same moment; `libraryUnavailable` if the library was removed or
    ///   renamed since it was opened; `libraryInFileProviderSyncRoot`, `notEnoughSpace`, `libraryBusy`, `ioFailure`. Nothing is changed then.
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
        // The next run does what this one could not.
        defer { try? staging?.clear() }
        // A block that threw may be cancelled too; its own error says more.
        let value = try outcome.get()
        try changes.checkMayBeMade()
        // The block may have taken long.
        try catalog.permission.check()
        if let staging {
            // A few hundred at a time: whoever waits for a change does not wait for what older imports left to do.
            if try staging.commit(steps) {
                var rounds = 0
                _ = introduceNewcomers {
                    rounds += 1
                    return rounds > 3
                }
            }
        } else if !steps.isEmpty {
            try catalog.perform(steps.compactMap(\.change))
        }
        return value
    }

    /// Looks whom new photos may be taken for, and whether somebody waits for them.
    ///
    /// Everything is stored already. What does not succeed here is done by the next import, or when it is asked for.
    ///
    /// - Returns: How many kept references were resolved.
    func introduceNewcomers(isCancelled: () -> Bool = { false }) -> Int {
        try? SimilarPictureFinder(self).run(isStopped: isCancelled)
        return (try? resolveRememberedReferences()) ?? 0
    }
}

extension ChangeRequests.Step {
    /// The change of a step without files.
    fileprivate var change: CatalogChange? { if case .change(let change) = self { change } else { nil } }
}
