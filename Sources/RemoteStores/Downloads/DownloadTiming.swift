/// The numbers and times of downloads.
package struct DownloadTiming: Sendable {
    /// How often a store is asked, each time without 8 MiB of new bytes, before the next store is asked.
    package var attempts = 5
    /// The time before the second attempt; each further one waits twice as long.
    ///
    /// It varies by half.
    package var firstPause: Duration = .milliseconds(500)
    /// The longest pause that a service may ask for; for a longer one the next store is asked.
    package var longestPause: Duration = .seconds(60)
    package var failuresUntilOffline = 3
    package var offlineTime: Duration = .seconds(60)
    /// The size in bytes from which a file is large.
    package var largeSize: Int64 = 8 << 20
    /// How many large files are read from a store at a time.
    package var largeFiles = 2
    /// How many other files are read from a store at a time.
    package var smallFiles = 8
    /// How many bytes become durable at a time.
    package var durableSize: Int64 = 8 << 20

    package init() {}

    /// The time before the next attempt, after so many.
    func pause(after attempts: Int) -> Duration { firstPause * (pow2(attempts - 1) * Double.random(in: 0.5...1.5)) }

    private func pow2(_ exponent: Int) -> Double { Double(1 << max(0, min(20, exponent))) }
}
