import Foundation
import SystemPackage

/// A client in another process, which shares no code with this project.
final class PythonClient: Sendable {
    private let process: Process

    /// Runs a script that has the functions `frame(kind, number, payload)` and `connected()`.
    ///
    /// It is in a session of its own, as an app is, so that Linux divides the processors between the sessions.
    init(_ script: String, _ path: FilePath) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.functions + script, path.string]
        try process.run()
        self.process = process
    }

    deinit { kill() }

    func waitUntilExit() { process.waitUntilExit() }

    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static let functions = """
        import os, signal, socket, struct, sys
        if os.getpgrp() != os.getpid(): os.setsid()

        def frame(kind, number, payload=b''):
            return struct.pack('<IBI', len(payload), kind, number) + payload

        def connected():
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            s.sendall(frame(1, 0, struct.pack('<I', 1)))
            s.recv(1 << 16)
            return s


        """
}
