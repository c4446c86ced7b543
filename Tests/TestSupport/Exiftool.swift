internal import Foundation
internal import Synchronization
package import Testing

/// The program exiftool, an independent reader and writer of metadata.
package enum Exiftool {
    package static let isInstalled: Bool = (try? Shell.run("/usr/bin/env", ["exiftool", "-ver"]).exit) == 0
    package static let absence: Comment = "exiftool is not installed: install libimage-exiftool-perl"

    /// The start of Perl takes longer than most requests, so all requests of these tests go to one process.
    private static let process = ExiftoolProcess()

    /// The output for these options and a file or folder.
    package static func output(_ arguments: [String], _ path: String) throws -> String {
        try process.run(arguments + [path]).output
    }

    /// Writes tags into a file.
    package static func write(_ arguments: [String], to path: String) throws {
        let (exit, output) = try process.run(["-q", "-overwrite_original"] + arguments + [path])
        guard exit == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: output]) }
    }
}

/// An exiftool that waits for requests, as its option -stay_open describes.
private final class ExiftoolProcess: Sendable {
    private struct Connection {
        let input: FileHandle
        let output: FileHandle
        var count = 0
    }

    private let connection = Mutex<Connection?>(nil)

    /// Runs a request to its end, and returns its exit code, and standard output and standard error as one text.
    func run(_ arguments: [String]) throws -> (exit: Int32, output: String) {
        // A request has one argument a line, without blanks at the ends, and lines that begin with # are comments.
        guard arguments.allSatisfy({ $0 == $0.trimmingCharacters(in: .whitespaces) && Self.isLine($0) }) else {
            return try Shell.run("/usr/bin/env", ["exiftool"] + arguments)
        }
        return try connection.withLock { connection in
            var open = try connection ?? Self.start()
            open.count += 1
            connection = open
            let lines = arguments + ["-echo3", "{status${status}}", "-execute\(open.count)", ""]
            try open.input.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
            return try Self.answer(open)
        }
    }

    private static func isLine(_ argument: String) -> Bool {
        !argument.isEmpty && !argument.hasPrefix("#") && !argument.contains { $0.isNewline }
    }

    /// The shell ends exiftool when these tests end, because exiftool itself waits for ever.
    private static func start() throws -> Connection {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", #"{ cat; printf -- '-stay_open\n0\n'; } | exiftool -stay_open 1 -@ - 2>&1"#,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        return Connection(input: input.fileHandleForWriting, output: output.fileHandleForReading)
    }

    /// Reads to the line that ends the answer.
    private static func answer(_ open: Connection) throws -> (exit: Int32, output: String) {
        let end = Data("{ready\(open.count)}\n".utf8)
        var data = Data()
        while data.suffix(end.count) != end {
            let more = open.output.availableData
            guard !more.isEmpty else {
                throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "exiftool ended."])
            }
            data += more
        }
        let text = String(decoding: data.dropLast(end.count), as: UTF8.self)
        let status = text.split(separator: "{status", omittingEmptySubsequences: false).last ?? ""
        let output = text.dropLast("{status".count + status.count)
        return (Int32(status.prefix { $0.isNumber }) ?? -1, String(output))
    }
}
