internal import Dispatch
internal import Foundation
internal import PhotoCatalog
internal import Synchronization

/// Exchanges with the registry while a library is open: soon after it was opened, and once a minute.
///
/// A failure is not reported here. ``LibrarySync/status(now:)`` finds its reason.
package final class SyncSchedule: Sendable {
    private let sync: LibrarySync
    private let queue = DispatchQueue(label: "openphotokit.sync", qos: .utility)
    private let isClosed = Mutex(false)

    /// So that an exchange does not slow the start of an app.
    private static let delayAfterOpening: TimeInterval = 5
    private static let period: TimeInterval = 60

    package init(_ sync: LibrarySync) {
        self.sync = sync
        if sync.catalog.isWritable { plan(after: Self.delayAfterOpening) }
    }

    /// Waits for a running exchange, and stops.
    ///
    /// Blocks.
    package func close() {
        isClosed.withLock { $0 = true }
        queue.sync {}
    }

    private func plan(after delay: TimeInterval) {
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, !isClosed.withLock({ $0 }) else { return }
            try? sync.runIfNews()
            plan(after: Self.period)
        }
    }
}
