public import Foundation

/// The command `photos` in a process of its own: the program that was built beside the tests.
public enum PhotosProcess {
    /// How a process ended and what it said.
    public struct Outcome: Sendable {
        /// The exit code; 128 and the signal's number if a signal ended it, as shells say it.
        public let exitCode: Int32
        /// Everything on standard output.
        public let standardOutput: String
        /// Everything on standard error.
        public let standardError: String
        /// The time from the signal that was sent to the end; `nil` if none was sent.
        public let timeToEnd: Duration?

        /// The complete lines of standard output: a last one without an end was not said.
        public var lines: [Substring] {
            standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        }

        /// The objects of `--json` that are of this type; other lines are left out.
        public func objects<Object: Decodable>(_ type: Object.Type) -> [Object] {
            lines.compactMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
    }

    /// The program's path.
    public static let executable: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("photos")

    /// Runs `photos` to its end.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - environment: Added to that of the tests.
    public static func run(arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        try run(arguments: arguments, environment: environment, sending: 0) { _ in false }
    }

    /// Runs `photos` and sends it `signal` as soon as `condition` holds for the number of complete lines it has printed.
    ///
    /// The condition is asked before the first line and whenever something is printed. Blocks.
    public static func run(
        arguments: [String], environment: [String: String] = [:], sending signal: Int32, when condition: (Int) -> Bool
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let errors = folder.url.appendingPathComponent("standard-error")
        try Data().write(to: errors)
        let output = Pipe()
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        // A file, because nobody reads it meanwhile.
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        var received = Data()
        var signalled: ContinuousClock.Instant?
        func signalIfDue() {
            guard signalled == nil, condition(received.count { $0 == UInt8(ascii: "\n") }) else { return }
            signalled = .now
            kill(process.processIdentifier, signal)
        }
        signalIfDue()
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            received += data
            signalIfDue()
        }
        process.waitUntilExit()
        let end = ContinuousClock.now
        return Outcome(
            exitCode: process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0),
            standardOutput: String(decoding: received, as: UTF8.self),
            standardError: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
            timeToEnd: signalled.map { end - $0 })
    }
}
