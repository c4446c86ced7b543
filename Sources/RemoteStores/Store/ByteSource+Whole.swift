internal import ContentDigests
internal import Originals
internal import PhotoModel
internal import SystemSupport

/// Bytes that cannot be read.
final class FailingSource: ByteSource {
    let length: Int64
    private let error: PhotoLibraryError

    init(_ error: PhotoLibraryError, length: Int64) { (self.error, self.length) = (error, length) }

    func version() throws -> ByteVersion { throw error }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw error }
}

extension ByteSource {
    /// All bytes.
    ///
    /// - Throws: Also `limitExceeded` if there are more than the limit.
    func readAll(atMost limit: Int, _ cancellation: Cancellation) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece(cancellation) { piece in
            guard bytes.count + piece.count <= limit else {
                throw PhotoLibraryError(.limitExceeded, "The file in the store is larger than \(limit) bytes.")
            }
            bytes += piece
        }
        return bytes
    }

    /// The SHA-256 of all bytes, and their number.
    ///
    /// - Parameter body: Called with each piece, and the number of bytes up to its end.
    func digest(
        _ cancellation: Cancellation, _ body: (UnsafeRawBufferPointer, Int64) throws -> Void = { _, _ in }
    ) throws -> (Digest, Int64) {
        let hasher = try ContentHasher(.sha256)
        var length: Int64 = 0
        try forEachPiece(cancellation) { piece in
            hasher.update(piece)
            length += Int64(piece.count)
            try body(piece, length)
        }
        return (try hasher.finish(), length)
    }
}
