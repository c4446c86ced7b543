internal import PhotoModel

/// Follows a decode and may cancel it.
public struct DecodeMonitor: Sendable {
    /// Follows nothing and never cancels.
    public static let none: DecodeMonitor = DecodeMonitor { _ in true }

    package let onBytes: @Sendable (Int) -> Bool

    /// A monitor that is told how many bytes of the source are behind it.
    ///
    /// - Parameter onBytes: Called on the decoding thread, at least every 64 KiB of input and every 50 ms or so of
    ///   work, with a count that never falls and never exceeds the source's size. Returning `false` cancels.
    public init(_ onBytes: @escaping @Sendable (Int) -> Bool) { self.onBytes = onBytes }
}

/// The progress of one reading, which may pass over the source more than once: only new bytes count.
final class DecodeProgress {
    private let monitor: DecodeMonitor
    private var bytes = 0

    init(_ monitor: DecodeMonitor) { self.monitor = monitor }

    /// - Throws: `cancelled` if the monitor says so.
    func advance(to offset: Int = 0) throws(PhotoLibraryError) {
        bytes = max(bytes, offset)
        guard monitor.onBytes(bytes) else { throw PhotoLibraryError(.cancelled, "Reading the image was cancelled.") }
    }
}
