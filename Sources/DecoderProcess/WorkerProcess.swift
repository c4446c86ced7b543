internal import CSandbox
internal import Foundation
internal import Glibc
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage

/// The reason why a worker can no longer be used.
enum WorkerEnd: Error {
    /// The worker ended, by a signal or by itself, or sent an invalid answer. The text is a phrase after "the decoder".
    case crashed(String)
    /// The worker made no progress within its time limit.
    case timedOut(String)
    /// The caller cancelled the decode.
    case cancelled
    /// The caller could not take the bytes of the rendition.
    case refused(PhotoLibraryError)
}

/// The client's side of one worker process.
///
/// @unchecked: only the thread that started it or took it from its pool uses it.
final class WorkerProcess: @unchecked Sendable {
    /// The parts of the jail that the kernel does not have: bits of `OPK_JAIL_…`.
    private(set) var missing: UInt32 = 0

    let process: pid_t
    private let channel: Channel
    /// The status that waitpid(2) reported after its end; `nil` until then.
    private var exitStatus: Int32?

    /// The wall-clock time in seconds within which a worker must be ready, long enough for a busy machine.
    private static let maxStartSeconds = 20.0
    /// The greatest number of memory requests of a worker for one file.
    ///
    /// A correct worker requests memory at most once for each pass over a picture, of which a turned picture of 200
    /// megapixels needs nine.
    private static let maxMemoryRequests = 16
    /// The greatest number of bytes for a pixel of a JPEG, far above that of noise in the best quality.
    private static let maxJPEGBytesPerPixel = 8
    /// The interval in milliseconds between checks for cancellation.
    private static let interval: Int32 = 50

    /// Starts a worker and waits until its jail is active.
    ///
    /// - Throws: The reason, as a phrase after "could not be started".
    init(_ configuration: JailConfiguration, memoryBytes: Int) throws {
        let (process, socket) = try spawnWorker(
            configuration, memoryBytes: memoryBytes + configuration.memorySlack)
        self.process = process
        channel = Channel(socket: socket, takesDescriptors: false)
        var limits = WorkerTimeLimits(process, maxCPUSeconds: Self.maxStartSeconds, maxSeconds: Self.maxStartSeconds)
        let (kind, payload) = try nextFrame(&limits) {}
        let ready = kind == .ready ? try channel.coding.decode(WorkerReady.self, from: payload) : nil
        guard let ready, ready.version == WorkerReady.currentVersion else {
            throw WorkerEnd.crashed("is of another version")
        }
        missing = ready.missing
    }

    deinit { end() }

    /// Whether the worker still runs, according to the state of its socket.
    var isRunning: Bool {
        if case .nothingYet = channel.receive(timeout: 0) { true } else { false }
    }

    /// Decodes a file in this worker.
    ///
    /// - Parameters:
    ///   - file: A read-only descriptor, which is sent to the worker.
    ///   - memory: The budget that the worker's memory is taken from.
    ///   - take: Gets the bytes of the rendition, if the request has one. They are that of a whole rendition only if
    ///     this function returns.
    /// - Returns: The answer to the request.
    func answer(
        _ request: DecodeRequest, file: Int32, _ configuration: JailConfiguration, memory: any DecoderMemory,
        monitor: DecodeMonitor, into take: RenditionBytes
    ) throws(WorkerEnd) -> DecodeAnswer {
        var rendition = RenditionShape()
        let maxRenditionBytes = request.maxPixels * (request.encodesRendition ? Self.maxJPEGBytesPerPixel : 3)
        guard channel.send(.request, value: request, descriptor: file) else { throw end() }
        var (taken, timesAsked) = (0, 0)
        defer { if taken > 0 { memory.giveBack(taken) } }
        var bytesDone = 0
        func askCaller() throws(WorkerEnd) { if !monitor.onBytes(bytesDone) { throw .cancelled } }
        var limits = WorkerTimeLimits(
            process, maxCPUSeconds: configuration.maxCPUSeconds, maxSeconds: configuration.maxSeconds)
        while true {
            let (kind, payload) = try nextFrame(&limits, askCaller)
            switch kind {
            case .progress:
                guard let number = payload.number else { throw .invalidAnswer }
                let count = min(number, request.size)
                if count > bytesDone { limits.renew() }
                bytesDone = max(bytesDone, count)
                try askCaller()
            case .memoryWanted:
                timesAsked += 1
                guard let count = payload.number, taken == 0, timesAsked <= Self.maxMemoryRequests else {
                    throw .invalidAnswer
                }
                let isTaken: Bool
                do throws(PhotoLibraryError) {
                    isTaken = try memory.take(count) { () throws(PhotoLibraryError) in
                        guard monitor.onBytes(bytesDone) else { throw PhotoLibraryError(.cancelled, "Cancelled.") }
                    }
                } catch { throw .cancelled }
                if isTaken { taken = count }
                // Time spent waiting for memory does not count against the worker's limit.
                limits.renew()
                guard channel.send(isTaken ? .memoryGranted : .memoryRefused) else { throw end() }
            case .memoryReturned:
                memory.giveBack(taken)
                taken = 0
            case .rendered:
                rendition.add(payload)
                guard request.rendition != nil, rendition.count <= maxRenditionBytes else { throw .invalidAnswer }
                do { try take(payload) } catch {
                    end()
                    throw .refused(error)
                }
            case .answer:
                guard let answer = try? channel.coding.decode(DecodeAnswer.self, from: payload),
                    answer.isPlausible(for: request, rendition)
                else { throw .invalidAnswer }
                return answer
            default: throw .invalidAnswer
            }
        }
    }

