package import Foundation
package import LibraryStorage
internal import PhotoCatalog
package import PhotoModel
internal import Synchronization

/// Decides when what persons set is written to the library's log: within a second, and before the library is closed.
///
/// A change does not wait for the log. What could not be written is tried again. What a killed process did not write is
/// written when the library is opened again.
package final class LogPublisher: Sendable {
    private let catalog: PhotoCatalog
    private let writer: LogWriter
    private let queue = DispatchQueue(label: "openphotokit.log", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        /// When the log is written next.
        var next = Date.distantFuture
        /// Why the log could not be written the last time; `nil` if it was written.
        var failure: PhotoLibraryError?
    }

    /// So that several changes that follow each other are in one segment.
    private static let delayAfterChange: TimeInterval = 0.5
    /// So that an import into albums writes few segments.
    private static let delayAfterImport: TimeInterval = 5
    /// So that the log does not slow the start of an app.
    private static let delayAfterOpening: TimeInterval = 3
    private let delayAfterFailure: TimeInterval

    /// - Parameter delayAfterFailure: In seconds. The reason may have passed then, such as a full disk.
    package init(_ library: LibraryContext, retryingAfter delayAfterFailure: TimeInterval = 30) {
        catalog = library.catalog
        writer = LogWriter(library: library)
        self.delayAfterFailure = delayAfterFailure
        guard catalog.isWritable else { return }
        catalog.registerListener.set { [weak self] in self?.schedule(after: Self.delayAfterChange) }
        catalog.importListener.set { [weak self] in self?.schedule(after: Self.delayAfterImport) }
        schedule(after: Self.delayAfterOpening)
    }

    /// Why the log could not be written the last time; `nil` if it was written.
    package var failure: PhotoLibraryError? { state.withLock { $0.failure } }

    /// Writes what waits, and stops.
    ///
    /// Blocks.
    package func close() {
        guard catalog.isWritable else { return }
        catalog.registerListener.set(nil)
        catalog.importListener.set(nil)
        queue.sync { publish() }
    }

    /// Writes what waits.
    ///
    /// Blocks.
    ///
    /// - Throws: The reason why the log could not be written.
    package func finish(now: Date = Date()) throws {
        guard catalog.isWritable else { return }
        queue.sync { publish(now: now) }
        if let failure { throw failure }
    }

    /// Makes the writer of the log, if no value was written yet or the writer is that of another catalogue or place.
    ///
    /// Blocks.
    ///
    /// - Parameter isNew: Whether the writer is a new one in any case.
    package func beginLog(asNewWriter isNew: Bool = false, now: Date = Date()) throws {
        try queue.sync { try writer.begin(asNewWriter: isNew, now: now) }
    }

    private func schedule(after delay: TimeInterval) {
        let date = Date() + delay
        let isEarlier = state.withLock { state in
            guard date < state.next else { return false }
            state.next = date
            return true
        }
        guard isEarlier else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            state.withLock { $0.next = .distantFuture }
            publish()
        }
    }

    private func publish(now: Date = Date()) {
        // A library that may not be changed now keeps what waits. This is not an error.
        guard (try? catalog.permission.check()) != nil else { return }
        do {
            try writer.publish(now: now)
            state.withLock { $0.failure = nil }
        } catch {
            let failure = PhotoLibraryError(converting: error)
            state.withLock { $0.failure = failure }
            schedule(after: delayAfterFailure)
        }
    }
}
