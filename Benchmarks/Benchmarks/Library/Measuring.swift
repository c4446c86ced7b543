import Foundation

private func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Seconds of a clock that all processes share.
func monotonicSeconds() -> Double { seconds(of: CLOCK_MONOTONIC) }

/// Calls `body` some times and prints the medians.
func measure(_ name: String, rounds: Int = 5, _ body: () throws -> Int) throws {
    var times: [(cpu: Double, wall: Double)] = []
    var found = 0
    for _ in 0..<rounds {
        let (cpu, wall) = (seconds(of: CLOCK_PROCESS_CPUTIME_ID), monotonicSeconds())
        found = try body()
        times.append((seconds(of: CLOCK_PROCESS_CPUTIME_ID) - cpu, monotonicSeconds() - wall))
    }
    times.sort { $0.cpu < $1.cpu }
    try report(name, found: found, cpu: times[rounds / 2].cpu, wall: times[rounds / 2].wall)
}

/// Prints a measurement as a line of JSON; `cpu` is `nil` where the work is not this process's alone.
func report(_ name: String, found: Int, cpu: Double?, wall: Double) throws {
    var line: [String: Any] = ["name": name, "found": found, "wall": wall]
    line["cpu"] = cpu
    print(String(decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys), as: UTF8.self))
}
