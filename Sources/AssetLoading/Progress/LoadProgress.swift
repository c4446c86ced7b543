internal import Dispatch
package import Foundation
package import SystemSupport

/// The progress of a load of many files: a `Progress` to display and to cancel, and a stream of snapshots.
///
/// Foundation's `Progress` has no lock, no rates and no texts on Linux. So all queues count in one tally, and one
/// private serial queue copies it to the `Progress` ten times a second. The `Progress` has no child for each file: its
/// `completedUnitCount` increases within a file too, and its sums are exact for any number of files. If it is a child
/// of another `Progress`, this queue writes that too.
package final class LoadProgress: Sendable {
    /// The completed bytes of all bytes, or the completed files of all files where the work has no bytes.
    ///
    /// A caller's progress keeps its total until all files have been found; that of ``ByteProgress`` is −1 until then.
    ///
    /// Its fraction never falls and becomes 1 only at the end. A load of no files ends as 1 of 1.
    /// `cancel()` may be called on any thread.
    package let progress: Progress
    /// Snapshots for one reader: at most ten a second, at least one every half second, and a last one at the end.
    ///
    /// A slow reader gets only the newest snapshot.
    package let updates: AsyncStream<LoadSnapshot>

    /// Ends what waits when the load is cancelled.
    package let cancellation = Cancellation()

    private let tally = LoadTally()
    private let reporter: ProgressReporter

    /// A progress in the phase `scanning`, without any files yet.
    ///
    /// - Parameter progress: The caller's progress, which shows this load alone.
    package init(showing progress: Progress? = nil) {
        self.progress = progress ?? ByteProgress()
        self.progress.onCancel { [cancellation] in cancellation.cancel() }
        let (updates, continuation) = AsyncStream.makeStream(
            of: LoadSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        self.updates = updates
        reporter = ProgressReporter(tally, self.progress, continuation)
        reporter.start()
    }

    deinit { reporter.stop() }

    /// Whether the load was cancelled.
    ///
    /// Cheap.
    package var isCancelled: Bool { cancellation.isCancelled }

    /// The same as `progress.cancel()`.
    package func cancel() { progress.cancel() }

    /// Sets the current phase.
    ///
    /// Only ``finish(succeeded:)`` sets `done`, `failed` and `cancelled`.
    package func setPhase(_ phase: LoadSnapshot.Phase) { tally.setPhase(phase) }

    /// Begins the comparison of this number of new pictures, after all files were read.
    package func beginComparing(_ count: Int) { tally.beginComparing(count) }

    /// Adds new pictures that were compared.
    package func addCompared(_ count: Int) { tally.addCompared(count) }

    /// Adds files that were found.
    ///
    /// Ignored after ``walkFinished()``: a fraction that was shown must not fall.
    package func addExpected(files: Int, bytes: Int) { tally.addExpected(files: files, bytes: bytes) }

    /// Ends the search for files: the totals are final, and the `Progress` becomes determinate.
    ///
    /// When it returns, the `Progress` shows the total.
    package func walkFinished() {
        tally.setTotalIsFinal()
        reporter.publish()
    }

    /// Begins a file that was added with this number of bytes.
    ///
    /// - Parameter rest: The work on the file after it is read.
    package func beginFile(
        bytes: Int, name: String? = nil, then rest: FileProgress.Rest = .decoding
    ) -> FileProgress {
        tally.begin(name)
        return FileProgress(bytes: bytes, then: rest, tally: tally, cancellation: cancellation)
    }

    /// Counts a file that was added with this number of bytes as done, because it needs no loading.
    package func fileSkipped(bytes: Int) { tally.endFile(rest: bytes, notArrived: bytes) }

    /// Ends the progress.
    ///
    /// When it returns, the last snapshot has been sent (`done`, `failed`, or `cancelled` if the load was cancelled)
    /// and the `Progress` shows it.
    ///
    /// Later counts are ignored.
    package func finish(succeeded: Bool = true) {
        tally.setTotalIsFinal()
        tally.setPhase(isCancelled ? .cancelled : succeeded ? .done : .failed)
        reporter.finish()
    }
}
