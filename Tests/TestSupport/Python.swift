public import Foundation

/// Runs the programs of `Tests/Independent`, which share no code with this project.
public enum Python {
    /// The folder of the programs.
    public static let folder: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Independent", isDirectory: true)

    /// Whether `python3` with these modules is installed.
    ///
    /// Blocks. Tests that need them are `.enabled(if: Python.has(…), …)`.
    public static func has(_ modules: String...) -> Bool {
        (try? run(["-c", "import \(modules.joined(separator: ", "))"]).exit) == 0
    }

    /// Runs one of the programs to its end, and returns its exit code and output.
    ///
    /// Blocks.
    public static func run(program: String, _ arguments: [String]) throws -> (exit: Int32, output: String) {
        try run([folder.appendingPathComponent(program).path] + arguments)
    }

    /// Runs a Python script to its end, and returns its exit code and output.
    ///
    /// Blocks.
    public static func run(script: String, _ arguments: [String]) throws -> (exit: Int32, output: String) {
        try run(["-c", script] + arguments)
    }

    private static func run(_ arguments: [String]) throws -> (exit: Int32, output: String) {
        try Shell.run("/usr/bin/env", ["python3"] + arguments)
    }
}
