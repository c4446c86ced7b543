internal import Foundation
internal import Synchronization

/// The requests for pictures that wait at a time.
///
/// A browser that no longer needs a picture closes the connection, and the server notices that only when it answers. So
/// the oldest request is cancelled when there are more requests than a page makes.
final class PictureRequests: Sendable {
    private let waiting = Mutex<[(id: UUID, task: Task<Data, any Error>)]>([])

    /// A browser makes six requests at a time, and a person may have the page in two tabs.
    private static let most = 12

    func run(_ work: @escaping @Sendable () async throws -> Data) async throws -> Data {
        let id = UUID()
        let task = Task { try await work() }
        let oldest = waiting.withLock { waiting in
            waiting.append((id, task))
            return waiting.count > Self.most ? waiting.removeFirst().task : nil
        }
        oldest?.cancel()
        defer { waiting.withLock { $0.removeAll { $0.id == id } } }
        return try await task.value
    }
}
