internal import Originals
internal import Synchronization
package import SystemSupport

/// Limits the rate of transfers, which share it: a token bucket that holds the bytes of a quarter of a second.
///
/// Thread-safe.
package final class TransferLimit: Sendable {
    private struct State {
        var rate: Int?
        /// The time at which all bytes that were allowed will have been sent.
        var end = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// No limit.
    package init() {}

    /// Bytes a second; `nil` for no limit.
    package var bytesPerSecond: Int? {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = newValue.map { max(1, $0) } } }
    }

    /// The number of bytes to transfer at once, so that the rate is even.
    var pieceSize: Int { bytesPerSecond.map { max(4096, $0 / 8) } ?? .max }

    /// Waits until bytes may be transferred.
    ///
    /// - Throws: `cancelled`.
    package func wait(for count: Int, _ cancellation: Cancellation) throws {
        let pause: Duration = state.withLock { state in
            guard let rate = state.rate else { return .zero }
            let now = ContinuousClock.now
            let start = max(state.end, now - .milliseconds(250))
            state.end = start + .seconds(Double(count) / Double(rate))
            return state.end - now
        }
        if pause > .zero { try cancellation.wait(pause) }
    }
}

/// Bytes that are received at a limited rate.
final class MeteredByteSource: ByteSource {
    private let source: any ByteSource
    private let limit: TransferLimit
    private let cancellation = Cancellation()

    init(_ source: any ByteSource, _ limit: TransferLimit) { (self.source, self.limit) = (source, limit) }

    var length: Int64 { source.length }
    func version() throws -> ByteVersion { try source.version() }

    var cancel: @Sendable () -> Void {
        let cancelSource = source.cancel
        return { [cancellation] in
            cancellation.cancel()
            cancelSource()
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit.pieceSize))
        let count = try source.read(into: part)
        try limit.wait(for: count, cancellation)
        return count
    }
}
