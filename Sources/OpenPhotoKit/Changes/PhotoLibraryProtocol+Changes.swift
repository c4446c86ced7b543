internal import Foundation
package import LibraryInterface
internal import PhotoModel
internal import SystemSupport

extension PhotoLibraryProtocol {
    /// Changes the library.
    ///
    /// The requests of the block are carried out all together or not at all, and are durable afterwards.
    ///
    /// - Parameter block: Makes the requests, on a thread of the library. It may block. A block inside a block throws,
    ///   and fails the outer one too.
    /// - Returns: The result of the block.
    /// - Throws: The errors of the block, and `PhotoLibraryError`: see ``ChangeRequests``; `changeNotSupported`
    ///   inside another block; `cancelled` if the task was cancelled before the change was made; `operationInterrupted`
    ///   if another process stored one of the pictures at the same time; `libraryUnavailable` if the library was
    ///   removed or renamed since it was opened; `libraryInFileProviderSyncRoot`, `notEnoughSpace`, `libraryBusy`,
    ///   `ioFailure`. Nothing is changed after an error, unless an app's connection ended during the change and no
    ///   broker answers: the `libraryUnavailable` then says that the change may have been made.
    public func performChanges<Value: Sendable>(
        _ block: @escaping @Sendable (ChangeRequests) throws -> Value
    ) async throws -> Value {
        try ChangeRequests.checkIsOutsideBlock()
        let session = try await requesting { [service] in try service.beginChanges(UUID()) }
        let changes = ChangeRequests(session)
        return try await withTaskCancellationHandler {
            try await blocking(on: .apps) { try changes.perform(block) }
        } onCancel: {
            changes.cancel()
        }
    }

    /// Changes the library, on this thread: see ``performChanges(_:)``.
    public func performChangesAndWait<Value>(_ block: (ChangeRequests) throws -> Value) throws -> Value {
        try performChangesAndWait(block) { try service.beginChanges(UUID()) }
    }

    /// Changes the library, on this thread, in the session that `begin` returns.
    package func performChangesAndWait<Value>(
        _ block: (ChangeRequests) throws -> Value, in begin: () throws -> any ChangeSession
    ) throws -> Value {
        try ChangeRequests.checkIsOutsideBlock()
        return try ChangeRequests(begin()).perform(block)
    }
}

extension ChangeRequests {
    fileprivate static func checkIsOutsideBlock() throws {
        guard let outer = current, outer.isOpen else { return }
        outer.failForBlockInside()
        throw blockInside
    }

    /// Makes the requests of the block, and carries them out.
    fileprivate func perform<Value>(_ block: (ChangeRequests) throws -> Value) throws -> Value {
        var isCommitted = false
        defer { if !isCommitted { session.discard() } }
        let outcome = Result { try Self.$current.withValue(self) { try block(self) } }
        let steps = close()
        // If the block threw, its error is thrown even after a cancellation, because it is more specific.
        let value = try outcome.get()
        try checkMayBeMade()
        isCommitted = true
        _ = try session.commit(steps)
        return value
    }
}
