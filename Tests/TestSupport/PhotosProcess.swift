public import Foundation

/// The command `photos`, or another program that was built beside the tests, in a process of its own.
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

        /// The objects of `--json` one by one, whatever their fields; without the summary.
        public var items: [[String: Any]] { dictionaries.filter { $0["summary"] == nil } }

        /// The numbers of the last line of `--json`.
        public var summary: [String: Any] { dictionaries.last?["summary"] as? [String: Any] ?? [:] }

        private var dictionaries: [[String: Any]] {
            lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        }
    }

    private static let folder: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The path of the program.
    public static func path(of program: String = "photos") -> String {
        folder.appendingPathComponent(program).path
    }

    /// Where a program is that was built beside the tests.
    public static func url(of program: String) -> URL { folder.appendingPathComponent(program) }

    /// Runs a program to its end.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - program: The program's name.
    ///   - input: What it reads from standard input.
    ///   - environment: Added to that of the tests.
    public static func run(
        arguments: [String], program: String = "photos", input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(arguments: arguments, program: program, input: input, environment: environment, sending: 0) { _ in false
        }
    }

    /// Runs a program and sends it `signal` as soon as `condition` holds for the number of complete lines it has
    /// printed.
    ///
    /// The condition is asked before the first line and whenever something is printed. Blocks.
    ///
    /// - Parameter source: What it reads instead of `input`, such as a pipe in which nothing comes.
    public static func run(
        arguments: [String], program: String = "photos", input: String = "", from source: FileHandle? = nil,
        environment: [String: String] = [:], sending signal: Int32, when condition: (Int) -> Bool
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let errors = folder.url.appendingPathComponent("standard-error")
        try Data().write(to: errors)
        let entered = folder.url.appendingPathComponent("standard-input")
        try Data(input.utf8).write(to: entered)
        let output = Pipe()
        let process = Process()
        process.executableURL = url(of: program)
        process.arguments = arguments
        // A test that forgets --library must not touch the owner's.
        let safe = ["PHOTOS_LIBRARY": "/nonexistent/Photos.library"].merging(environment) { $1 }
        process.environment = ProcessInfo.processInfo.environment.merging(safe) { $1 }
        process.standardInput = try source ?? FileHandle(forReadingFrom: entered)
        process.standardOutput = output
        // A file instead of a pipe, because the test does not read it until the end.
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
