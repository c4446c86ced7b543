internal import Glibc
internal import PhotoModel

/// The bytes of a source in sequence, through one buffer.
final class PieceStream {
    private let source: ImageSource
    private let progress: DecodeProgress
    private let countsBytes: Bool
    private let buffer: UnsafeMutableRawBufferPointer
    /// The part of the buffer that is not consumed yet.
    private var unread: Range<Int> = 0..<0
    /// The position of the next piece in the source.
    private var nextOffset = 0
    /// The position at which reading ends even if the source continues.
    ///
    /// It is checked before each piece.
    var end = Int.max

    /// - Parameters:
    ///   - countsBytes: Whether read bytes count as progress. They do not if they will be read again.
    ///   - pieceSize: The size of the buffer in bytes.
    init(_ source: ImageSource, _ progress: DecodeProgress, countsBytes: Bool = true, pieceSize: Int = 64 << 10) {
        self.source = source
        self.progress = progress
        self.countsBytes = countsBytes
        buffer = .allocate(byteCount: pieceSize, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The position of the next byte in the source.
    var offset: Int { nextOffset - unread.count }

    /// Returns the next piece, and consumes it; empty at the end.
    ///
    /// The piece is valid until the next call.
    ///
    /// - Throws: `ioFailure`, or `cancelled` if the monitor cancelled.
    func nextPiece() throws(PhotoLibraryError) -> UnsafeRawBufferPointer {
        if unread.isEmpty { try fill() }
        defer { unread = unread.upperBound..<unread.upperBound }
        return UnsafeRawBufferPointer(rebasing: buffer[unread])
    }

    private func fill() throws(PhotoLibraryError) {
        try progress.advance(to: countsBytes ? min(nextOffset, source.size) : 0)
        guard nextOffset < end else {
            unread = 0..<0
            return
        }
        let count = try source.read(at: nextOffset, into: buffer)
        nextOffset += count
        unread = 0..<count
    }

    /// The next byte; `nil` at the end.
    func byte() throws(PhotoLibraryError) -> UInt8? {
        if unread.isEmpty { try fill() }
        guard let first = unread.first else { return nil }
        unread = first + 1..<unread.upperBound
        return buffer[first]
    }

    /// The next `count` bytes as a big-endian number; `nil` if the source ends before.
    func bigEndian(bytes count: Int) throws(PhotoLibraryError) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let byte = try byte() else { return nil }
            value = value << 8 | Int(byte)
        }
        return value
    }

    /// Gives the next `count` bytes to `take` in parts; `false` if the source ends before.
    func forward(_ count: Int, to take: (UnsafeRawBufferPointer) -> Void) throws(PhotoLibraryError) -> Bool {
        var remaining = count
        while remaining > 0 {
            if unread.isEmpty { try fill() }
            guard !unread.isEmpty else { return false }
            let part = unread.prefix(remaining)
            take(UnsafeRawBufferPointer(rebasing: buffer[part]))
            unread = part.upperBound..<unread.upperBound
            remaining -= part.count
        }
        return true
    }

    /// The next `count` bytes; `nil` if the source ends before.
    func bytes(_ count: Int) throws(PhotoLibraryError) -> [UInt8]? {
        var bytes: [UInt8] = []
        return try forward(count) { bytes += $0 } ? bytes : nil
    }

    /// Skips `count` bytes without reading them; `false` if the source ends before.
    func skip(_ count: Int) -> Bool {
        let inBuffer = min(count, unread.count)
        unread = unread.lowerBound + inBuffer..<unread.upperBound
        nextOffset += count - inBuffer
        return nextOffset <= source.size
    }

    /// The bytes up to the next byte `stop` that no continuation follows, or to the end of the piece.
    ///
    /// The stop stays unread. It is also a stop if it is the last byte of the piece. At the end of the source the
    /// result is empty and not at a stop. The bytes are valid until the next call.
    func run(
        upTo stop: UInt8, notBefore isContinuation: (UInt8) -> Bool = { _ in false }
    ) throws(PhotoLibraryError) -> (bytes: UnsafeRawBufferPointer, isAtStop: Bool) {
        if unread.isEmpty { try fill() }
        guard !unread.isEmpty, let base = buffer.baseAddress else {
            return (UnsafeRawBufferPointer(start: nil, count: 0), false)
        }
        var end = unread.lowerBound
        var isAtStop = false
        while !isAtStop, end < unread.upperBound {
            guard let found = memchr(base + end, Int32(stop), unread.upperBound - end) else {
                end = unread.upperBound
                break
            }
            end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if end + 1 < unread.upperBound, isContinuation(buffer[end + 1]) { end += 2 } else { isAtStop = true }
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[unread.lowerBound..<end])
        unread = end..<unread.upperBound
        return (bytes, isAtStop)
    }
}
