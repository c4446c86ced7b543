internal import ContentDigests
internal import Dispatch
public import Foundation
package import PhotoModel
package import SystemPackage

/// The bytes of one file in pieces of up to 1 MiB, held against the digest it was stored with.
///
/// For one reader. Only one piece is in memory at a time: the next is read when it is asked for, on a private queue. After
/// the last piece the digest is compared: whoever must not take damaged bytes keeps them only when the sequence has ended
/// without an error.
///
/// Ends with `libraryDamaged` if the bytes are not those that were stored, `unreadable`, `ioFailure`, and `cancelled` when
/// the task or the progress was cancelled.
public struct ResourceData: AsyncSequence, Sendable {
    /// A piece of the file.
    public typealias Element = Data

    /// Counts bytes; see ``LoadProgress/progress``.
    ///
    /// Cancelling it ends the sequence.
    public var progress: Progress { loading.progress }
    /// See ``LoadProgress/updates``.
    public var updates: AsyncStream<LoadSnapshot> { loading.updates }

    private let loading = LoadProgress()
    private let reader: PieceReader

    package init(_ path: FilePath, followsLinks: Bool, bytes: Int, sha256: Digest) {
        reader = PieceReader(path, followsLinks, bytes, sha256, loading)
    }

    /// All pieces from where reading has come to as one; waits on this thread.
    ///
    /// - Throws: As the sequence ends.
    package func readAll() throws -> Data {
        try reader.queue.sync {
            var whole = Data()
            while let piece = try reader.next() { whole += piece }
            return whole
        }
    }

    /// The pieces from where reading has come to.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader, loading: loading) }

    /// Reads the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: PieceReader
        fileprivate let loading: LoadProgress

        /// The next piece; `nil` when all were read and are as they were stored.
        public mutating func next() async throws -> Data? {
            try await withTaskCancellationHandler { [reader] in
                try await withCheckedThrowingContinuation { continuation in
                    reader.queue.async { continuation.resume(with: Result { try reader.next() }) }
                }
            } onCancel: { [loading] in
                loading.cancel()
            }
        }
    }
}

/// Reads one file.
///
/// `@unchecked`: everything but the queue itself is used on the queue alone.
private final class PieceReader: @unchecked Sendable {
    let queue = DispatchQueue(label: "openphotokit.resource", qos: .utility)
    private let path: FilePath
    private let followsLinks: Bool
    private let sha256: Digest
    private let loading: LoadProgress
    private let file: FileProgress
    private var opened: (source: any AssetByteSource, hasher: ContentHasher)?
    private var count = 0
    private var hasEnded = false

    private static let pieceSize = 1 << 20

    init(_ path: FilePath, _ followsLinks: Bool, _ bytes: Int, _ sha256: Digest, _ loading: LoadProgress) {
        self.path = path
        self.followsLinks = followsLinks
        self.sha256 = sha256
        self.loading = loading
        loading.addExpected(files: 1, bytes: bytes)
        loading.walkFinished()
        loading.setPhase(.loading)
        file = loading.beginFile(bytes: bytes, name: path.lastComponent?.string, isDecoded: false)
    }

    func next() throws -> Data? {
        guard !hasEnded else { return nil }
        do {
            if let piece = try read() { return piece }
            end(succeeded: true)
            return nil
        } catch {
            end(succeeded: false)
            throw error
        }
    }

    private func read() throws -> Data? {
        if file.isCancelled { throw PhotoLibraryError.cancelled(path) }
        let (source, hasher) = try opened ?? (LocalFileStore().open(path, followsLinks: followsLinks), .init(.sha256))
        opened = (source, hasher)
        var piece = Data(count: Self.pieceSize)
        let length = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
        guard length > 0 else {
            guard hasher.finish() == sha256 else { throw PhotoLibraryError.notAsImported(path) }
            return nil
        }
        piece.removeLast(Self.pieceSize - length)
        piece.withUnsafeBytes { hasher.update($0) }
        count += length
        file.read(count)
        return piece
    }

    private func end(succeeded: Bool) {
        hasEnded = true
        opened = nil
        file.finish()
        loading.finish(succeeded: succeeded)
    }
}

extension PhotoLibraryError {
    static func notAsImported(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryDamaged, "The file is not as it was imported: do not use it.", remedy: .verify, path: path.string)
    }
}
