import CSampleEncoders
import Foundation
import Glibc
import ImageDecoding
import Synchronization
import SystemPackage
import TestSupport

@testable import DecoderProcess

/// A file with a picture in its own temporary folder.
struct PictureFile {
    let folder: TemporaryFolder
    let path: String
    let size: Int

    /// A JPEG of smooth noise.
    ///
    /// Files of different seeds have different sizes, because faults are selected by size.
    init(_ seed: UInt64, width: Int = 160, height: Int = 120, isProgressive: Bool = false) throws {
        var random = Seeded(seed)
        let phases = (0..<3).map { _ in Double.random(in: 0..<6, using: &random) }
        var rgb: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for phase in phases { rgb.append(UInt8(128 + 100 * sin(Double(x * y) / 900 + phase))) }
            }
        }
        let file = CSampleEncoders_encodeJPEG(
            rgb, Int32(width), Int32(height),
            CSampleEncoders_JPEGOptions(
                quality: 90, horizontalSampling: 2, verticalSampling: 2, isProgressive: isProgressive ? 1 : 0))
        defer { CSampleEncoders_free(file.bytes) }
        let padding = [UInt8](repeating: 0, count: Int(seed))
        try self.init(bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) + padding)
    }

    init(bytes: [UInt8]) throws {
        folder = try TemporaryFolder()
        path = folder.path("picture.jpg")
        size = bytes.count
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}

extension PictureDecoder {
    /// Decodes the file at a path.
    func picture(at path: String, monitor: DecodeMonitor = .none) throws -> DecodedPicture {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        let size = Int(try file.seek(offset: 0, from: .end))
        return try file.closeAfter { try picture(of: file.rawValue, size: size, monitor: monitor) }
    }
}

extension JailConfiguration {
    /// Workers of the command `photos` that was built with the tests.
    static func photos(fault: DecoderFault? = nil, at size: Int = 0) -> JailConfiguration {
        var configuration = JailConfiguration(executable: FilePath(PhotosProcess.path()))
        configuration.fault = fault.map { "\($0.rawValue):\(size)" }
        return configuration
    }
}

/// The child processes of `parent`, running or ended.
func children(of parent: pid_t = getpid()) -> [pid_t] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
    return tasks.flatMap { task in
        let list = try? String(contentsOfFile: "/proc/\(parent)/task/\(task)/children", encoding: .utf8)
        return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
}

/// The CPU time in seconds that a running process has used.
func cpuSeconds(of process: pid_t) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The CPU time in seconds of the processes that this process started and reaped.
func cpuSecondsOfEndedChildren() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(seconds) + Double(microseconds) / 1e6
}

/// Waits until `condition` holds; `false` if it does not hold within `seconds`.
func waits(_ seconds: Double, until condition: () -> Bool) -> Bool {
    let end = Date() + seconds
    while Date() < end {
        if condition() { return true }
        usleep(10_000)
    }
    return condition()
}
