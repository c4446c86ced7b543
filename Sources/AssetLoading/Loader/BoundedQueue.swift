package import Dispatch
internal import Synchronization

/// A Dispatch queue that runs at most `width` blocks at a time and starts them in the order submitted.
///
/// It consists of `width` serial queues, each with its own thread while it works. Dispatch limits the threads of its
/// concurrent queues to the number of cores, so readers that wait for a slow disk would block decoders.
package final class BoundedQueue: Sendable {
    private typealias Work = @Sendable () -> Void

    private struct State {
        var waiting = FIFO<Work>()
        var idleLanes: [DispatchQueue]
    }

    private let state: Mutex<State>

    /// A queue that runs up to `width` blocks at a time (at least 1).
    package init(label: String, width: Int, qos: DispatchQoS) {
        state = Mutex(
            State(idleLanes: (0..<max(1, width)).map { DispatchQueue(label: "\(label).\($0)", qos: qos) }))
    }

    /// Submits a block and returns at once; the number of waiting blocks is not limited.
    package func async(_ work: @escaping @Sendable () -> Void) {
        let lane = state.withLock { state in
            state.waiting.append(work)
            return state.idleLanes.popLast()
        }
        lane?.async { self.work(on: lane) }
    }

    /// Runs blocks until none is waiting, then returns the serial queue to the free ones.
    private func work(on lane: DispatchQueue?) {
        while let work = next(orRetire: lane) { work() }
    }

    private func next(orRetire lane: DispatchQueue?) -> Work? {
        state.withLock { state in
            let work = state.waiting.popFirst()
            if work == nil, let lane { state.idleLanes.append(lane) }
            return work
        }
    }
}

/// First in, first out, in constant time on average.
private struct FIFO<Element> {
    private var incoming: [Element] = []
    /// In reverse order, so that the first is taken off the end.
    private var outgoing: [Element] = []

    mutating func append(_ element: Element) { incoming.append(element) }

    mutating func popFirst() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming.removeAll(keepingCapacity: outgoing.count < 1024)
        }
        return outgoing.popLast()
    }
}
