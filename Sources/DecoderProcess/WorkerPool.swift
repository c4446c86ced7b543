internal import CSandbox
internal import Synchronization

/// The workers of one job.
///
/// They end with ``end()``, or else with the pool.
final class WorkerPool: Sendable {
    let configuration: JailConfiguration
    private let memoryBytes: Int
    /// A worker that somebody killed while it started does not end the protection of all files after it.
    private static let startAttempts = 3

    private struct State {
        var idle: [WorkerProcess] = []
        var cannotStart = false
        var isEnded = false
        var remarks: Set<DecoderRemark> = []
    }
    private let state = Mutex(State())

    /// A pool without workers.
    ///
    /// - Parameter memoryBytes: What a decode may need at most.
    init(_ configuration: JailConfiguration, memoryBytes: Int) {
        self.configuration = configuration
        self.memoryBytes = memoryBytes
    }

    /// A worker that waits for a file, started if there is none; `nil` if workers cannot be started here.
    func take() -> WorkerProcess? {
        // One that died meanwhile is let go, which leaves no zombie.
        while let worker = state.withLock({ $0.idle.popLast() }) {
            if worker.isAlive { return worker }
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

    /// Takes a worker that has answered; one that answers after ``end()`` is ended too.
    func giveBack(_ worker: WorkerProcess) {
        state.withLock { if !$0.isEnded { $0.idle.append(worker) } }
    }

    /// Ends the workers and waits for them, so that the CPU time they used counts as this process's.
    func end() {
        let workers = state.withLock { state in
            defer { state.idle = [] }
            state.isEnded = true
            return state.idle
        }
        // All are told before the first is waited for.
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
