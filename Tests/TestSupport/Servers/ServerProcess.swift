internal import Foundation
internal import Glibc

/// A server that listens on a port of this machine, until this object is released or this process ends.
public final class ServerProcess: Sendable {
    /// The error for a server that does not listen.
    public struct Failure: Error, CustomStringConvertible {
        /// The last lines that it wrote.
        public let description: String
    }

    /// The port that it listens on.
    public let port: UInt16
    /// The server ends when this end is closed.
    ///
    /// No other process inherits it.
    private let lifeline: Int32
    private let folder: TemporaryFolder

    /// Ends the server and its processes when the input ends.
    ///
    /// Its signals are blocked if the tests block them.
    private static let script = "setsid \"$@\" </dev/null & server=$!; cat >/dev/null; kill -s KILL -- -$server"

    /// Starts a server, and waits until it listens.
    ///
    /// Blocks.
    public init(_ command: [String], port: UInt16, environment: [String: String] = [:]) throws {
        self.port = port
        folder = try TemporaryFolder()
        let log = folder.path("log")
        try Data().write(to: URL(fileURLWithPath: log))
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh"] + command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Loopback.Failure()
        }
        lifeline = ends[0]
        let input = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.standardInput = input
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        try input.close()
        for _ in 0..<3000 {
            if let connection = Loopback.connect(to: port) {
                close(connection)
                return
            }
            usleep(10_000)
        }
        let text = String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data(), as: UTF8.self)
        throw Failure(description: "\(command.first ?? "") does not listen: \(text.suffix(1000))")
    }

    /// Ends the server, and waits until it listens no more.
    ///
    /// `Process.waitUntilExit()` would wait for other processes that inherited a socket of Foundation.
    public func stop() {
        shutdown(lifeline, Int32(SHUT_RDWR))
        while let connection = Loopback.connect(to: port) {
            close(connection)
            usleep(10_000)
        }
    }

    deinit {
        stop()
        close(lifeline)
    }
}
