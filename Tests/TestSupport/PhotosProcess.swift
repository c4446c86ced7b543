public import Foundation

/// Runs the executables that were built beside the tests, as a user's shell would.
public enum PhotosProcess {
    /// How a process ended and what it printed.
    public struct Outcome: Sendable {
        public let status: Int32
        public let output: String
        public let errors: String

        /// The objects of JSON lines on standard output.
        public var objects: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        /// The objects but the last line's summary.
        public var items: [[String: Any]] { objects.filter { $0["summary"] == nil } }

        /// The last line's summary.
        public var summary: [String: Any] { objects.last?["summary"] as? [String: Any] ?? [:] }
    }

    /// Where an executable of this package is: beside the test bundle.
    public static func executable(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
    }

    /// A process that is set up but not started.
    public static func make(_ arguments: [String], executable name: String = "photos") -> Process {
        let process = Process()
        process.executableURL = executable(name)
        process.arguments = arguments
        // Nothing of the owner's own library is ever touched.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PHOTOS_LIBRARY": "/nonexistent/Photos.library"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs an executable to its end.
    public static func run(
        _ arguments: [String], executable name: String = "photos", input: String? = nil
    ) throws -> Outcome {
        let process = make(arguments, executable: name)
        // Files, not pipes: nothing has to be read while the process runs.
        let folder = try TemporaryFolder()
        for file in ["in", "out", "err"] { try Data().write(to: folder.url.appendingPathComponent(file)) }
        if let input {
            try Data(input.utf8).write(to: folder.url.appendingPathComponent("in"))
            process.standardInput = FileHandle(forReadingAtPath: folder.path("in"))
        }
        process.standardOutput = FileHandle(forWritingAtPath: folder.path("out"))
        process.standardError = FileHandle(forWritingAtPath: folder.path("err"))
        try process.run()
        process.waitUntilExit()
        func text(_ file: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.url.appendingPathComponent(file)), as: UTF8.self)
        }
        return Outcome(status: process.terminationStatus, output: try text("out"), errors: try text("err"))
    }
}
