public import DecoderProcess
internal import Foundation
internal import LibraryInterface
internal import PhotoModel
internal import SystemSupport

extension PhotoLibrary {
    /// Changes the library.
    ///
    /// The requests of the block are carried out all together or not at all, and are durable afterwards.
    ///
    /// - Parameters:
    ///   - decoding: The mode in which the pictures of new files are decoded.
    ///   - block: Makes the requests, on a thread of the library. It may block. A block inside a block throws, and
    ///     fails the outer one too.
    /// - Returns: The result of the block.
    /// - Throws: The errors of the block, and ``PhotoLibraryError``: see ``ChangeRequests``; `changeNotSupported`
    ///   inside another block; `cancelled` if the task was cancelled before the change was made; `operationInterrupted`
    ///   if another process stored one of the pictures at the same time; `libraryUnavailable` if the library was
    ///   removed or renamed since it was opened; `libraryInFileProviderSyncRoot`, `notEnoughSpace`, `libraryBusy`,
    ///   `ioFailure`. Nothing is changed after an error, unless an app's connection ended during the change and no
    ///   broker answers: the `libraryUnavailable` then says that the change may have been made.
    public func performChanges<Value: Sendable>(
        decoding: DecodingMode = .automatic, _ block: @escaping @Sendable (ChangeRequests) throws -> Value
    ) async throws -> Value {
        try Self.checkIsOutsideBlock()
        let session = try await blocking { try self.beginChanges(decoding) }
        let changes = ChangeRequests(session)
        return try await withTaskCancellationHandler {
            try await blocking(on: .apps) { try Self.perform(changes, session, block) }
        } onCancel: {
            changes.cancel()
        }
    }

    /// Changes the library, on this thread: see ``performChanges(decoding:_:)``.
    public func performChangesAndWait<Value>(
        decoding: DecodingMode = .automatic, _ block: (ChangeRequests) throws -> Value
    ) throws -> Value {
        try Self.checkIsOutsideBlock()
        let session = try beginChanges(decoding)
        return try Self.perform(ChangeRequests(session), session, block)
    }

    private static func checkIsOutsideBlock() throws {
        guard let outer = ChangeRequests.current, outer.isOpen else { return }
        outer.failForBlockInside()
        throw ChangeRequests.blockInside
    }

    private func beginChanges(_ decoding: DecodingMode) throws -> any ChangeSession {
        // Another process decodes in the mode that its owner chose.
        guard let library = service as? LocalLibrary else { return try service.beginChanges(UUID()) }
        return try LocalChangeSession(library, decoding)
    }

    private static func perform<Value>(
        _ changes: ChangeRequests, _ session: any ChangeSession, _ block: (ChangeRequests) throws -> Value
    ) throws -> Value {
        var isCommitted = false
        defer { if !isCommitted { session.discard() } }
        let outcome = Result { try ChangeRequests.$current.withValue(changes) { try block(changes) } }
        let steps = changes.close()
        // If the block threw, its error is thrown even after a cancellation, because it is more specific.
        let value = try outcome.get()
        try changes.checkMayBeMade()
        isCommitted = true
        _ = try session.commit(steps)
        return value
    }
}
