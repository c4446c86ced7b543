/// The progress of a load at one moment.
///
/// Counts never fall from one snapshot to the next.
package struct LoadSnapshot: Sendable, Hashable {
    /// What is being done.
    package enum Phase: String, Sendable, Codable, CaseIterable {
        /// Finding files. Some may be loaded already.
        case scanning
        /// Reading and decoding.
        case loading
        /// All files are read and are being made durable and recorded.
        case finishing
        /// New pictures are compared with all others.
        case comparing
        /// The load completed. The last snapshot.
        case done
        /// The load ended early because of an error. The last snapshot.
        case failed
        /// The load was cancelled. The last snapshot.
        case cancelled
    }

    /// What is being done.
    package var phase: Phase
    /// The number of files that are loaded, failed or skipped.
    package var filesDone: Int
    /// The number of files found so far.
    package var filesTotal: Int
    /// The number of bytes done; it increases while a file is read and decoded (``FileProgress``).
    package var bytesDone: Int
    /// The number of bytes of the files found so far.
    package var bytesTotal: Int
    /// The number of new pictures that were compared with all others.
    package var comparedDone: Int = 0
    /// The number of new pictures to compare; 0 before the phase ``Phase/comparing``.
    package var comparedTotal: Int = 0
    /// Whether the totals are final; if not, they are lower bounds.
    package var totalIsFinal: Bool
    /// Bytes per second that arrived from the source over the last 5 seconds; 0 before the rate is known.
    package var bytesPerSecond: Double
    /// The remaining time at that rate; `nil` if the rate or the total is unknown.
    package var secondsLeft: Double?
    /// The file that was started last.
    package var currentName: String?

    /// The unit of the work: bytes, or files where the work has no bytes.
    var units: (done: Int, total: Int) {
        bytesTotal > 0 ? (bytesDone, bytesTotal) : (filesDone, filesTotal)
    }

    /// The completed fraction: `bytesDone / bytesTotal`, or `filesDone / filesTotal` for work without bytes.
    ///
    /// Exactly 1 when done. It never falls.
    package var fractionCompleted: Double {
        if phase == .done { return 1 }
        let (done, total) = units
        return totalIsFinal && total > 0 ? Double(done) / Double(total) : 0
    }
}
