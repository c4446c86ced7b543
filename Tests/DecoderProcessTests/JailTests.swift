import Foundation
import Glibc
import ImageDecoding
import SystemPackage
import TestSupport
import Testing

@testable import DecoderProcess

@Suite("The jail of a decoder worker")
struct JailTests {
    private func worker() throws -> WorkerProcess {
        try WorkerProcess(.photos(), memoryBytes: 256 << 20)
    }

    @Test("The jail denies files, network, processes and signals")
    func forbidden() throws {
        let picture = try PictureFile(1)
        let worker = try worker()
        let errors = try worker.probe(picture.path)
        #expect(errors.count == 16)
        if worker.missing == 0 {
            // EPERM is the error number of the seccomp filter.
            for (attempt, error) in errors { #expect(error == EPERM, "\(attempt)") }
        } else {
            // A kernel without seccomp or Landlock: the jail then has the resource limits only.
            #expect(errors["fork"] != 0)
        }
        #expect(worker.isRunning)
    }

    @Test("The kernel lists the restrictions, and only the socket is open")
    func kernelView() throws {
        let worker = try worker()
        guard worker.missing == 0 else { return }
        let status = try String(contentsOfFile: "/proc/\(worker.process)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1"))
        #expect(status.contains("Seccomp:\t2"))
        #expect(status.contains("Threads:\t1"))
        let limits = try String(contentsOfFile: "/proc/\(worker.process)/limits", encoding: .utf8)
        func limit(_ name: String) -> Substring? {
            limits.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
                .split(separator: " ").first
        }
        #expect(limit("Max file size") == "0")
        #expect(limit("Max core file size") == "0")
        #expect(limit("Max open files") == "8")
        #expect(limit("Max processes") == "0")
        // A process that is not dumpable shows its descriptors to root only.
        if geteuid() == 0 {
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker.process)/fd")
            #expect(open.sorted() == ["0", "1", "2", "3"])
            let variables = try String(contentsOfFile: "/proc/\(worker.process)/environ", encoding: .utf8)
                .split(separator: "\0").map { $0.prefix { $0 != "=" } }
            #expect(Set(variables).subtracting(["LC_ALL", "TZ", "SWIFT_BACKTRACE", "LD_LIBRARY_PATH"]).isEmpty)
        }
    }

    @Test("The file that goes in is open for reading only, whatever the caller's descriptor is")
    func readOnly() throws {
        let picture = try PictureFile(2)
        let before = try Data(contentsOf: URL(fileURLWithPath: picture.path))
        let file = try FileDescriptor.open(FilePath(picture.path), .readWrite)
        defer { try? file.close() }
        let decoder = PictureDecoder(.jailed(.photos()))
        #expect(try decoder.picture(of: file.rawValue, size: picture.size).reading.condition == .ok)
        #expect(try Data(contentsOf: URL(fileURLWithPath: picture.path)) == before)
    }

    @Test("A worker ends with the process that started it, also if that is killed and the worker does not react")
    func orphan() throws {
        let picture = try PictureFile(3)
        let parent = Process()
        parent.executableURL = URL(fileURLWithPath: PhotosProcess.path())
        parent.arguments = ["hash", "--quiet", picture.path]
        parent.environment = ["OPENPHOTOKIT_DECODER_FAULT": "hang:\(picture.size)"]
        parent.standardOutput = FileHandle.nullDevice
        try parent.run()
        var workers: [pid_t] = []
        #expect(
            waits(20) {
                workers = children(of: parent.processIdentifier)
                return !workers.isEmpty
            })
        usleep(300_000)
        kill(parent.processIdentifier, SIGKILL)
        parent.waitUntilExit()
        for worker in workers {
            #expect(waits(5) { kill(worker, 0) != 0 || isZombie(worker) })
        }
    }

    /// Whether the process has ended and was not reaped.
    ///
    /// The process that inherits an orphan reaps it. A container may have no such process.
    private func isZombie(_ process: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }
}
