internal import Foundation

/// The lines of standard input, as they come.
///
/// Unlike with `readLine()`, which no handled signal wakes, waiting for one can be ended.
struct StandardInputLines {
    private let isCancelled: () -> Bool
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0

    /// - Parameter isCancelled: Asked ten times a second while nothing comes: then there are no more lines.
    init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// The next line without its end; the last one may have none.
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

    /// What there is to read; nothing at the end, `nil` if it was cancelled before.
    private func read() -> [UInt8]? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        repeat {
            guard !isCancelled() else { return nil }
        } while poll(&input, 1, 100) <= 0
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            // An error ends the lines, as it does those of readLine().
            count = max(0, Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count))
        }
    }
}
