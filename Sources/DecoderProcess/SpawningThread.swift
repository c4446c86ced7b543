internal import Dispatch
internal import Foundation
internal import Synchronization

/// The thread that starts all workers.
///
/// The kernel ends a worker when the thread that started it ends (`PR_SET_PDEATHSIG`, prctl(2)), and Dispatch ends its
/// threads at any time. This thread ends with the process.
final class SpawningThread: Sendable {
    static let shared = SpawningThread()

    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let count = DispatchSemaphore(value: 0)

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                count.wait()
                waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            }
        }
    }

    /// Runs `work` on the thread and waits for its end.
    func run(_ work: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        waiting.withLock {
            $0.append {
                work()
                done.signal()
            }
        }
        count.signal()
        done.wait()
    }
}
