#if Network
    internal import Foundation
    internal import Glibc
    internal import PhotoModel
    internal import Synchronization
    internal import SystemPackage
    internal import SystemSupport

    /// A process of rclone that serves a remote by WebDAV on this computer, to this process.
    ///
    /// It ends when this object is released or this process ends, also by a kill.
    final class RcloneServer: Sendable {
        let endpoint: HTTPEndpoint
        let user: (name: String, password: String)
        /// The process ends when this end is closed.
        ///
        /// No other process inherits it.
        private let lifeline: FileHandle

        /// rclone has no option to end with another process: a shell waits until its input ends.
        ///
        /// Ctrl-C must not end the shell before rclone. Signals that this process blocks stay blocked in both.
        private static let script = """
            trap '' INT HUP
            command -v rclone >/dev/null || exit 127
            rclone serve webdav --addr 127.0.0.1:0 --dir-cache-time 0s --poll-interval 0 -- "$1" </dev/null >/dev/null &
            server=$!
            exec 2>/dev/null
            cat >/dev/null
            kill -s KILL "$server"
            """
        private static let startTime: Duration = .seconds(30)

        /// Starts rclone, and waits until it serves.
        ///
        /// - Parameter remote: `REMOTE:PATH`, as rclone names it. It must not contain a credential: others see it.
        /// - Throws: `invalidResource` if rclone is not installed or does not know the remote; `cancelled`.
        init(_ remote: String, _ cancellation: Cancellation) throws {
            let password = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
            user = ("openphotokit", password)
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                throw Self.notStarted(Errno(rawValue: errno))
            }
            lifeline = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
            let input = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
            let errors = Pipe()
            for handle in [errors.fileHandleForReading, errors.fileHandleForWriting] {
                _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", Self.script, "sh", remote]
            var environment = ProcessInfo.processInfo.environment
            for name in ["RCLONE_LOG_FILE", "RCLONE_USE_JSON_LOG", "RCLONE_SYSLOG"] { environment[name] = nil }
            environment["RCLONE_LOG_LEVEL"] = "NOTICE"
            (environment["RCLONE_USER"], environment["RCLONE_PASS"]) = user
            process.environment = environment
            process.standardInput = input
            process.standardError = errors
            do { try process.run() } catch {
                throw Self.notStarted(error)
            }
            // What this process keeps open does not show the end of rclone.
            try? input.close()
            try? errors.fileHandleForWriting.close()
            endpoint = try Self.waitForAddress(errors.fileHandleForReading, cancellation)
        }

        /// Reads the address from the log of rclone.
        private static func waitForAddress(
            _ errors: FileHandle, _ cancellation: Cancellation
        ) throws -> HTTPEndpoint {
            let (log, clock) = (RcloneLog(errors), ContinuousClock())
            let end = clock.now + startTime
            while clock.now < end {
                if let address = log.address { return try HTTPEndpoint(address) }
                if log.isAtEnd { throw failure(log) }
                try cancellation.wait(.milliseconds(10))
            }
            throw PhotoLibraryError(
                .networkError,
                "rclone did not serve the remote within \(startTime.components.seconds) s. Check that rclone lists it, and "
                    + "try again.")
        }

        private static func notStarted(_ cause: any Error) -> PhotoLibraryError {
            PhotoLibraryError(
                .ioFailure, "The program rclone cannot be started: \(cause). End other programs, and try again.",
                cause: cause)
        }

        private static func failure(_ log: RcloneLog) -> PhotoLibraryError {
            if let line = log.lastLine {
                return PhotoLibraryError(
                    .invalidResource,
                    "rclone cannot serve the remote: \(line). Check the remote in the configuration of rclone.")
            }
            return PhotoLibraryError(
                .invalidResource, "The program rclone is not installed. Install it, and try again.")
        }
    }

    /// Reads the log of rclone on a thread of its own, so that rclone never waits for a reader.
    private final class RcloneLog: Sendable {
        private struct State {
            var address: String?
            var lastLine: String?
            var isAtEnd = false
        }

        private let state = Mutex(State())
        private static let host = "http://127.0.0.1:"

        init(_ handle: FileHandle) {
            let descriptor = fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 0)
            Thread.detachNewThread { [self] in
                read(descriptor)
                close(descriptor)
                state.withLock { $0.isAtEnd = true }
            }
        }

        var address: String? { state.withLock { $0.address } }
        var lastLine: String? { state.withLock { $0.lastLine } }
        var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

        private func read(_ descriptor: Int32) {
            var (rest, buffer) = (Data(), [UInt8](repeating: 0, count: 4096))
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    note(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
                rest = rest.suffix(1 << 16)
            }
        }

        private func note(_ line: String) {
            // "2026/01/31 12:00:00 NOTICE: …: WebDav Server started on [http://127.0.0.1:40123/]"
            let address = line.range(of: Self.host).map { host in
                Self.host + line[host.upperBound...].prefix { $0.isASCII && $0.isNumber }
            }
            state.withLock { state in
                state.lastLine = line
                state.address = state.address ?? address
            }
        }
    }
#endif
