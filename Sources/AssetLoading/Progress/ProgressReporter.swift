internal import Dispatch
internal import Foundation
internal import Synchronization

/// Publishes a tally as a `Progress` and a stream of snapshots; its serial queue is the only writer of both.
final class ProgressReporter: Sendable {
    /// The interval between two reads of the tally.
    private static let interval: DispatchTimeInterval = .milliseconds(100)
    /// After this time a snapshot is sent even if nothing changed, so that a reader knows that the work continues.
    private static let heartbeat: Duration = .milliseconds(350)

    private let tally: LoadTally
    private let progress: Progress
    private let updates: AsyncStream<LoadSnapshot>.Continuation
    private let queue = DispatchQueue(label: "OpenPhotoKit.LoadProgress", qos: .userInitiated)
    private let hasEnded = Atomic(false)
    /// The last snapshot that was sent.
    ///
    /// Only the queue uses it. The compiler requires the lock, which never blocks.
    private let last = Mutex<(snapshot: LoadSnapshot, time: ContinuousClock.Instant)?>(nil)

    init(_ tally: LoadTally, _ progress: Progress, _ updates: AsyncStream<LoadSnapshot>.Continuation) {
        self.tally = tally
        self.progress = progress
        self.updates = updates
    }

    func start() { queue.async { self.tick() } }

    /// Publishes the current tally, and waits until that is done.
    func publish() {
        queue.sync {
            guard !hasEnded.load(ordering: .acquiring) else { return }
            show(tally.snapshot(at: .now))
        }
    }

    /// Publishes the current tally, waits until that is done, and ends.
    func finish() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.sync {
            show(tally.snapshot(at: .now))
            end()
        }
    }

    /// Ends without a last snapshot.
    func stop() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        end()
    }

    private func end() {
        (progress as? ByteProgress)?.end()
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
