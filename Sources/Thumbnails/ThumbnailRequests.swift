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
        /// Called with the picture, or with the error why it cannot be made.
        typealias Completion = @Sendable (Result<RenderedPicture, any Error>) -> Void
        var priority: ThumbnailLoader.Priority
        /// The number of the last request; `nil` while the rendition is made.
        var turn: Int?
        var waiters: [Int: Completion]
    }

    private var requests: [RequestedPicture: Request] = [:]
    /// The keys by priority and turn, the last at the end; those whose turn is not that of the request are outdated.
    private var queues: [ThumbnailLoader.Priority: [(turn: Int, key: RequestedPicture)]] = [:]
    private var turns = 0

    /// The number of renditions that are requested or being made.
    var count: Int { requests.count }

    /// The number of all that wait for a rendition.
    var waiterCount: Int { requests.values.reduce(0) { $0 + $1.waiters.count } }

    /// Adds a waiter.
    ///
    /// A rendition that is already requested moves before all others of its priority.
    mutating func add(
        _ waiter: Int, _ completion: @escaping Request.Completion, for key: RequestedPicture,
        of resource: AssetResource, _ priority: ThumbnailLoader.Priority
    ) {
        turns += 1
        if var request = requests[key] {
            request.waiters[waiter] = completion
            if request.turn != nil {
                request.turn = turns
                request.priority = max(priority, request.priority)
                queues[request.priority, default: []].append((turns, key))
            }
            requests[key] = request
        } else {
            requests[key] = Request(
                resource: resource, priority: priority, turn: turns, waiters: [waiter: completion])
            queues[priority, default: []].append((turns, key))
        }
    }

    /// The next rendition to make: of the highest priority, and of these the one that was requested last.
    mutating func next() -> (key: RequestedPicture, resource: AssetResource)? {
        for priority in ThumbnailLoader.Priority.allCases.reversed() {
            while let (turn, key) = queues[priority]?.popLast() {
                guard let request = requests[key], request.turn == turn else { continue }
                requests[key]?.turn = nil
                return (key, request.resource)
            }
        }
        return nil
    }

    /// Removes a waiter, and the request unless others wait or its rendition is being made.
    mutating func cancel(_ waiter: Int, for key: RequestedPicture) -> Request.Completion? {
        guard var request = requests[key], let completion = request.waiters.removeValue(forKey: waiter) else {
            return nil
        }
        requests[key] = request.waiters.isEmpty && request.turn != nil ? nil : request
        // Outdated entries are removed by ``next()``. All are outdated if nothing is requested.
        if requests.isEmpty { queues = [:] }
        return completion
    }

    /// Removes a request whose rendition was made, and returns those who wait for it.
    mutating func finish(_ key: RequestedPicture) -> [Request.Completion] {
        requests.removeValue(forKey: key).map { Array($0.waiters.values) } ?? []
    }
}
