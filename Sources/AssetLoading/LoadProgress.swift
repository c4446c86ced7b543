internal import Dispatch
public import Foundation

/// The progress of a load of many files: a `Progress` to look at and to cancel, and a stream of snapshots.
///
/// Foundation's `Progress` has no lock, no rates and no texts on Linux. So all queues count in one tally, and one private
/// serial queue shows it ten times a second. The `Progress` is one node and not a tree with a child a file: its
/// `completedUnitCount` moves within a file too, and it adds up exactly whatever the number of files. It may itself be
/// added as a child to another `Progress`, which this queue then writes.
public final class LoadProgress: Sendable {
    /// Bytes done of bytes total, or files of files where the work has no bytes; indeterminate (total −1) until the walk
    /// is finished.
    ///
    /// Its fraction never falls and becomes 1 only when all is done. A load of nothing ends as 1 of 1.
    /// `cancel()` may be called on any thread.
    public let progress: Progress
    /// Snapshots for one reader: at most ten a second, at least one each half second, and a last one at the end.
    ///
    /// A reader that is late gets only the newest.
    public let updates: AsyncStream<LoadSnapshot>

    private let tally = LoadTally()
    private let shown: CancellableProgress
    private let reporter: ProgressReporter

    /// A progress in the phase `scanning`, with nothing expected yet.
    public init() {
        shown = CancellableProgress(kind: .file)
        progress = shown
        let (updates, continuation) = AsyncStream.makeStream(
            of: LoadSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        self.updates = updates
        reporter = ProgressReporter(tally, shown, continuation)
        reporter.start()
    }

    deinit { reporter.stop() }

    /// Whether it was cancelled.
    ///
    /// Cheap.
    public var isCancelled: Bool { shown.isCancelled }

    /// The same as `progress.cancel()`.
    public func cancel() { progress.cancel() }

    /// Says what is being done now; `done`, `failed` and `cancelled` are for ``finish(succeeded:)``.
    public func setPhase(_ phase: LoadSnapshot.Phase) { tally.setPhase(phase) }

    /// Adds files that were found.
    ///
    /// Ignored once the walk is finished: a fraction that was shown must not fall.
    public func addExpected(files: Int, bytes: Int) { tally.addExpected(files: files, bytes: bytes) }

    /// No more will be found: the totals are final, the `Progress` becomes determinate.
    public func walkFinished() { tally.setTotalIsFinal() }

    /// Begins a file that was expected with so many bytes.
    ///
    /// - Parameter isDecoded: Whether it will be decoded after it is read (``FileProgress``).
    public func beginFile(bytes: Int, name: String? = nil, isDecoded: Bool = true) -> FileProgress {
        tally.begin(name)
        return FileProgress(bytes: bytes, isDecoded: isDecoded, tally: tally, cancellation: shown)
    }

    /// A file that was expected with so many bytes needs no loading.
    public func fileSkipped(bytes: Int) { tally.endFile(rest: bytes, notArrived: bytes) }

    /// Ends the progress: when it returns, the last snapshot is out (`done`, `failed`, or `cancelled` if it was) and
    /// the `Progress` shows it.
    ///
    /// What is counted afterwards is not shown.
    public func finish(succeeded: Bool = true) {
        tally.setTotalIsFinal()
        tally.setPhase(isCancelled ? .cancelled : succeeded ? .done : .failed)
        reporter.finish()
    }
}
