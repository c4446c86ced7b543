internal import Foundation
package import LibraryStorage
internal import PhotoCatalog
package import PhotoModel
internal import Synchronization

/// Decides when a new copy of the catalogue is made.
///
/// A copy is due when there is no copy, or when the last copy is older than the interval that the owner set. The copy
/// is made at the end of an import, shortly after another change, or shortly after the library was opened. No copy is
/// made during an import.
package final class CatalogCopier: Sendable {
    private let catalog: PhotoCatalog
    private let writer: CatalogCopyWriter
    private let queue = DispatchQueue(label: "openphotokit.catalog-copy", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        var isClosed = false
        var runningImports = 0
        /// Whether this process wrote to the catalogue.
        var hasWritten = false
        /// No copy is due before this date.
        var nextCheck = Date.distantPast
        /// Why the last copy that was due was not made.
        var failure: PhotoLibraryError?
    }

    /// So that a copy does not slow the start of an app.
    private static let delayAfterOpening: TimeInterval = 5
    /// So that several changes that follow each other lead to one copy.
    private static let delayAfterChange: TimeInterval = 2
    /// After a failure, such as a full disk.
    private static let delayAfterFailure: TimeInterval = 3600

    package init(_ library: LibraryContext) {
        catalog = library.catalog
        writer = CatalogCopyWriter(library: library)
        guard catalog.isWritable else { return }
        catalog.writeListener.set { [weak self] in self?.catalogWasWritten() }
        schedule(after: Self.delayAfterOpening)
    }

    /// Stops making copies.
    ///
    /// Cancels an automatic copy that is being made, and blocks until any running copy has ended.
    package func close() {
        catalog.writeListener.set(nil)
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    /// Makes a copy now.
    ///
    /// If that fails, the last copy stays. Blocks.
    package func makeNow(isCancelled: @escaping () -> Bool) throws {
        try catalog.permission.check()
        try queue.sync { try writer.make(if: { true }, isCancelled: isCancelled) }
        state.withLock { $0.failure = nil }
    }

    /// Runs an import, then makes the copy that is due.
    package func afterImport<Value>(_ body: () throws -> Value) throws -> Value {
        state.withLock { $0.runningImports += 1 }
        let result = Result { try body() }
        state.withLock { $0.runningImports -= 1 }
        if case .success = result { queue.sync { makeIfDue() } }
        return try result.get()
    }

    /// Makes the copy that is due after the changes of this process.
    ///
    /// A process calls this before it ends, because it may end before the delay after a change has passed. Blocks.
    ///
    /// - Throws: The reason why the copy that was due was not made.
    package func finish() throws {
        if state.withLock({ $0.hasWritten }) { queue.sync { makeIfDue() } }
        if let failure { throw failure }
    }

    /// Reads the interval again, because the owner changed it.
    package func intervalHasChanged() {
        state.withLock { $0.nextCheck = .distantPast }
        schedule(after: Self.delayAfterChange)
    }

    /// Why the last copy that was due was not made; `nil` if it was made.
    package var failure: PhotoLibraryError? { state.withLock { $0.failure } }

    private func catalogWasWritten() {
        let isDue = state.withLock { state in
            state.hasWritten = true
            return Date() >= state.nextCheck
        }
        if isDue { schedule(after: Self.delayAfterChange) }
    }

    private func schedule(after delay: TimeInterval) {
        let isNew = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isNew else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            let isImporting = state.withLock { state in
                state.isScheduled = false
                return state.runningImports > 0
            }
            // `afterImport` makes the copy then.
            if !isImporting { makeIfDue() }
        }
    }

    private func makeIfDue() {
        do {
            guard !state.withLock({ $0.isClosed }), Date() >= state.withLock({ $0.nextCheck }) else { return }
            guard let hours = try catalog.copyInterval() else {
                return state.withLock { $0.nextCheck = .distantFuture }
            }
            let interval = Double(hours) * 3600
            let isDue = { [writer] in writer.age.map { 0...interval ~= $0 } != true }
            // A library that may not be changed gets no copy. This is not an error.
            if isDue(), (try? catalog.permission.check()) != nil {
                try writer.make(if: isDue) { [self] in state.withLock { $0.isClosed } }
            }
            let nextCheck = Date() + max(Self.delayAfterChange, interval - (writer.age ?? 0))
            state.withLock {
                $0.nextCheck = nextCheck
                $0.failure = nil
            }
        } catch let error as PhotoLibraryError where error.code == .cancelled {
        } catch {
            let error = error as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(error)", cause: error)
            state.withLock {
                $0.nextCheck = Date() + Self.delayAfterFailure
                $0.failure = error
            }
        }
    }
}
