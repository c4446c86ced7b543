package import Foundation
package import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

/// Decides when what persons set is written to the library's log: within a second, and before the library is closed.
///
/// A change does not wait for the log. What a killed process did not write is written when the library is opened again.
package final class LogPublisher: Sendable {
    private let catalog: PhotoCatalog
    private let writer: LogWriter
    private let queue = DispatchQueue(label: "openphotokit.log", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        /// Why the log could not be written the last time; `nil` if it was written.
        var failure: PhotoLibraryError?
    }

    /// So that several changes that follow each other are in one segment.
    private static let delayAfterChange: TimeInterval = 0.5
    /// So that the log does not slow the start of an app.
    private static let delayAfterOpening: TimeInterval = 3

    package init(_ library: LibraryContext) {
        catalog = library.catalog
        writer = LogWriter(library: library)
        guard catalog.isWritable else { return }
        catalog.registerListener.set { [weak self] in self?.schedule(after: Self.delayAfterChange) }
        schedule(after: Self.delayAfterOpening)
    }

    /// Writes what waits, and stops.
    ///
    /// Blocks.
    package func close() {
        guard catalog.isWritable else { return }
        catalog.registerListener.set(nil)
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
        if let failure = state.withLock({ $0.failure }) { throw failure }
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
        let isNew = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isNew else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isScheduled = false }
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
        }
    }
}
