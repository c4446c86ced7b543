internal import ContentDigests
internal import PhotoModel

/// The digest of the displayed image data, without metadata and without decoding.
///
/// It is the first 32 bytes of the BLAKE2b-512 (RFC 7693) of a stream of bytes that a lossless edit of metadata does
/// not change. The folder of each format defines its stream, and the stream begins with a byte that is different for
/// each format: 1 JPEG, 2 PNG, 3 HEIC and AVIF, 4 WebP. TIFF, GIF and BMP files have no digest.
///
/// All streams are unambiguous. The digest is `nil` if a part of the data is missing.
struct ImageDataDigest {
    private let hasher: ContentHasher

    /// - Parameter first: The byte of the format.
    init(_ first: UInt8) throws(PhotoLibraryError) {
        hasher = try ContentHasher(.blake2b)
        add([first])
    }

    func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    func add(_ bytes: UnsafeRawBufferPointer) { hasher.update(bytes) }

    /// Adds a number as 8 bytes, big-endian.
    func add(_ number: Int) { add((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }

    /// Adds a range of the stream's source; `false` if the source ends before.
    func add(_ range: Range<Int>, _ stream: PieceStream) throws(PhotoLibraryError) -> Bool {
        guard stream.skip(range.lowerBound) else { return false }
        return try stream.forward(range.count) { add($0) }
    }

    func finish() throws(PhotoLibraryError) -> Digest { try hasher.finish() }
}
