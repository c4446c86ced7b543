internal import Glibc
internal import PhotoModel

/// The bytes of a source from the first to the last, through one buffer of 64 KiB.
final class PieceStream {
    private let source: ImageSource
    private let progress: DecodeProgress
    private let countsBytes: Bool
    private let buffer: UnsafeMutableRawBufferPointer
    /// The part of the buffer that is not consumed yet.
    private var unread: Range<Int> = 0..<0
    /// Where in the source the next piece begins.
    private var nextOffset = 0
    /// Where reading ends even if the source goes on: checked before each piece of 64 KiB.
    var end = Int.max

    /// - Parameter countsBytes: Whether what is read counts as progress: not when it will be read again.
    init(_ source: ImageSource, _ progress: DecodeProgress, countsBytes: Bool = true) {
        self.source = source
        self.progress = progress
        self.countsBytes = countsBytes
        buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Where in the source the next byte lies.
    var offset: Int { nextOffset - unread.count }

    /// Gives the next piece, which is then consumed; empty at the end.
    ///
    /// Valid until the next call.
    ///
    /// - Throws: `ioFailure`, or `cancelled` if the monitor says so.
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

    /// The next `count` bytes as a number, the highest first; `nil` if the end comes before.
    func bigEndian(bytes count: Int) throws(PhotoLibraryError) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let byte = try byte() else { return nil }
            value = value << 8 | Int(byte)
        }
        return value
    }

    /// Hands the next `count` bytes over in parts; `false` if the end comes before.
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

    /// The next `count` bytes; `nil` if the end comes before.
    func bytes(_ count: Int) throws(PhotoLibraryError) -> [UInt8]? {
        var bytes: [UInt8] = []
        return try forward(count) { bytes += $0 } ? bytes : nil
    }

    /// Passes over `count` bytes without reading them; `false` if the end comes before.
    func skip(_ count: Int) -> Bool {
        let inBuffer = min(count, unread.count)
        unread = unread.lowerBound + inBuffer..<unread.upperBound
        nextOffset += count - inBuffer
        return nextOffset <= source.size
    }

    /// The bytes up to the next byte `stop`, which stays unread, or to the end of the piece; empty and without a stop
    /// at the end of the source.
    ///
    /// Valid until the next call.
    func run(upTo stop: UInt8) throws(PhotoLibraryError) -> (bytes: UnsafeRawBufferPointer, isAtStop: Bool) {
        if unread.isEmpty { try fill() }
        guard !unread.isEmpty, let base = buffer.baseAddress else {
            return (UnsafeRawBufferPointer(start: nil, count: 0), false)
        }
        let found = memchr(base + unread.lowerBound, Int32(stop), unread.count)
        let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? unread.upperBound
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[unread.lowerBound..<end])
        unread = end..<unread.upperBound
        return (bytes, found != nil)
    }
}
