internal import CImageShims
internal import PhotoModel

/// A stream as the C shims read it: they cannot take Swift errors, so the error is kept here.
final class PieceSupply {
    private let stream: any PieceSource
    /// What made the stream end with an error.
    private(set) var failure: PhotoLibraryError?

    init(_ stream: any PieceSource) { self.stream = stream }

    /// What the shims pass to ``callback``.
    ///
    /// The supply must outlive the decoder it is given to.
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
