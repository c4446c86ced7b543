internal import Foundation
internal import LibraryInterface
internal import Originals
internal import PhotoModel
internal import SystemSupport

/// A selection that the process which has the library lets a person make.
final class RemotePickSession: PickSession {
    private let number: Int
    private let connection: Connection
    private let following: Task<Void, Never>

    /// - Parameters:
    ///   - signal: Has an element when the state of the selection may have changed.
    ///   - onChange: See ``LibraryService/beginPick(_:onChange:)``.
    init(
        _ number: Int, _ connection: Connection, _ signal: AsyncStream<Void>, _ onChange: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.connection = connection
        following = Task {
            for await _ in signal { onChange() }
            // The library can no longer be used, which the next question finds.
            onChange()
        }
    }

    deinit {
        following.cancel()
        // The last reference may go on a thread that must not wait for the other process.
        ThreadPool.shared.run { [connection, number] in
            _ = try? connection.send(.endPick(number)) as Bool
        }
    }

    func state() throws(PhotoLibraryError) -> PickState { try connection.send(.pickState(number)) }

    func assets(of revision: Int, from: Int, count: Int) throws(PhotoLibraryError) -> [PickedAsset]? {
        try connection.send(.pickedAssets(revision: revision, from: from, count: count, pick: number))
    }

    func change(_ change: PickChange) throws(PhotoLibraryError) {
        let _: Bool = try connection.send(.changePick(change, pick: number))
    }

    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
        try connection.open(.openPicked(resource, range, policy, pick: number))
    }

    func cancel() { _ = try? connection.send(.cancelPick(number)) as Bool }
}
