import Foundation

/// Figures of this process.
enum ProcessFigures {
    /// The number of open sockets and pidfds.
    static var openSockets: Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return targets.count { $0.hasPrefix("socket:") || $0.contains("pidfd") || $0.contains("/dev/null") }
    }

    /// The same number when it has not changed for half a second, because earlier tests may still close their sockets.
    static var settledSockets: Int {
        var (count, unchanged) = (openSockets, 0)
        while unchanged < 50 {
            usleep(10_000)
            let now = openSockets
            unchanged = now == count ? unchanged + 1 : 0
            count = now
        }
        return count
    }

    /// The memory in use in MiB.
    static var residentMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }
}
