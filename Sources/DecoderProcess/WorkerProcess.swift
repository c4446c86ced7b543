internal import CSandbox
internal import Foundation
internal import Glibc
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage

/// Why a worker is of no more use.
enum WorkerEnd: Error {
    /// It died, by a signal or by itself, or spoke nonsense: how, to follow "the decoder".
    case crashed(String)
    /// It got no further within the time it has.
    case timedOut(String)
    /// The caller cancelled.
    case cancelled
}

/// A worker, seen from the process that it works for.
///
/// @unchecked: whoever started it or took it from its pool is the only one to use it.
final class WorkerProcess: @unchecked Sendable {
    /// The parts of the jail that the kernel does not have: bits of `OPK_JAIL_…`.
    private(set) var missing: UInt32 = 0

    let process: pid_t
    private let channel: Channel
    /// What waitpid(2) said after its death; `nil` until then.
    private var exitStatus: Int32?

    /// How long a worker may take to get ready, in seconds: a busy machine's time, not its own.
    private static let maxStartSeconds = 20.0
    /// How often a worker may ask for memory in one file: a decode asks once.
    private static let maxMemoryRequests = 8
    /// How often the caller is asked whether to go on, in milliseconds.
    private static let interval: Int32 = 50

    /// Starts a worker and waits until its jail is closed.
    ///
    /// - Throws: Why there is none, to follow "could not be started".
    init(_ configuration: JailConfiguration, memoryBytes: Int) throws {
        let (process, socket) = try spawnWorker(
            configuration, memoryBytes: memoryBytes + configuration.memorySlack)
        self.process = process
        channel = Channel(socket: socket, takesDescriptors: false)
        var patience = Patience(process, maxCPUSeconds: Self.maxStartSeconds, maxSeconds: Self.maxStartSeconds)
        let (kind, payload) = try nextFrame(&patience) {}
        let ready = kind == .ready ? try channel.coding.decode(WorkerReady.self, from: payload) : nil
        guard let ready, ready.version == WorkerReady.currentVersion else {
            throw WorkerEnd.crashed("is of another version")
        }
        missing = ready.missing
    }

    deinit { end() }

    /// Whether it still runs, as far as its socket tells.
    var isAlive: Bool {
        if case .nothingYet = channel.receive(timeout: 0) { true } else { false }
    }

    /// Has it decode a file.
    ///
    /// - Parameters:
    ///   - file: Open for reading only: the worker gets it.
    ///   - memory: Where the worker's memory comes from.
    func answer(
        _ request: DecodeRequest, file: Int32, _ configuration: JailConfiguration, memory: any DecoderMemory,
        monitor: DecodeMonitor
    ) throws(WorkerEnd) -> DecodeAnswer {
        guard channel.send(.request, value: request, descriptor: file) else { throw end() }
        var (taken, timesAsked) = (0, 0)
        defer { if taken > 0 { memory.giveBack(taken) } }
        var bytesDone = 0
        func askCaller() throws(WorkerEnd) { if !monitor.onBytes(bytesDone) { throw .cancelled } }
        var patience = Patience(
            process, maxCPUSeconds: configuration.maxCPUSeconds, maxSeconds: configuration.maxSeconds)
        while true {
            let (kind, payload) = try nextFrame(&patience, askCaller)
            switch kind {
            case .progress:
                guard let number = payload.number else { throw .nonsense }
                let count = min(number, request.size)
                if count > bytesDone { patience.renew() }
                bytesDone = max(bytesDone, count)
                try askCaller()
            case .memoryWanted:
                timesAsked += 1
                guard let count = payload.number, taken == 0, timesAsked <= Self.maxMemoryRequests else {
                    throw .nonsense
                }
                let isTaken: Bool
                do throws(PhotoLibraryError) {
                    isTaken = try memory.take(count) { () throws(PhotoLibraryError) in
                        guard monitor.onBytes(bytesDone) else { throw PhotoLibraryError(.cancelled, "Cancelled.") }
                    }
                } catch { throw .cancelled }
                if isTaken { taken = count }
                // Waiting for others is not its fault.
                patience.renew()
                guard channel.send(isTaken ? .memoryGranted : .memoryRefused) else { throw end() }
            case .memoryReturned:
                memory.giveBack(taken)
                taken = 0
            case .answer:
                guard let answer = try? channel.coding.decode(DecodeAnswer.self, from: payload) else {
                    throw .nonsense
                }
                if case .picture(let picture) = answer, !picture.isPlausible { throw .nonsense }
                return answer
            default: throw .nonsense
            }
        }
    }

    #if FAULT_HOOKS
        /// Has it try what its jail forbids: error numbers by the names of the attempts.
        func probe(_ path: String) throws -> [String: Int32] {
            guard channel.send(.probe, Data(path.utf8)) else { throw end() }
            var patience = Patience(process, maxCPUSeconds: 20, maxSeconds: 20)
            let (kind, payload) = try nextFrame(&patience) {}
            guard kind == .probed else { throw WorkerEnd.nonsense }
            return try channel.coding.decode([String: Int32].self, from: payload)
        }
    #endif

    private func nextFrame(
        _ patience: inout Patience, _ askCaller: () throws(WorkerEnd) -> Void
    ) throws(WorkerEnd) -> (FrameKind, Data) {
        while true {
            switch channel.receive(timeout: Self.interval) {
            case .frame(let kind, let payload):
                // Also when it talks without end.
                if let excess = patience.excess { throw .timedOut(excess) }
                return (kind, payload)
            case .nothingYet:
                try askCaller()
                if let excess = patience.excess { throw .timedOut(excess) }
            case .closed: throw end()
            case .nonsense: throw .nonsense
            }
        }
    }

    /// Kills it, without waiting for its death.
    ///
    /// A worker holds nothing that could be lost, and SIGKILL is the only signal that one which hangs obeys.
    func stop() {
        // Only while it is a child: if the program has waited for all its children, the number may be another process's.
        if exitStatus == nil, !wasReaped(WNOHANG) { kill(process, SIGKILL) }
    }

    /// Kills it, if it is not dead, and leaves no zombie.
    ///
    /// - Returns: How it died: one that died by itself is not hurt by the signal.
    @discardableResult
    func end() -> WorkerEnd {
        stop()
        if exitStatus == nil { _ = wasReaped(0) }
        let status = exitStatus ?? 0
        let signal = status & 0x7F
        return .crashed(signal == 0 ? "ended with \((status >> 8) & 0xFF)" : "was ended by signal \(signal)")
    }

    /// Takes its exit status, with the options of waitpid(2); false if it is still running.
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
    fileprivate static var nonsense: WorkerEnd { .crashed("gave an answer that makes no sense") }
}

/// How long a worker may go on without getting further.
private struct Patience {
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

    /// It got further.
    mutating func renew() {
        cpuSeconds = clock.map(Self.seconds(of:)) ?? 0
        seconds = Self.seconds(of: CLOCK_MONOTONIC)
    }

    /// What it has used too much of; `nil` if it has time left.
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
