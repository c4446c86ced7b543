internal import Dispatch
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// Who is told of what happens to one library, and the tasks that listen for them.
///
/// Observers are held weakly. A task, which keeps its library open, ends when the last of those that it listens for is removed;
/// that one is gone is seen when there is something to tell.
final class Observation: Sendable {
    enum Kind: CaseIterable {
        case changes, persistentChanges, availability
    }

    /// `@unchecked`: the observer is only ever asked whether it is there, compared, and called on the queue.
    private struct Observer: @unchecked Sendable {
        weak var object: AnyObject?
    }

    private struct State {
        var observers: [Kind: [Observer]] = [:]
        var tasks: [Kind: Task<Void, Never>] = [:]

        /// Forgets observers that are gone or are `object`, and ends tasks that nobody needs.
        mutating func remove(_ object: AnyObject?, from kind: Kind) {
            observers[kind]?.removeAll { $0.object == nil || $0.object === object }
            guard observers[kind]?.isEmpty != false else { return }
            tasks.removeValue(forKey: kind)?.cancel()
        }
    }

    private let state = Mutex(State())
    /// Calls observers one after the other.
    private let queue = DispatchQueue(label: "photoscompat.observers")

    /// Tells `object` from now on; what `start` makes listens.
    func add(_ object: AnyObject, to kind: Kind, start: () -> Task<Void, Never>) {
        let observer = Observer(object: object)
        state.withLock { state in
            state.remove(observer.object, from: kind)
            state.observers[kind, default: []].append(observer)
            if state.tasks[kind] == nil { state.tasks[kind] = start() }
        }
    }

    /// The task has ended although it was not cancelled: the next observer starts another.
    func ended(_ kind: Kind) { state.withLock { _ = $0.tasks.removeValue(forKey: kind) } }

    /// Waits a second; `false` if the task was cancelled, or no observer is left.
    func waitsFurther(for kind: Kind) async -> Bool {
        try? await Task.sleep(for: .seconds(1))
        state.withLock { $0.remove(nil, from: kind) }
        return !Task.isCancelled
    }

    func remove(_ object: AnyObject, from kind: Kind) {
        let observer = Observer(object: object)
        state.withLock { $0.remove(observer.object, from: kind) }
    }

    /// Calls `body` with each observer, on the queue, where `library` is the shared one; waits for all of them.
    func tell(_ kind: Kind, in library: PHPhotoLibrary, _ body: @escaping @Sendable (AnyObject) -> Void) async {
        let observers = state.withLock { state in
            state.remove(nil, from: kind)
            return state.observers[kind] ?? []
        }
        await withCheckedContinuation { continuation in
            queue.async {
                library.performAsShared { for observer in observers { observer.object.map(body) } }
                continuation.resume()
            }
        }
    }
}
