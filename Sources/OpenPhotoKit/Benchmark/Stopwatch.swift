internal import Foundation

/// Wall-clock and CPU seconds, added up over pieces of work.
struct Stopwatch {
    /// Whose CPU time is counted.
    enum Scope {
        /// The thread that measures.
        case thread
        /// All threads of the process.
        case process
    }

    private(set) var seconds = 0.0
    private(set) var cpuSeconds = 0.0
    private let cpuClock: clockid_t

    init(_ scope: Scope) { cpuClock = scope == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID }

    mutating func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
        let start = (wall: Self.read(CLOCK_MONOTONIC), cpu: Self.read(cpuClock))
        defer {
            seconds += Self.read(CLOCK_MONOTONIC) - start.wall
            cpuSeconds += Self.read(cpuClock) - start.cpu
        }
        return try work()
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The most memory the process has had since a moment.
enum PeakMemory {
    /// Starts over from what is resident now.
    ///
    /// Without permission the peak stays that of the whole process.
    static func reset() { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }

    /// Bytes; `nil` where the kernel does not tell.
    ///
    /// Source: proc_pid_status(5), VmHWM.
    static var bytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = Int(line.filter(\.isNumber))
        else { return nil }
        return kilobytes * 1024
    }
}
