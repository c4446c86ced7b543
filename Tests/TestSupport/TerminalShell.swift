import Foundation

/// Runs shell commands with or without their own terminal.
public enum TerminalShell {
    /// The reason why tests with a terminal are skipped.
    public static let requirement = "There are no pseudo-terminals here, or no script and setsid of util-linux."

    /// Whether this system has pseudo-terminals and the required programs.
    public static let isThere: Bool =
        ["script", "setsid"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
        && hasTerminals

    /// Whether this system has pseudo-terminals.
    ///
    /// A container without `/dev/pts` does not have them.
    private static let hasTerminals: Bool = {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }()

    /// Runs a command line, and writes the text to its terminal.
    ///
    /// Blocks.
    public static func run(
        _ line: String, terminal: Bool, entering text: String = ""
    ) throws -> (exit: Int32, shown: String) {
        let process = Process()
        let output = Pipe()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: terminal ? "/usr/bin/script" : "/usr/bin/setsid")
        process.arguments = terminal ? ["-qec", line, "/dev/null"] : ["--wait", "/bin/sh", "-c", line + " 2>&1"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        let shown = output.fileHandleForReading.readDataToEndOfFile()
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: shown, as: UTF8.self))
    }
}
