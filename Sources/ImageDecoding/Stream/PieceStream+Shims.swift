internal import CImageShims
internal import PhotoModel

/// A stream for the C shims.
///
/// C functions cannot throw Swift errors, so the error is stored in ``failure``.
final class PieceSupply {
    private let stream: any PieceSource
    /// The error that ended the stream.
    private(set) var failure: PhotoLibraryError?

    init(_ stream: any PieceSource) { self.stream = stream }

    /// The value that the shims pass to ``callback``.
    ///
    /// This object must exist as long as the decoder that uses it.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let callback: opk_next_piece = { context, count in
        let supply = Unmanaged<PieceSupply>.fromOpaque(context).takeUnretainedValue()
        do throws(PhotoLibraryError) {
            let piece = try supply.stream.nextPiece()
            count.pointee = piece.count
            return piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        } catch {
            supply.failure = error
            count.pointee = -1
            return nil
        }
    }
}
