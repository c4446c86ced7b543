internal import DecoderProcess
internal import Foundation
internal import Glibc
internal import LibraryRPC
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// A process that shows a page to the owner of a library: the command `photos serve-picker`.
///
/// It has the whole library, and its page is the only way to the library's pictures for an app that asks for photos.
/// The process ends when this object is released.
final class PickerProcess: Sendable {
    private let process = Process()
    /// The other end is the standard input and output of the process.
    private let socket: Int32
    /// Whether lines can be written; locked while a line is written.
    private let isOpen = Mutex(true)

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - library: The library's folder.
    ///   - onReport: Called for each report, one call at a time, on a private thread. The last one is an outcome.
    /// - Throws: `libraryUnavailable` if the program is not there or cannot be started.
    init(
        _ job: PickerJob, of library: FilePath, onReport: @escaping @Sendable (PickerReport) -> Void
    ) throws(PhotoLibraryError) {
        guard let program = Self.program else {
            throw PhotoLibraryError(
                .libraryUnavailable,
                "The page cannot be shown: OpenPhotoKit is installed neither beside this program nor in a folder of $PATH."
            )
        }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Self.cannotStart(Errno(rawValue: errno))
        }
        socket = ends[0]
        let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: program.string)
        process.arguments = ["serve-picker"]
        process.environment = ProcessInfo.processInfo.environment.merging(["PHOTOS_LIBRARY": library.string]) { $1 }
        (process.standardInput, process.standardOutput) = (other, other)
        do { try process.run() } catch { throw Self.cannotStart(error) }
        // Without the other end in this process, the end of that process is noticed.
        try? other.close()
        let reports = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        Thread.detachNewThread {
            Self.read(reports, onReport)
            close(reports)
        }
        try send(job)
    }

    /// Whether the process has not ended.
    var isRunning: Bool { process.isRunning }

    deinit {
        finish()
        close(socket)
    }

    private static func cannotStart(_ cause: any Error) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryUnavailable, "The page cannot be shown, because its process cannot be started.", cause: cause)
    }

    /// Changes the page.
    ///
    /// - Throws: `libraryUnavailable` if the process has ended.
    func send(_ message: some Encodable) throws(PhotoLibraryError) {
        do {
            let line = try JSONEncoder().encode(message) + [UInt8(ascii: "\n")]
            try isOpen.withLock { isOpen in
                guard isOpen else { throw Errno.brokenPipe }
                var rest = line[...]
                while !rest.isEmpty {
                    // A process that has ended must not end this one by a signal.
                    let count = rest.withUnsafeBytes {
                        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 || errno == EINTR else { throw Errno(rawValue: errno) }
                    rest = rest.dropFirst(max(0, count))
                }
            }
        } catch {
            throw PhotoLibraryError(.libraryUnavailable, "The page is closed.", cause: error)
        }
    }

    /// Ends the input of the process, which then closes the page.
    func finish() {
        // First, because a line that waits for the process to read holds the lock.
        shutdown(socket, Int32(SHUT_WR))
        isOpen.withLock { $0 = false }
    }

    /// Reads reports until the process ends.
    private static func read(_ reports: Int32, _ onReport: (PickerReport) -> Void) {
        var (rest, buffer) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = Glibc.read(reports, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            // What was there before has no line end.
            var unscanned = rest.count
            rest += buffer[..<count]
            while let end = rest[unscanned...].firstIndex(of: UInt8(ascii: "\n")) {
                if let report = try? JSONDecoder().decode(PickerReport.self, from: rest[..<end]) { onReport(report) }
                rest = Data(rest[(end + 1)...])
                unscanned = 0
            }
        }
        // Follows an outcome, or is the outcome of a process that was killed.
        onReport(.failed(PhotoLibraryError(.libraryUnavailable, "The process that showed the page has ended.")))
    }

    /// The program `photos`: this program, or the one beside it, or the first in `$PATH`.
    private static var program: FilePath? {
        let running = FilePath.runningProgram
        if let running, running.lastComponent == "photos" { return running }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders =
            [running?.removingLastComponent()].compactMap(\.self)
            + path.split(separator: ":").map { FilePath(String($0)) }
        return folders.map { $0.appending("photos") }.first(where: \.isExecutableFile)
    }
}
