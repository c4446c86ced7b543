internal import Dispatch
internal import Foundation
internal import Synchronization

/// Shows a tally in a `Progress` and a stream of snapshots; its serial queue is the only writer of both.
final class ProgressReporter: Sendable {
    /// How often the tally is looked at.
    private static let interval: DispatchTimeInterval = .milliseconds(100)
    /// After so long a snapshot goes out even if nothing changed, so that a reader knows that work goes on.
    private static let heartbeat: Duration = .milliseconds(350)

    private let tally: LoadTally
    private let progress: CancellableProgress
    private let updates: AsyncStream<LoadSnapshot>.Continuation
    private let queue = DispatchQueue(label: "OpenPhotoKit.LoadProgress", qos: .userInitiated)
    private let hasEnded = Atomic(false)
    /// What went out last.
    ///
    /// Only the queue touches it; the lock is there for the compiler and never waits.
    private let last = Mutex<(snapshot: LoadSnapshot, time: ContinuousClock.Instant)?>(nil)

    init(_ tally: LoadTally, _ progress: CancellableProgress, _ updates: AsyncStream<LoadSnapshot>.Continuation) {
        self.tally = tally
        self.progress = progress
        self.updates = updates
    }

    func start() { queue.async { self.tick() } }

    /// Shows the tally as it is now, waits until it is shown, and ends.
    func finish() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.sync {
            show(tally.snapshot(at: .now))
            updates.finish()
        }
    }

    /// Ends without a last snapshot.
    func stop() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        updates.finish()
    }

    private func tick() {
        guard !hasEnded.load(ordering: .acquiring) else { return }
        show(tally.snapshot(at: .now))
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.tick() }
    }

    private func show(_ snapshot: LoadSnapshot) {
        progress.show(snapshot)
        let now = ContinuousClock.now
        last.withLock { last in
            if let last, last.snapshot == snapshot, now - last.time < Self.heartbeat { return }
            last = (snapshot, now)
            updates.yield(snapshot)
        }
    }
}
