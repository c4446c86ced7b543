public import Foundation

/// Programs of `Tests/Independent`, which know nothing of this project's code.
public enum Python {
    /// Where they are.
    public static let folder: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Independent", isDirectory: true)

    /// Whether `python3` is here with these modules.
    ///
    /// Blocks. Tests that need them are `.enabled(if: Python.has(…), …)`.
    public static func has(_ modules: String...) -> Bool {
        (try? run(["-c", "import \(modules.joined(separator: ", "))"]).exit) == 0
    }

    /// Runs one of the programs to its end, and gives all that it says.
    ///
    /// Blocks.
    public static func run(program: String, _ arguments: [String]) throws -> (exit: Int32, output: String) {
        try run([folder.appendingPathComponent(program).path] + arguments)
    }

    /// Runs a few lines of Python to their end, and gives all that they say.
    ///
    /// Blocks.
    public static func run(script: String, _ arguments: [String]) throws -> (exit: Int32, output: String) {
        try run(["-c", script] + arguments)
    }

    private static func run(_ arguments: [String]) throws -> (exit: Int32, output: String) {
        try Shell.run("/usr/bin/env", ["python3"] + arguments)
    }
}
