internal import Foundation

/// Wall-clock and CPU seconds, summed over several measurements.
struct Stopwatch {
    /// The threads whose CPU time is counted.
    enum Scope {
        /// The thread that measures.
        case thread
        /// All threads of the process, and its child processes that have ended. An import ends its decoders.
        case process
    }

    private(set) var seconds = 0.0
    private(set) var cpuSeconds = 0.0
    private let scope: Scope

    init(_ scope: Scope) { self.scope = scope }

    mutating func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
        let start = (wall: Self.read(CLOCK_MONOTONIC), cpu: cpuTime)
        defer {
            seconds += Self.read(CLOCK_MONOTONIC) - start.wall
            cpuSeconds += cpuTime - start.cpu
        }
        return try work()
    }

    private var cpuTime: Double {
        switch scope {
        case .thread: return Self.read(CLOCK_THREAD_CPUTIME_ID)
        case .process:
            var ended = rusage()
            getrusage(RUSAGE_CHILDREN.rawValue, &ended)
            let children = [ended.ru_utime, ended.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
            return Self.read(CLOCK_PROCESS_CPUTIME_ID) + children.reduce(0, +)
        }
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The peak memory of the process since a reset.
enum PeakMemory {
    /// Resets the peak to the current resident size.
    ///
    /// If the process has no permission, the peak is that since the start of the process.
    static func reset() { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }

    /// The peak in bytes; `nil` where the kernel does not report it.
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
