internal import Synchronization

/// The counts behind a ``LoadProgress``: added to from every queue, read by one.
///
/// Counts saturate: sizes come from files, and sparse ones can claim any.
final class LoadTally: Sendable {
    private struct State {
        var phase = LoadSnapshot.Phase.scanning
        var filesDone = 0
        var filesTotal = 0
        var bytesDone = 0
        var bytesTotal = 0
        var bytesArrived = 0
        /// Bytes that will never arrive: of files that were skipped or failed.
        var bytesSkipped = 0
        var totalIsFinal = false
        var currentName: String?
        var rate = TransferRate()
    }

    private let state = Mutex(State())

    func setPhase(_ phase: LoadSnapshot.Phase) { state.withLock { $0.phase = phase } }

    func addExpected(files: Int, bytes: Int) {
        state.withLock { state in
            guard !state.totalIsFinal else { return }
            state.filesTotal.add(files)
            state.bytesTotal.add(bytes)
        }
    }

    func setTotalIsFinal() { state.withLock { $0.totalIsFinal = true } }

    func begin(_ name: String?) { state.withLock { $0.currentName = name ?? $0.currentName } }

    func advance(done: Int, arrived: Int) {
        state.withLock { state in
            state.bytesDone.add(done)
            state.bytesArrived.add(arrived)
        }
    }

    /// Ends a file, with its bytes that were not counted before.
    func endFile(rest: Int, notArrived: Int) {
        state.withLock { state in
            state.filesDone.add(1)
            state.bytesDone.add(rest)
            state.bytesSkipped.add(notArrived)
        }
    }

    /// Counts at this moment; also a sample of the rate.
    func snapshot(at time: ContinuousClock.Instant) -> LoadSnapshot {
        state.withLock { state in
            state.rate.add(state.bytesArrived, at: time)
            let rate = state.rate.perSecond
            let left = max(0, state.bytesTotal &- state.bytesArrived &- state.bytesSkipped)
            let bytesDone = min(state.bytesDone, state.bytesTotal)
            // The last files are still being read when the work that follows begins.
            let isReading = state.phase == .finishing && state.filesDone < state.filesTotal
            return LoadSnapshot(
                phase: isReading ? .loading : state.phase, filesDone: state.filesDone,
                filesTotal: max(state.filesTotal, state.filesDone),
                bytesDone: state.phase == .done ? state.bytesTotal : bytesDone, bytesTotal: state.bytesTotal,
                totalIsFinal: state.totalIsFinal, bytesPerSecond: rate,
                secondsLeft: state.totalIsFinal && rate > 0 ? Double(left) / rate : nil,
                currentName: state.currentName)
        }
    }
}

extension Int {
    fileprivate mutating func add(_ other: Int) {
        let (sum, overflow) = addingReportingOverflow(Swift.max(0, other))
        self = overflow ? .max : sum
    }
}
