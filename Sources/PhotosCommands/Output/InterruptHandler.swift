@preconcurrency internal import Dispatch
internal import Foundation
internal import Synchronization

/// Calls a function at the first Ctrl-C.
///
/// A second Ctrl-C ends the process at once.
final class InterruptHandler: Sendable {
    private let number: Int

    /// Calls `onFirst` at the first SIGINT or SIGTERM, on a private queue, as long as this object lives.
    ///
    /// If several objects exist, only the newest one is called.
    init(_ onFirst: @escaping @Sendable () -> Void) { number = Signals.shared.add(onFirst) }

    deinit { Signals.shared.remove(number) }
}

/// The signal sources of the process.
///
/// They exist from the first handler to the end of the process, because a source that replaces a cancelled one may miss
/// a signal.
private final class Signals: Sendable {
    static let shared: Signals = Signals()

    private struct Listener {
        let number: Int
        var work: (@Sendable () -> Void)?
    }

    private let listeners = Mutex<(all: [Listener], count: Int)>(([], 0))
    private let sources: [any DispatchSourceSignal]

    private init() {
        let queue = DispatchQueue(label: "photos.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for source in sources {
            source.setEventHandler { @Sendable [self] in interrupt() }
            source.activate()
        }
    }

    func add(_ work: @escaping @Sendable () -> Void) -> Int {
        listeners.withLock { listeners in
            listeners.count += 1
            listeners.all.append(Listener(number: listeners.count, work: work))
            return listeners.count
        }
    }

    func remove(_ number: Int) { listeners.withLock { $0.all.removeAll { $0.number == number } } }

    private func interrupt() {
        let work = listeners.withLock { listeners in
            guard let last = listeners.all.indices.last else { return nil as (@Sendable () -> Void)? }
            defer { listeners.all[last].work = nil }
            return listeners.all[last].work
        }
        guard let work else { _exit(Exit.interrupted.rawValue) }
        work()
    }
}
