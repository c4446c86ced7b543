internal import Foundation
internal import Synchronization
internal import SystemSupport
internal import Thumbnails

/// The pictures that a ``PHCachingImageManager`` prepares and keeps in memory.
final class PreparedImages: Sendable {
    fileprivate enum Entry {
        case waiting(ImageRequest)
        case running(Int, Task<Void, Never>)
        case ready(UIImage)
    }

    fileprivate struct State {
        var entries: [ImageRequest.Key: Entry] = [:]
        /// The pictures that wait, in order; those that do not wait any more are outdated.
        var queue = KeyQueue()
        /// The prepared pictures, in order; those that are not ready any more are outdated.
        var ready = KeyQueue()
        var running = 0
        /// The number of pictures that were begun.
        var begun = 0
        var bytes = 0
    }

    private let state = Mutex(State())
    private let jobs = ProcessInfo.processInfo.activeProcessorCount

    /// The bytes of the prepared pictures.
    var bytes: Int { state.withLock { $0.bytes } }

    func image(for key: ImageRequest.Key) -> UIImage? {
        state.withLock { state in
            if case .ready(let image)? = state.entries[key] { image } else { nil }
        }
    }

    /// Prepares pictures, unless they are prepared or wait already.
    func start(_ requests: [ImageRequest]) {
        state.withLock { state in
            for request in requests where state.entries[request.key] == nil {
                state.entries[request.key] = .waiting(request)
                state.queue.append(request.key)
            }
            startNext(&state)
        }
    }

    /// Forgets pictures, and stops preparing them.
    func stop(_ keys: [ImageRequest.Key]) {
        state.withLock { state in
            for key in keys { state.remove(key) }
        }
    }

    /// Forgets all pictures, and prepares no more.
    func stopAll() {
        state.withLock { state in
            for key in state.entries.keys { state.remove(key) }
            (state.queue, state.ready) = (KeyQueue(), KeyQueue())
        }
    }

    /// Prepares the next pictures, while fewer than ``jobs`` are prepared.
    private func startNext(_ state: inout State) {
        while state.running < jobs, let key = state.queue.next() {
            guard case .waiting(let request)? = state.entries[key] else { continue }
            state.running += 1
            state.begun += 1
            let number = state.begun
            state.entries[key] = .running(
                number,
                Task.detached(priority: .utility) { [self] in
                    let pictures = try? await blocking { try request.file.library.pictures }
                    let atHand = await blocking { pictures?.pictureAtHand(for: request) }
                    let isWanted = atHand?.rendition == request.rendition
                    let image =
                        isWanted ? atHand?.image : try? await pictures?.image(for: request, priority: .background)
                    finish(key, number, image)
                })
        }
    }

    private func finish(_ key: ImageRequest.Key, _ number: Int, _ image: UIImage?) {
        state.withLock { state in
            state.running -= 1
            // It may have been stopped, and even started again.
            if case .running(number, _)? = state.entries[key] {
                state.entries[key] = image.map { .ready($0) }
                if let image {
                    state.bytes += image.byteCount
                    state.ready.append(key)
                }
            }
            while state.bytes > PHCachingImageManager.maximumBytes, let first = state.ready.next() {
                if case .ready? = state.entries[first] { state.remove(first) }
            }
            startNext(&state)
        }
    }
}

extension PreparedImages.State {
    /// Removes a picture, whether it waits, is prepared or is ready.
    fileprivate mutating func remove(_ key: ImageRequest.Key) {
        switch entries.removeValue(forKey: key) {
        case .running(_, let task)?: task.cancel()
        case .ready(let image)?: bytes -= image.byteCount
        case .waiting?, nil: break
        }
    }
}

/// Keys in the order in which they were added.
private struct KeyQueue {
    private var keys: [ImageRequest.Key] = []
    /// The keys before it were taken.
    private var start = 0

    mutating func append(_ key: ImageRequest.Key) { keys.append(key) }

    mutating func next() -> ImageRequest.Key? {
        guard start < keys.count else {
            (keys, start) = ([], 0)
            return nil
        }
        defer { start += 1 }
        return keys[start]
    }
}
