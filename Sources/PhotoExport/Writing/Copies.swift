internal import AssetLoading
internal import Synchronization

/// The copies that several threads make.
final class Copies: Sendable {
    private let results: Mutex<[Result<LoadedFile, any Error>?]>

    init(_ count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

    func put(_ result: Result<LoadedFile, any Error>, at index: Int) { results.withLock { $0[index] = result } }

    /// The copies in their order, after all were put.
    var all: [Result<LoadedFile, any Error>] { results.withLock { $0.compactMap(\.self) } }
}
