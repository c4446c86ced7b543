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

/// The progress of one reading.
///
/// A reading can read the source more than once, and only new bytes count.
final class DecodeProgress {
    private let monitor: DecodeMonitor
    private var bytes = 0

    init(_ monitor: DecodeMonitor) { self.monitor = monitor }

    /// - Throws: `cancelled` if the monitor returned `false`.
    func advance(to offset: Int = 0) throws(PhotoLibraryError) {
        bytes = max(bytes, offset)
        guard monitor.onBytes(bytes) else { throw PhotoLibraryError(.cancelled, "Reading the image was cancelled.") }
    }
}
