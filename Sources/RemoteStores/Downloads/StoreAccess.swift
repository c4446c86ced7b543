internal import Foundation
internal import PhotoModel
internal import SystemSupport

/// One store as all downloads use it: how many at a time, and whether it can be reached.
final class StoreAccess: Sendable {
    private struct State {
        /// The number of files that are being read: large ones and small ones.
        var running = [true: 0, false: 0]
        /// Those that wait for a place, in the order of their arrival.
        var waiting: [(number: Int, isLarge: Bool, priority: SharedPriority)] = []
        var lastNumber = 0
        /// The number of connections that failed since the last one that did not.
        var failures = 0
        /// Until when the store is not asked.
        var offline: (end: ContinuousClock.Instant, date: Date, cause: PhotoLibraryError)?

        /// Whether the waiting download has the next place.
        func isNext(_ number: Int, _ isLarge: Bool) -> Bool {
            let next = waiting.filter { $0.isLarge == isLarge }
                .max { ($0.priority.value, -$0.number) < ($1.priority.value, -$1.number) }
            return next?.number == number
        }
    }

    let store: OriginalStore
    private let timing: DownloadTiming
    private let state = Monitor(State())

    init(_ store: OriginalStore, _ timing: DownloadTiming) { (self.store, self.timing) = (store, timing) }

    // MARK: Places

    /// A place for reading one file, until it is released.
    final class Place {
        private let access: StoreAccess
        private let isLarge: Bool

        fileprivate init(_ access: StoreAccess, _ isLarge: Bool) { (self.access, self.isLarge) = (access, isLarge) }
        deinit { access.state.change { $0.running[isLarge, default: 1] -= 1 } }
    }

    /// Waits for a place.
    ///
    /// Files of 8 MiB or more are read two at a time, smaller ones eight, in the order of the priorities.
    ///
    /// - Throws: `cancelled`.
    func place(size: Int64, _ priority: SharedPriority, _ cancellation: Cancellation) throws -> Place {
        let isLarge = size >= timing.largeSize
        let limit = isLarge ? timing.largeFiles : timing.smallFiles
        let number = state.withLock { state in
            state.lastNumber += 1
            state.waiting.append((state.lastNumber, isLarge, priority))
            return state.lastNumber
        }
        defer { state.change { $0.waiting.removeAll { $0.number == number } } }
        return try state.wait(cancellation) { state in
            guard state.running[isLarge, default: 0] < limit, state.isNext(number, isLarge) else { return nil }
            state.running[isLarge, default: 0] += 1
            return Place(self, isLarge)
        }
    }

    // MARK: Connections

    /// - Throws: `networkError`, with the time of the next attempt, if the last connections failed.
    func checkIsOnline() throws {
        guard let offline = state.withLock({ $0.offline }), offline.end > .now else { return }
        let time = offline.date.formatted(date: .omitted, time: .standard)
        throw PhotoLibraryError(
            .networkError, "\(offline.cause.message) The store is asked again at \(time).", cause: offline.cause)
    }

    func connectionSucceeded() {
        state.withLock { ($0.failures, $0.offline) = (0, nil) }
    }

    func connectionFailed(_ error: PhotoLibraryError) {
        state.withLock { state in
            state.failures += 1
            guard state.failures >= timing.failuresUntilOffline else { return }
            let seconds = Double(timing.offlineTime.components.seconds)
            state.offline = (.now + timing.offlineTime, Date(timeIntervalSinceNow: seconds), error)
            // The next connection is a new attempt.
            state.failures = timing.failuresUntilOffline - 1
        }
    }
}
