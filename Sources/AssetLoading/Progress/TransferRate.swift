/// The growth rate of a count over the last seconds.
struct TransferRate {
    private static let window: Duration = .seconds(5)
    /// The rate over a shorter time varies too much.
    private static let shortest: Duration = .milliseconds(300)

    private var samples: [(time: ContinuousClock.Instant, count: Int)] = []

    /// Adds a sample; times and counts never fall.
    mutating func add(_ count: Int, at time: ContinuousClock.Instant) {
        samples.append((time, count))
        // One sample older than the window stays, so that the rate always covers the whole window.
        let old = samples.prefix { time - $0.time > Self.window }.count
        samples.removeFirst(max(0, old - 1))
    }

    /// Counts per second; 0 while too little time has passed.
    var perSecond: Double {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= Self.shortest else {
            return 0
        }
        return Double(last.count - first.count) / ((last.time - first.time) / .seconds(1))
    }
}
