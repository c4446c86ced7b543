internal import CSandbox
internal import Synchronization

/// The workers of one job.
///
/// They are ended by ``end()`` or when the pool is released.
final class WorkerPool: Sendable {
    let configuration: JailConfiguration
    private let memoryBytes: Int
    /// The number of attempts to start a worker.
    ///
    /// If a worker is killed while it starts, later files must still be decoded in workers.
    private static let startAttempts = 3

    private struct State {
        var idle: [WorkerProcess] = []
        var cannotStart = false
        var isEnded = false
        var remarks: Set<DecoderRemark> = []
    }
    private let state = Mutex(State())

    /// Creates a pool without workers.
    ///
    /// - Parameter memoryBytes: The maximum memory of one decode in bytes.
    init(_ configuration: JailConfiguration, memoryBytes: Int) {
        self.configuration = configuration
        self.memoryBytes = memoryBytes
    }

    /// An idle worker, or a new one if none is idle; `nil` if workers cannot be started here.
    func take() -> WorkerProcess? {
        // A worker that has died is released, which also removes its zombie process.
        while let worker = state.withLock({ $0.idle.popLast() }) {
            if worker.isRunning { return worker }
        }
        guard !state.withLock({ $0.cannotStart }) else { return nil }
        var failure: (any Error)?
        for _ in 0..<Self.startAttempts {
            do {
                let worker = try WorkerProcess(configuration, memoryBytes: memoryBytes)
                if worker.missing != 0 { remark(.incomplete(worker.missing)) }
                return worker
            } catch {
                failure = error
            }
        }
        state.withLock { $0.cannotStart = true }
        if let failure { remark(.notJailed(configuration, failure)) }
        return nil
    }

    /// Returns a worker that has answered to the pool.
    ///
    /// A worker that answers after ``end()`` is ended.
    func giveBack(_ worker: WorkerProcess) {
        state.withLock { if !$0.isEnded { $0.idle.append(worker) } }
    }

    /// Ends the workers and waits for them, so that their CPU time is added to that of this process.
    func end() {
        let workers = state.withLock { state in
            defer { state.idle = [] }
            state.isEnded = true
            return state.idle
        }
        // All workers are signalled before the first one is awaited.
        for worker in workers { worker.stop() }
        for worker in workers { worker.end() }
    }

    private func remark(_ remark: DecoderRemark) {
        if state.withLock({ $0.remarks.insert(remark).inserted }) { configuration.onRemark(remark) }
    }
}

extension DecoderRemark {
    fileprivate static func notJailed(_ configuration: JailConfiguration, _ error: any Error) -> DecoderRemark {
        let reason =
            switch error {
            case WorkerEnd.crashed(let how): "it \(how)"
            case WorkerEnd.timedOut(let time): "it was not ready within \(time)"
            default: "\(error)"
            }
        return DecoderRemark(
            code: "decoderNotJailed",
            message: "Pictures are decoded in this process, without protection against hostile files: "
                + "\(configuration.executable) could not be started as a decoder (\(reason)).")
    }

    fileprivate static func incomplete(_ missing: UInt32) -> DecoderRemark {
        let names = [
            (OPK_JAIL_LIMITS, "resource limits"), (OPK_JAIL_PARENT_DEATH, "ending with the parent"),
            (OPK_JAIL_NO_NEW_PRIVILEGES, "no new privileges"), (OPK_JAIL_NOT_DUMPABLE, "no core dumps"),
            (OPK_JAIL_LANDLOCK, "Landlock"), (OPK_JAIL_SECCOMP, "seccomp"),
        ].filter { missing & UInt32($0.0) != 0 }.map(\.1)
        return DecoderRemark(
            code: "decoderJailIncomplete",
            message: "This system does not offer everything that keeps decoders apart; missing: "
                + names.joined(separator: ", ") + ".")
    }
}
