@preconcurrency internal import Dispatch
internal import Foundation

/// Turns the first Ctrl-C into a clean end; a second one ends the process at once.
final class Interruption: Sendable {
    private let sources: [any DispatchSourceSignal]

    /// Calls `onFirst` at the first SIGINT or SIGTERM, on a private queue, as long as this object lives.
    init(_ onFirst: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "photos.signals")
        let once = Once(onFirst)
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in if !once.run() { _exit(Exit.interrupted.rawValue) } }
            source.activate()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    // Used on the signal queue only.
    private final class Once: @unchecked Sendable {
        private var work: (@Sendable () -> Void)?

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }

        func run() -> Bool {
            guard let work else { return false }
            self.work = nil
            work()
            return true
        }
    }
}
