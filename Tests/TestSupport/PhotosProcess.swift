public import Foundation

/// Runs the command `photos`, or another program that was built with the tests, in a separate process.
public enum PhotosProcess {
    /// The exit code and the output of a process.
    public struct Outcome: Sendable {
        /// The exit code; 128 plus the signal's number if a signal ended the process, as in shells.
        public let exitCode: Int32
        /// The whole standard output.
        public let standardOutput: String
        /// The whole standard error.
        public let standardError: String

        /// The complete lines of standard output, without an incomplete last line.
        public var lines: [Substring] {
            standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        }

        /// The objects of this type in the output of `--json`; other lines are ignored.
        public func objects<Object: Decodable>(_ type: Object.Type) -> [Object] {
            lines.compactMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
        }

        /// All objects in the output of `--json` except the summary.
        public var items: [[String: Any]] { dictionaries.filter { $0["summary"] == nil } }

        /// The summary in the last line of the output of `--json`.
        public var summary: [String: Any] { dictionaries.last?["summary"] as? [String: Any] ?? [:] }

        private var dictionaries: [[String: Any]] {
            lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        }
    }

    /// The folder of the programs that were built with the tests.
    public static let folder: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The path of the program.
    public static func path(of program: String = "photos") -> String {
        folder.appendingPathComponent(program).path
    }

    /// The URL of a program that was built with the tests.
    public static func url(of program: String) -> URL { folder.appendingPathComponent(program) }

    /// Runs a program to its end.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - program: The program's name.
    ///   - folder: The folder of the program.
    ///   - input: The standard input.
    ///   - environment: Variables that are added to the environment of the tests.
    public static func run(
        arguments: [String], program: String = "photos", in folder: URL = folder, input: String = "",
        environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(
            arguments: arguments, program: program, in: folder, input: input, environment: environment, sending: 0
        ) { _ in false }
    }

    /// Runs a program and sends it `signal` as soon as `condition` holds for the number of complete lines it has
    /// printed.
    ///
    /// The condition is evaluated before the first line and after each output. Blocks.
    ///
    /// - Parameter source: The standard input instead of `input`, such as a pipe without data.
    public static func run(
        arguments: [String], program: String = "photos", in programs: URL = folder, input: String = "",
        from source: FileHandle? = nil, environment: [String: String] = [:], sending signal: Int32,
        when condition: (Int) -> Bool
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let errors = folder.url.appendingPathComponent("standard-error")
        try Data().write(to: errors)
        let entered = folder.url.appendingPathComponent("standard-input")
        try Data(input.utf8).write(to: entered)
        let output = Pipe()
        let process = Process()
        process.executableURL = programs.appendingPathComponent(program)
        process.arguments = arguments
        // A test without --library must not change the owner's library.
        let safe = ["PHOTOS_LIBRARY": "/nonexistent/Photos.library"].merging(environment) { $1 }
        process.environment = ProcessInfo.processInfo.environment.merging(safe) { $1 }
        process.standardInput = try source ?? FileHandle(forReadingFrom: entered)
        process.standardOutput = output
        // A file instead of a pipe, because the test does not read it until the end.
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        var received = Data()
        var isSignalled = false
        func signalIfDue() {
            guard !isSignalled, condition(received.count { $0 == UInt8(ascii: "\n") }) else { return }
            isSignalled = true
            kill(process.processIdentifier, signal)
        }
        signalIfDue()
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            received += data
            signalIfDue()
        }
        process.waitUntilExit()
        return Outcome(
            exitCode: process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0),
            standardOutput: String(decoding: received, as: UTF8.self),
            standardError: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