    #if FAULT_HOOKS
        /// Makes the worker try the operations that its jail forbids, and returns the error numbers by operation.
        func probe(_ path: String) throws -> [String: Int32] {
            guard channel.send(.probe, Data(path.utf8)) else { throw end() }
            var limits = WorkerTimeLimits(process, maxCPUSeconds: 20, maxSeconds: 20)
            let (kind, payload) = try nextFrame(&limits) {}
            guard kind == .probed else { throw WorkerEnd.invalidAnswer }
            return try channel.coding.decode([String: Int32].self, from: payload)
        }
    #endif

    private func nextFrame(
        _ limits: inout WorkerTimeLimits, _ askCaller: () throws(WorkerEnd) -> Void
    ) throws(WorkerEnd) -> (FrameKind, Data) {
        while true {
            switch channel.receive(timeout: Self.interval) {
            case .frame(let kind, let payload):
                // The limit also holds for a worker that sends frames without end.
                if let excess = limits.excess { throw .timedOut(excess) }
                return (kind, payload)
            case .nothingYet:
                try askCaller()
                if let excess = limits.excess { throw .timedOut(excess) }
            case .closed: throw end()
            case .invalidFrame: throw .invalidAnswer
            }
        }
    }

    /// Sends SIGKILL and returns at once.
    ///
    /// A worker holds no data that could be lost, and a hanging worker reacts to no other signal.
    func stop() {
        // Only while it is a child: if the program has reaped all its children, another process may have the same id.
        if exitStatus == nil, !wasReaped(WNOHANG) { kill(process, SIGKILL) }
    }

    /// Kills the worker if it still runs, and reaps it.
    ///
    /// - Returns: The way in which it ended. If it had already ended by itself, the signal has no effect.
    @discardableResult
    func end() -> WorkerEnd {
        stop()
        if exitStatus == nil { _ = wasReaped(0) }
        let status = exitStatus ?? 0
        let signal = status & 0x7F
        return .crashed(signal == 0 ? "ended with \((status >> 8) & 0xFF)" : "was ended by signal \(signal)")
    }

    /// Reads the exit status with these options of waitpid(2); false if the worker is still running.
    private func wasReaped(_ options: Int32) -> Bool {
        var status: Int32 = 0
        var waited: pid_t
        repeat { waited = waitpid(process, &status, options) } while waited < 0 && errno == EINTR
        guard waited != 0 else { return false }
        exitStatus = status
        return true
    }
}

extension WorkerEnd {
    static var invalidAnswer: WorkerEnd { .crashed("gave an invalid answer") }
}

extension DecodeAnswer {
    /// Whether a correct worker can give this answer.
    ///
    /// The types were checked when the message was decoded.
    fileprivate func isPlausible(for request: DecodeRequest, _ rendition: RenditionShape) -> Bool {
        switch self {
        case .picture(let picture): request.rendition == nil && picture.isPlausible
        case .rendition: request.encodesRendition && rendition.isWholeJPEG
        case .samples(let size, let channels):
            !request.encodesRendition && [1, 3].contains(channels)
                && size.width > 0 && size.height > 0 && size.width <= rendition.count
                && size.height == rendition.count / size.width / channels
                && rendition.count.isMultiple(of: size.width * channels)
        case .failure(let code, _): Self.codes.contains(code)
        }
    }
}

/// What is kept of the bytes of a rendition: their number, the first three and the last two.
private struct RenditionShape {
    private(set) var count = 0
    private var (first, last) = (Data(), Data())

    mutating func add(_ bytes: Data) {
        count += bytes.count
        first += bytes.prefix(3 - first.count)
        last = Data((last + bytes.suffix(2)).suffix(2))
    }

    var isWholeJPEG: Bool { count >= 4 && ImageDecoding.isWholeJPEG(first + last) }
}

extension DecodeRequest {
    /// The greatest number of pixels that the rendition can have.
    fileprivate var maxPixels: Int {
        guard let rendition else { return 0 }
        // The head of a JPEG of few pixels has more bytes than they.
        func limited(_ count: Int) -> Int { min(limits.maxPixels, max(count, 1 << 20)) }
        if let part = rendition.part { return limited(part.maxPixelCount) }
        let other = rendition.side == .short ? limits.maxAxis : rendition.pixels
        let (pixels, overflows) = rendition.pixels.multipliedReportingOverflow(by: other)
        return overflows ? limits.maxPixels : limited(pixels)
    }
}

/// The time limits of a worker without progress.
private struct WorkerTimeLimits {
    private let clock: clockid_t?
    private let maxCPUSeconds: Double
    private let maxSeconds: Double
    private var cpuSeconds = 0.0
    private var seconds = 0.0

    init(_ process: pid_t, maxCPUSeconds: Double, maxSeconds: Double) {
        var clock = clockid_t()
        self.clock = clock_getcpuclockid(process, &clock) == 0 ? clock : nil
        self.maxCPUSeconds = maxCPUSeconds
        self.maxSeconds = maxSeconds
        renew()
    }

    /// Records progress.
    mutating func renew() {
        cpuSeconds = clock.map(Self.seconds(of:)) ?? 0
        seconds = Self.seconds(of: CLOCK_MONOTONIC)
    }

    /// The limit that was exceeded; `nil` if time is left.
    var excess: String? {
        if let clock, Self.seconds(of: clock) - cpuSeconds > maxCPUSeconds {
            return "\(maxCPUSeconds.formatted()) s of CPU time"
        }
        return Self.seconds(of: CLOCK_MONOTONIC) - seconds > maxSeconds ? "\(maxSeconds.formatted()) s" : nil
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
