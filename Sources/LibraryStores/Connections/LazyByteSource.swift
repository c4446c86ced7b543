internal import Originals
internal import SystemSupport

/// Bytes of a store that is reached when they are first read.
final class LazyByteSource: ByteSource {
    let length: Int64
    private let open: (Cancellation) throws -> any ByteSource
    private let onFailure: (any Error) -> Void
    private let cancellation = Cancellation()
    private var source: (any ByteSource)?

    /// - Parameters:
    ///   - open: Reaches the store, and opens the bytes. Called until it does not throw.
    ///   - onFailure: Called with each error of opening and reading.
    init(
        length: Int64, open: @escaping (Cancellation) throws -> any ByteSource,
        onFailure: @escaping (any Error) -> Void = { _ in }
    ) {
        (self.length, self.open, self.onFailure) = (length, open, onFailure)
    }

    var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

    func version() throws -> ByteVersion { try opened().version() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        do {
            let source = try opened()
            return try cancellation.run(ending: source.cancel) { try source.read(into: buffer) }
        } catch {
            onFailure(error)
            throw error
        }
    }

    private func opened() throws -> any ByteSource {
        if let source { return source }
        let opened = try open(cancellation)
        source = opened
        return opened
    }
}
