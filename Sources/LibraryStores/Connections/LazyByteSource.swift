internal import Originals
internal import SystemSupport

/// Bytes of a store that is reached when they are first read.
final class LazyByteSource: ByteSource {
    let length: Int64
    private let open: (Cancellation) throws -> any ByteSource
    private let cancellation = Cancellation()
    private var source: (any ByteSource)?

    /// - Parameter open: Reaches the store, and opens the bytes. Called at most once.
    init(length: Int64, open: @escaping (Cancellation) throws -> any ByteSource) {
        (self.length, self.open) = (length, open)
    }

    var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

    func version() throws -> ByteVersion { try opened().version() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let source = try opened()
        return try cancellation.run(ending: source.cancel) { try source.read(into: buffer) }
    }

    private func opened() throws -> any ByteSource {
        if let source { return source }
        let opened = try open(cancellation)
        source = opened
        return opened
    }
}
