internal import Foundation
internal import Synchronization

/// What the server tells the page, for requests that wait for it.
final class PickerEvents: Sendable {
    private struct State {
        var events: [PickerEvent] = []
        var listeners: [UUID: AsyncStream<Never>.Continuation] = [:]
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.events.count } }

    func tell(_ event: PickerEvent) {
        let listeners = state.withLock { state in
            state.events.append(event)
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    /// The events after the first `number`; waits for one, at most this long.
    func after(_ number: Int, for duration: Duration = .seconds(25)) async -> [PickerEvent] {
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        let id = UUID()
        let known = state.withLock { state in
            if state.events.count <= number { state.listeners[id] = ending }
            return state.events.dropFirst(number)
        }
        guard known.isEmpty else { return Array(known) }
        let timer = Task {
            try? await Task.sleep(for: duration)
            ending.finish()
        }
        for await _ in end {}
        timer.cancel()
        return state.withLock { state in
            state.listeners[id] = nil
            return Array(state.events.dropFirst(number))
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
