internal import Foundation

/// The lines of standard input, read one by one.
///
/// Waiting for a line can be cancelled. `readLine()` continues to wait after a signal.
struct StandardInputLines: Sendable {
    private let isCancelled: @Sendable () -> Bool
    private var bytes: [UInt8] = []
    /// The index in `bytes` of the next line.
    private var start = 0

    /// - Parameter isCancelled: Called ten times a second while there is no input. The lines end when it returns true.
    init(isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }

    /// The next line without its line end; `nil` after the last one.
    mutating func next() -> String? {
        var unscanned = start
        while true {
            if let end = bytes[unscanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            bytes.removeSubrange(..<start)
            start = 0
            unscanned = bytes.count
            guard let more = read() else { return nil }
            guard !more.isEmpty else {
                defer { bytes = [] }
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            bytes += more
        }
    }

    /// The available bytes; none at the end of the input; `nil` after cancellation.
    private func read() -> [UInt8]? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        repeat {
            guard !isCancelled() else { return nil }
        } while poll(&input, 1, 100) <= 0
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            // An error ends the lines, as with readLine().
            count = max(0, Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count))
        }
    }
}
