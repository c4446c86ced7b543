internal import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import Synchronization
internal import SystemSupport
internal import Thumbnails

/// The pictures that a ``PHCachingImageManager`` prepares and keeps in memory.
///
/// They are known by the requests that they answer. If all of them have no more room, others wait until some are
/// stopped.
final class PreparedImages: Sendable {
    /// A picture to prepare.
    fileprivate struct Job {
        /// Different for each start, because a picture can be stopped and started again.
        let number: Int
        let request: ImageRequest
        /// Whether the picture is another one than that which will be asked for.
        let isDegraded: Bool
        /// An upper estimate of the bytes of its pixels.
        let bytes: Int
    }

    fileprivate enum Entry {
        case waiting(Job)
        case running(Job, Task<Void, Never>)
        case ready(UIImage, isDegraded: Bool)
    }

    fileprivate struct State {
        var entries: [ImageRequest.Key: Entry] = [:]
        /// The pictures that wait, in order; those that do not wait any more are outdated.
        var queue: [(key: ImageRequest.Key, number: Int)] = []
        /// The entries of the queue before it were taken.
        var start = 0
        var running = 0
        /// The number of pictures that were started.
        var started = 0
        /// The bytes of the pictures that are ready.
        var bytes = 0
        /// The estimated bytes of those that are being prepared, whether they are still needed or not.
        var reserved = 0
    }

    private let state = Mutex(State())
    private let jobs = ProcessInfo.processInfo.activeProcessorCount

    /// The bytes of the prepared pictures.
    var bytes: Int { state.withLock { $0.bytes } }

    /// The number of entries in the queue, for tests.
    var queueCount: Int { state.withLock { $0.queue.count } }

    /// The picture that was prepared for these requests; `nil` if none is ready.
    func picture(for key: ImageRequest.Key) -> PHImageManager.Picture? {
        state.withLock { state in
            if case .ready(let image, let isDegraded)? = state.entries[key] { (image, isDegraded) } else { nil }
        }
    }

    /// Prepares pictures for requests, unless they are prepared or wait already.
    ///
    /// - Parameter isFast: Whether the pictures are those of the fast format.
    func start(_ requests: [ImageRequest], isFast: Bool) {
        state.withLock { state in
            for request in requests where state.entries[request.key] == nil {
                let prepared = isFast ? request.fast : request
                let bytes = prepared.maxBytes
                guard bytes <= PHCachingImageManager.maximumBytes else { continue }
                state.started += 1
                let isDegraded = prepared.key != request.key
                let job = Job(number: state.started, request: prepared, isDegraded: isDegraded, bytes: bytes)
                state.add(job, request.key)
            }
            startNext(&state)
        }
    }

    /// Forgets pictures, and stops preparing them.
    func stop(_ keys: [ImageRequest.Key]) {
        state.withLock { state in
            for key in keys { state.remove(key) }
            startNext(&state)
        }
    }

    /// Forgets all pictures, and prepares no more.
    func stopAll() {
        state.withLock { state in
            for key in state.entries.keys { state.remove(key) }
            (state.queue, state.start) = ([], 0)
        }
    }

    /// Prepares the next pictures, while fewer than ``jobs`` are prepared and there is room for them.
    private func startNext(_ state: inout State) {
        while state.running < jobs, let (key, job) = state.next() {
            state.running += 1
            state.reserved += job.bytes
            let task = Task.detached(priority: .utility) { [self] in
                finish(key, job, await Self.image(for: job.request))
            }
            state.entries[key] = .running(job, task)
        }
    }

    private static func image(for request: ImageRequest) async -> UIImage? {
        guard let pictures = try? await blocking({ try request.library.pictures }) else { return nil }
        if request.takesPictureAtHand, let atHand = await blocking({ pictures.pictureAtHand(for: request) }),
            atHand.rendition == request.rendition
        {
            return atHand.image
        }
        return try? await pictures.image(for: request, priority: .background)
    }

    private func finish(_ key: ImageRequest.Key, _ job: Job, _ image: UIImage?) {
        state.withLock { state in
            state.running -= 1
            state.reserved -= job.bytes
            // It may have been stopped, and even started again.
            if case .running(let running, _)? = state.entries[key], running.number == job.number {
                state.entries[key] = nil
                // A picture can be larger than the catalogue states.
                if let image, state.bytes + state.reserved + image.byteCount <= PHCachingImageManager.maximumBytes {
                    state.entries[key] = .ready(image, isDegraded: job.isDegraded)
                    state.bytes += image.byteCount
                }
            }
            startNext(&state)
        }
    }
}

extension PreparedImages.State {
    fileprivate mutating func add(_ job: PreparedImages.Job, _ key: ImageRequest.Key) {
        entries[key] = .waiting(job)
        queue.append((key, job.number))
        guard queue.count > 2 * entries.count + 64 else { return }
        (queue, start) = (queue[start...].filter { isWaiting($0.key, $0.number) }, 0)
    }

    /// Takes the next picture that waits; `nil` if no picture waits, or if it has no room.
    fileprivate mutating func next() -> (ImageRequest.Key, PreparedImages.Job)? {
        while start < queue.count {
            let (key, number) = queue[start]
            if case .waiting(let job)? = entries[key], job.number == number {
                guard bytes + reserved + job.bytes <= PHCachingImageManager.maximumBytes else { return nil }
                start += 1
                return (key, job)
            }
            start += 1
        }
        (queue, start) = ([], 0)
        return nil
    }

    private func isWaiting(_ key: ImageRequest.Key, _ number: Int) -> Bool {
        if case .waiting(let job)? = entries[key] { job.number == number } else { false }
    }

    /// Removes a picture, whether it waits, is prepared or is ready.
    fileprivate mutating func remove(_ key: ImageRequest.Key) {
        switch entries.removeValue(forKey: key) {
        case .running(_, let task)?: task.cancel()
        case .ready(let image, _)?: bytes -= image.byteCount
        case .waiting?, nil: break
        }
    }
}

extension ImageRequest {
    /// An upper estimate of the bytes of the pixels.
    fileprivate var maxBytes: Int {
        let size = rendition.renderedSize(of: file.resource.size ?? PixelSize(width: 8000, height: 8000))
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: 3 * size.height)
        return overflows ? .max : pixels
    }
}
