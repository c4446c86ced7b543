@preconcurrency internal import Dispatch
internal import Foundation
internal import Synchronization

/// Turns the first Ctrl-C into a clean end; a second one ends the process at once.
final class Interruption: Sendable {
    private let number: Int

    /// Calls `onFirst` at the first SIGINT or SIGTERM, on a private queue, as long as this object lives.
    ///
    /// Of several objects the youngest is called.
    init(_ onFirst: @escaping @Sendable () -> Void) { number = Signals.shared.add(onFirst) }

    deinit { Signals.shared.remove(number) }
}

/// The process' signals.
///
/// Listened to from the first interruption on and to the end: a source that takes over from one
/// that is being cancelled may hear nothing.
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
