internal import Dispatch
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// The observers of one library, and the tasks that wait for changes on their behalf.
///
/// References to observers are weak. A task keeps its library open, and ends when its last observer is unregistered. A
/// released observer is noticed only at the next change.
final class Observation: Sendable {
    enum Kind: CaseIterable {
        case changes, persistentChanges, availability
    }

    /// `@unchecked`: the observer is only compared, checked for its existence, and called on the queue.
    private struct Observer: @unchecked Sendable {
        weak var object: AnyObject?
    }

    private struct State {
        var observers: [Kind: [Observer]] = [:]
        var tasks: [Kind: Task<Void, Never>] = [:]

        /// Removes `object` and released observers, and ends tasks without observers.
        mutating func remove(_ object: AnyObject?, from kind: Kind) {
            observers[kind]?.removeAll { $0.object == nil || $0.object === object }
            guard observers[kind]?.isEmpty != false else { return }
            tasks.removeValue(forKey: kind)?.cancel()
        }
    }

    private let state = Mutex(State())
    /// Calls observers one after the other.
    private let queue = DispatchQueue(label: "photoscompat.observers")

    /// Adds `object` as an observer; the task that `start` makes waits for changes.
    func add(_ object: AnyObject, to kind: Kind, start: () -> Task<Void, Never>) {
        let observer = Observer(object: object)
        state.withLock { state in
            state.remove(observer.object, from: kind)
            state.observers[kind, default: []].append(observer)
            if state.tasks[kind] == nil { state.tasks[kind] = start() }
        }
    }

    /// Records that the task has ended without being cancelled, so that the next observer starts another.
    func ended(_ kind: Kind) { state.withLock { _ = $0.tasks.removeValue(forKey: kind) } }

    /// Waits a second; `false` if the task was cancelled or no observer is left.
    func waitsFurther(for kind: Kind) async -> Bool {
        try? await Task.sleep(for: .seconds(1))
        state.withLock { $0.remove(nil, from: kind) }
        return !Task.isCancelled
    }

    func remove(_ object: AnyObject, from kind: Kind) {
        let observer = Observer(object: object)
        state.withLock { $0.remove(observer.object, from: kind) }
    }

    /// Calls `body` with each observer on the queue, on which `library` is the shared library, and waits until all
    /// calls have ended.
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
