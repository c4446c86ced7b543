internal import Foundation
internal import Synchronization

/// The blocks of changes of apps that have not ended.
final class UnfinishedBlocks: Sendable {
    private struct Block {
        let app: String
        let id: UUID
        weak var session: LocalChangeSession?
    }

    private let blocks = Mutex<[Block]>([])

    func add(_ session: LocalChangeSession, _ id: UUID, of app: String) {
        blocks.withLock { blocks in
            blocks.removeAll { $0.session == nil }
            blocks.append(Block(app: app, id: id, session: session))
        }
    }

    /// Waits until the app's block has been committed, if it is being committed; otherwise it can no longer be
    /// committed.
    func end(_ id: UUID, of app: String) {
        let sessions = blocks.withLock { $0.filter { $0.app == app && $0.id == id }.compactMap(\.session) }
        for session in sessions { session.end() }
    }
}
