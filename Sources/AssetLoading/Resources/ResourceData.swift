internal import Dispatch
public import Foundation
package import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Options for reading the bytes of a resource.
public struct ResourceRequestOptions: Sendable, Hashable {
    /// Whether the bytes may be fetched over the network, from a store that is not on this machine.
    public var isNetworkAccessAllowed: Bool

    /// Creates options; by default the network is not used.
    public init(isNetworkAccessAllowed: Bool = false) { self.isNetworkAccessAllowed = isNetworkAccessAllowed }

    /// Whether the bytes may come from a remote store.
    package var policy: FetchPolicy { FetchPolicy(isNetworkAccessAllowed: isNetworkAccessAllowed) }
}

/// The bytes of one resource in pieces of up to 1 MiB, compared with the digest of the imported file.
///
/// The sequence has one reader. Only one piece is in memory at a time: the next one is read on a private queue when the
/// reader asks for it. A file whose size differs from that of the imported file fails before the first piece. The
/// digest is compared after the last piece: the pieces are the imported file only if the sequence ends without an
/// error.
///
/// The sequence throws:
/// - `missingResource`: the file does not exist.
/// - `invalidResource`: the bytes differ from the imported bytes. `notARegularFile`: the path is not that of a regular
///   file.
/// - `accessUserDenied`, `accessRestricted`: this user or app may not read the file.
/// - `networkAccessRequired`: the bytes are not on this machine, and ``ResourceRequestOptions`` do not allow the
///   network. `networkError`: the network failed.
/// - `unreadable`, `ioFailure`: the system could not read the file.
/// - `cancelled`: the task or the progress was cancelled.
public struct ResourceData: AsyncSequence, Sendable {
    /// A piece of the file.
    public typealias Element = Data

    private let loading: LoadProgress
    private let reader: PieceReader

    /// - Parameters:
    ///   - source: A resource, or what is made of it.
    ///   - progress: Counts bytes. Cancelling it ends the sequence.
    package init(_ source: LoadSource, progress: Progress?) {
        loading = LoadProgress(showing: progress)
        reader = PieceReader(source, loading)
    }

    /// The bytes of a resource.
    package init(_ resource: ResourceHandle, progress: Progress?) {
        self.init(.resource(resource), progress: progress)
    }

    /// All remaining pieces in one buffer.
    ///
    /// Blocks this thread.
    ///
    /// - Throws: The errors of the sequence.
    package func readAll() throws -> Data {
        try reader.queue.sync {
            var whole = Data()
            while let piece = try reader.next() { whole += piece }
            return whole
        }
    }

    /// The remaining pieces.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader, loading: loading) }

    /// Reads the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: PieceReader
        fileprivate let loading: LoadProgress

        /// The next piece; `nil` when all pieces were read and their digest is that of the imported file.
        public mutating func next() async throws -> Data? {
            try await withTaskCancellationHandler { [reader] in
                try await blocking { try reader.queue.sync { try reader.next() } }
            } onCancel: { [loading] in
                loading.cancel()
            }
        }
    }
}

/// Reads one file.
///
/// `@unchecked`: all state except the queue itself is used only on the queue.
private final class PieceReader: @unchecked Sendable {
    let queue = DispatchQueue(label: "openphotokit.resource", qos: .utility)
    private let origin: LoadSource
    private let loading: LoadProgress
    private let file: FileProgress
    private var source: DigestingByteSource?
    private var count = 0
    private var end: Result<Void, any Error>?

    private static let pieceSize = 1 << 20

    init(_ origin: LoadSource, _ loading: LoadProgress) {
        self.origin = origin
        self.loading = loading
        let bytes = origin.handle?.resource.bytes ?? 0
        loading.addExpected(files: 1, bytes: bytes)
        loading.walkFinished()
        loading.setPhase(.loading)
        file = loading.beginFile(
            bytes: bytes, name: origin.name.lastComponent?.string, then: origin.isConverted ? .decoding : .none)
    }

    func next() throws -> Data? {
        // After an error every further call throws the same error, so that it is not mistaken for the end of the file.
        if let end {
            try end.get()
            return nil
        }
        do {
            if let piece = try read() { return piece }
            finish(.success(()))
            return nil
        } catch {
            finish(.failure(error))
            throw error
        }
    }

    private func read() throws -> Data? {
        if file.isCancelled { throw PhotoLibraryError.cancelled(origin.name) }
        let source = try source ?? origin.open(in: LocalFiles(), file)
        self.source = source
        var piece = Data(count: Self.pieceSize)
        let length = try file.run(origin.name, ending: source.cancel) {
            try piece.withUnsafeMutableBytes { try source.read(into: $0) }
        }
        guard length > 0 else { return nil }
        piece.removeLast(Self.pieceSize - length)
        count += length
        file.read(count)
        return piece
    }

    private func finish(_ end: Result<Void, any Error>) {
        self.end = end
        source = nil
        file.finish()
        loading.finish(succeeded: (try? end.get()) != nil)
    }
}
