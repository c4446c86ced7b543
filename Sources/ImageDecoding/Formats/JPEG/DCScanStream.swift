internal import PhotoModel

/// A source of the bytes of an image in pieces, for a decoder.
protocol PieceSource {
    /// The next bytes; empty at the end. Valid until the next call.
    func nextPiece() throws(PhotoLibraryError) -> UnsafeRawBufferPointer
}

extension PieceStream: PieceSource {}

/// A progressive JPEG without its AC scans.
///
/// libjpeg reads it if ``DCCoefficients`` declines the file. The luma at 1/8 depends on DC coefficients only. AC scans
/// are most of the file, and decoding them takes most of the time. This stream skips them as fast as it finds the next
/// marker. The remaining bytes are a valid image with the same DC coefficients.
final class DCScanStream: PieceSource {
    private enum Position { case start, segments, scan(isKept: Bool), end }

    private static let pieceSize = 64 << 10

    private let stream: PieceStream
    private var position = Position.start
    /// The buffer of the next piece.
    ///
    /// A step adds at most a piece of the stream and a segment.
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * pieceSize, alignment: 16)
    private var count = 0

    init(_ stream: PieceStream) { self.stream = stream }

    deinit { output.deallocate() }

    func nextPiece() throws(PhotoLibraryError) -> UnsafeRawBufferPointer {
        count = 0
        while count < Self.pieceSize {
            switch position {
            case .start:
                position = try stream.startsImage() ? .segments : .end
                emit([0xFF, JPEGMarker.startOfImage])
            case .segments: position = try segment(try stream.marker())
            // The bytes so far can be sufficient for the decoder, so no further bytes are read.
            case .scan(isKept: false) where count > 0: return UnsafeRawBufferPointer(rebasing: output[..<count])
            case .scan(let isKept): position = try scan(isKept)
            case .end: return UnsafeRawBufferPointer(rebasing: output[..<count])
            }
        }
        return UnsafeRawBufferPointer(rebasing: output[..<count])
    }

    private func emit(_ bytes: UnsafeRawBufferPointer) {
        let end = count + bytes.count
        guard end <= output.count else { return }
        UnsafeMutableRawBufferPointer(rebasing: output[count..<end]).copyMemory(from: bytes)
        count = end
    }

    private func emit(_ bytes: [UInt8]) { bytes.withUnsafeBytes { emit($0) } }

    /// Copies a segment, unless it starts an AC scan.
    ///
    /// Returns the position after it.
    private func segment(_ code: UInt8?) throws(PhotoLibraryError) -> Position {
        guard let code else { return .end }
        if JPEGMarker.isAlone(code) {
            emit([0xFF, code])
            return code == JPEGMarker.endOfImage ? .end : .segments
        }
        guard let length = try stream.payloadLength(), let payload = try stream.bytes(length) else { return .end }
        let isScan = code == JPEGMarker.startOfScan
        let isKept = !isScan || !Self.startsACScan(payload)
        if isKept { emit([0xFF, code, UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF)] + payload) }
        return isScan ? .scan(isKept: isKept) : .segments
    }

    /// A scan header has the number of components, two bytes for each, and the first coefficient (ITU-T T.81, B.2.3).
    private static func startsACScan(_ payload: [UInt8]) -> Bool {
        guard let components = payload.first, payload.count > 1 + 2 * Int(components) else { return false }
        return payload[1 + 2 * Int(components)] > 0
    }

    /// Reads entropy-coded bytes up to the next marker, or to the end of the present piece.
    private func scan(_ isKept: Bool) throws(PhotoLibraryError) -> Position {
        let (bytes, isAtMarker) = try stream.scanBytes()
        if isKept { emit(bytes) }
        if !isAtMarker { return bytes.isEmpty ? .end : .scan(isKept: isKept) }
        guard let code = try stream.marker() else { return .end }
        guard JPEGMarker.continuesScan(code) else { return try segment(code) }
        if isKept { emit([0xFF, code]) }
        return .scan(isKept: isKept)
    }
}
