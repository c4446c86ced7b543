internal import Dispatch
package import Originals
internal import PhotoModel
internal import SystemSupport

/// Zeros that arrive slowly.
package final class SlowSource: ByteSource {
    package let length: Int64
    private var left: Int64
    private let pause: Double
    private let cancellation = Cancellation()
    private let wakeUp = DispatchSemaphore(value: 0)

    /// - Parameter pause: The time before each piece of 4,096 bytes, in seconds.
    package init(length: Int64, pause: Double) {
        (self.length, left, self.pause) = (length, length, pause)
    }

    package var cancel: @Sendable () -> Void {
        { [cancellation, wakeUp] in
            cancellation.cancel()
            wakeUp.signal()
        }
    }

    package func version() throws -> ByteVersion { .unknown }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        _ = wakeUp.wait(timeout: .now() + pause)
        try cancellation.check()
        let count = min(buffer.count, 4096, Int(clamping: left))
        buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: 0)
        left -= Int64(count)
        return count
    }
}
