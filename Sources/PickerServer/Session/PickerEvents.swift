internal import Foundation
internal import Synchronization

/// What the server tells the page, for requests that wait for it.
///
/// Events are numbered from 1. Of each kind only the last one is kept, because a page does the same for one as for
/// several.
final class PickerEvents: Sendable {
    private struct State {
        var count = 0
        /// The last event of each kind, in order.
        var last: [(number: Int, event: PickerEvent)] = []
        var listeners: [UUID: AsyncStream<Never>.Continuation] = [:]

        func after(_ number: Int) -> [PickerEvent] { last.filter { $0.number > number }.map(\.event) }
    }

    private let state = Mutex(State())

    /// The number of the last event; 0 before the first.
    var count: Int { state.withLock { $0.count } }

    func tell(_ event: PickerEvent) {
        let listeners = state.withLock { state in
            state.count += 1
            state.last.removeAll { $0.event == event }
            state.last.append((state.count, event))
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    /// The events after the first `number`, and the number of the last one; waits for one, at most this long.
    func after(_ number: Int, for duration: Duration = .seconds(25)) async -> (events: [PickerEvent], number: Int) {
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        let id = UUID()
        let known = state.withLock { state in
            if state.count <= number { state.listeners[id] = ending }
            return (state.after(number), state.count)
        }
        guard known.0.isEmpty else { return known }
        let timer = Task {
            try? await Task.sleep(for: duration)
            ending.finish()
        }
        for await _ in end {}
        timer.cancel()
        return state.withLock { state in
            state.listeners[id] = nil
            return (state.after(number), state.count)
        }
    }
}

/// What the server tells the page.
enum PickerEvent: String, Encodable {
    /// The library has changed.
    case reload
    /// The app has changed the selection.
    case selection
    /// The app has changed what can be selected.
    case appChanged
    /// The app has closed the page or has ended.
    case appGone
    /// The session has ended.
    case done
}
