internal import Synchronization

/// The counts of a ``LoadProgress``: every queue adds to them, one queue reads them.
///
/// Counts saturate instead of overflowing, because a sparse file can have any size.
final class LoadTally: Sendable {
    private struct State {
        var phase = LoadSnapshot.Phase.scanning
        var filesDone = 0
        var filesTotal = 0
        var bytesDone = 0
        var bytesTotal = 0
        var bytesArrived = 0
        var comparedDone = 0
        var comparedTotal = 0
        /// The bytes of files that were skipped or failed, which will never arrive.
        var bytesSkipped = 0
        var totalIsFinal = false
        var currentName: String?
        var rate = TransferRate()
    }

    private let state = Mutex(State())

    func setPhase(_ phase: LoadSnapshot.Phase) { state.withLock { $0.phase = phase } }

    func beginComparing(_ count: Int) {
        state.withLock { state in
            state.phase = .comparing
            state.comparedTotal = count
        }
    }

    func addCompared(_ count: Int) { state.withLock { $0.comparedDone.add(count) } }

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

    /// Ends a file and counts its remaining bytes.
    func endFile(rest: Int, notArrived: Int) {
        state.withLock { state in
            state.filesDone.add(1)
            state.bytesDone.add(rest)
            state.bytesSkipped.add(notArrived)
        }
    }

    /// The current counts; reading them also adds a sample to the rate.
    func snapshot(at time: ContinuousClock.Instant) -> LoadSnapshot {
        state.withLock { state in
            state.rate.add(state.bytesArrived, at: time)
            let rate = state.rate.perSecond
            let left = max(0, state.bytesTotal &- state.bytesArrived &- state.bytesSkipped)
            let bytesDone = min(state.bytesDone, state.bytesTotal)
            // The last files are still being read when the next phase begins.
            let isReading = state.phase == .finishing && state.filesDone < state.filesTotal
            return LoadSnapshot(
                phase: isReading ? .loading : state.phase, filesDone: state.filesDone,
                filesTotal: max(state.filesTotal, state.filesDone),
                bytesDone: state.phase == .done ? state.bytesTotal : bytesDone, bytesTotal: state.bytesTotal,
                comparedDone: min(state.comparedDone, state.comparedTotal), comparedTotal: state.comparedTotal,
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
