internal import PhotoModel

/// Observes a decode and can cancel it.
public struct DecodeMonitor: Sendable {
    /// A monitor that ignores progress and never cancels.
    public static let none: DecodeMonitor = DecodeMonitor { _ in true }

    package let onBytes: @Sendable (Int) -> Bool

    /// Creates a monitor for the number of bytes that were read.
    ///
    /// - Parameter onBytes: Called on the decoding thread, at least every 64 KiB of input and every 50 ms or so of
    ///   work, with a count that never falls and never exceeds the source's size. Returning `false` cancels.
    public init(_ onBytes: @escaping @Sendable (Int) -> Bool) { self.onBytes = onBytes }
}

/// The progress of one reading, which consists of one or several passes over the source.
///
/// A pass can read the source more than once, and only new bytes count.
final class DecodeProgress {
    private let monitor: DecodeMonitor
    private let size: Int
    /// The bytes of this pass, and the number of earlier passes.
    private var (bytes, passes) = (0, 0)
    /// The number that the monitor got last.
    private var reported = 0
    /// The number of passes; known when the first one has begun.
    var passCount = 1

    /// - Parameter size: The size of the source in bytes.
    init(_ monitor: DecodeMonitor, size: Int) {
        self.monitor = monitor
        self.size = size
    }

    /// Counts the bytes of the next pass.
    func beginNextPass() { (bytes, passes) = (0, passes + 1) }

    /// - Throws: `cancelled` if the monitor returned `false`.
    func advance(to offset: Int = 0) throws(PhotoLibraryError) {
        bytes = max(bytes, offset)
        reported = max(reported, passCount == 1 ? bytes : (passes * size + bytes) / passCount)
        guard monitor.onBytes(reported) else { throw PhotoLibraryError(.cancelled, "Reading the image was cancelled.") }
    }
}
