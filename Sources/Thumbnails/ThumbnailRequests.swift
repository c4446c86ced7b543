internal import AssetLoading
internal import Foundation
internal import PhotoModel

/// The renditions that are requested and not rendered yet.
///
/// Not thread-safe.
struct ThumbnailRequests {
    /// One rendition, for all that wait for it.
    struct Request {
        let resource: AssetResource
        var priority: ThumbnailLoader.Priority
        /// The number of the last request before the rendition is made.
        var turn: Int
        /// Whether the rendition is being made.
        var isStarted = false
        /// The fetch of the file while the rendition is made, if the file may come from a remote store.
        var fetch: FileFetch?
        var waiters: [Int: Waiter]
    }

    /// One that waits for a rendition.
    struct Waiter {
        /// Called with the picture, or with the error why it cannot be made.
        let completion: @Sendable (Result<RenderedPicture, any Error>) -> Void
        /// Called with the fraction of a file that was fetched.
        let progress: (@Sendable (Double) -> Void)?
    }

    /// A rendition to make.
    struct Job {
        let picture: RequestedPicture
        let resource: AssetResource
        /// Distinguishes it from a later one of the same key.
        fileprivate let turn: Int
    }

    private var requests: [RequestedPicture: Request] = [:]
    /// The keys by priority and turn, the last at the end; those whose turn is not that of the request are outdated.
    private var queues: [ThumbnailLoader.Priority: [(turn: Int, key: RequestedPicture)]] = [:]
    private var turns = 0
    private var running = 0
    /// The greatest number of renditions that are made at a time.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The number of renditions that are requested or being made.
    var count: Int { requests.count }

    /// The number of all that wait for a rendition.
    var waiterCount: Int { requests.values.reduce(0) { $0 + $1.waiters.count } }

    /// Adds a waiter.
    ///
    /// A rendition that is already requested moves before all others of its priority.
    mutating func add(
        _ number: Int, _ waiter: Waiter, for key: RequestedPicture, of resource: AssetResource,
        _ priority: ThumbnailLoader.Priority
    ) {
        turns += 1
        if var request = requests[key] {
            request.waiters[number] = waiter
            if !request.isStarted {
                request.turn = turns
                request.priority = max(priority, request.priority)
                queues[request.priority, default: []].append((turns, key))
            }
            requests[key] = request
        } else {
            requests[key] = Request(
                resource: resource, priority: priority, turn: turns, waiters: [number: waiter])
            queues[priority, default: []].append((turns, key))
        }
    }

    /// The next rendition to make: of the highest priority, and of these the one that was requested last; `nil` while
    /// as many as the limit are being made.
    ///
    /// The caller ends it with ``finish(_:)``.
    mutating func next() -> Job? {
        guard running < limit else { return nil }
        for priority in ThumbnailLoader.Priority.allCases.reversed() {
            while let (turn, key) = queues[priority]?.popLast() {
                guard let request = requests[key], request.turn == turn, !request.isStarted else { continue }
                requests[key]?.isStarted = true
                running += 1
                return Job(picture: key, resource: request.resource, turn: turn)
            }
        }
        return nil
    }

    /// Records that the file of a rendition is being fetched; removes the request instead if nobody waits for it.
    ///
    /// - Returns: Whether the file is needed.
    mutating func began(_ fetch: FileFetch, for job: Job) -> Bool {
        guard let request = requests[job.picture], request.turn == job.turn else { return false }
        requests[job.picture]?.fetch = fetch
        if request.waiters.isEmpty { requests[job.picture] = nil }
        return !request.waiters.isEmpty
    }

    /// What those who wait for a rendition want to know of the fetch of its file.
    func progress(of job: Job) -> [@Sendable (Double) -> Void] {
        guard let request = requests[job.picture], request.turn == job.turn else { return [] }
        return request.waiters.values.compactMap(\.progress)
    }

    /// Removes a waiter, and the request unless others wait or its rendition is being made.
    ///
    /// - Returns: The waiter, and the fetch that nobody waits for any more.
    mutating func cancel(_ number: Int, for key: RequestedPicture) -> (waiter: Waiter, fetch: FileFetch?)? {
        guard var request = requests[key], let waiter = request.waiters.removeValue(forKey: number) else {
            return nil
        }
        let isNeeded = !request.waiters.isEmpty || (request.isStarted && request.fetch == nil)
        requests[key] = isNeeded ? request : nil
        // Outdated entries are removed by ``next()``. All are outdated if nothing is requested.
        if requests.isEmpty { queues = [:] }
        return (waiter, isNeeded ? nil : request.fetch)
    }

    /// Ends a rendition, removes its request, and returns those who wait for it.
    mutating func finish(_ job: Job) -> [Waiter] {
        running -= 1
        guard let request = requests[job.picture], request.turn == job.turn else { return [] }
        requests[job.picture] = nil
        return Array(request.waiters.values)
    }
}
