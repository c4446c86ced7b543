/// How far a load has come, at one moment.
///
/// Counts never fall from one snapshot to the next.
public struct LoadSnapshot: Sendable, Hashable {
    /// What is being done.
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// Finding files; some may be loaded already.
        case scanning
        /// Reading and decoding.
        case loading
        /// Everything is read; it is being made durable and recorded.
        case finishing
        /// All was done. The last snapshot.
        case done
        /// It ended early because of an error. The last snapshot.
        case failed
        /// It was cancelled. The last snapshot.
        case cancelled
    }

    /// What is being done.
    public var phase: Phase
    /// Files that need nothing more: loaded, failed or skipped.
    public var filesDone: Int
    /// Files known so far.
    public var filesTotal: Int
    /// Bytes of work done; the bytes of a file move while it is read and decoded (``FileProgress``).
    public var bytesDone: Int
    /// Bytes known so far.
    public var bytesTotal: Int
    /// Whether the totals are final; else they are "at least".
    public var totalIsFinal: Bool
    /// Bytes that arrived from the source per second, over the last 5 seconds; 0 before that is known.
    public var bytesPerSecond: Double
    /// How long the bytes that have not arrived will take at that rate; `nil` if the rate or the total is unknown.
    public var secondsLeft: Double?
    /// The file that was begun last.
    public var currentName: String?

    /// What the work is measured by: its bytes, or its files where it has none.
    var units: (done: Int, total: Int) {
        bytesTotal > 0 ? (bytesDone, bytesTotal) : (filesDone, filesTotal)
    }

    /// 0 while the total is not final, then `bytesDone / bytesTotal`, exactly 1 when done.
    ///
    /// Of work without bytes, `filesDone / filesTotal`. Never falls.
    public var fractionCompleted: Double {
        if phase == .done { return 1 }
        let (done, total) = units
        return totalIsFinal && total > 0 ? Double(done) / Double(total) : 0
    }
}
