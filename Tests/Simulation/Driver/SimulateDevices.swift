import Foundation
import SystemPackage

/// Prints histories of devices, which `check-devices` checks.
///
///     simulate-devices FIRST LAST [--actions COUNT] [--folder PATH] [--without-logical-clock] [--keep]
///
/// With `--keep`, the folder keeps the libraries and the registries of the last history.
///
/// A seed gives almost the same history at each run; only the random numbers of identifiers, keys and ranks differ.
@main
enum SimulateDevices {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func value(_ name: String) -> String? {
            guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
            defer { arguments.removeSubrange(index...index + 1) }
            return arguments[index + 1]
        }
        let actions = value("--actions").flatMap { Int($0) } ?? 60
        let folder = value("--folder") ?? NSTemporaryDirectory() + "simulate-devices-\(getpid())"
        let zeroesClock = arguments.contains("--without-logical-clock")
        let seeds = arguments.compactMap { UInt64($0) }
        guard seeds.count == 2, seeds[0] <= seeds[1] else {
            FileHandle.standardError.write(Data("Name the first and the last seed.\n".utf8))
            exit(2)
        }
        for seed in seeds[0]...seeds[1] {
            let start = ContinuousClock.now
            let history = try History(seed: seed, in: FilePath(folder), zeroesClock: zeroesClock)
            do { try history.run(actions: actions) } catch {
                try history.trace.add("broken", ["error": "\(error)"])
            }
            let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
            try history.trace.add("end", ["seed": seed, "milliseconds": milliseconds])
        }
        if !arguments.contains("--keep") { try? FileManager.default.removeItem(atPath: folder) }
    }
}
