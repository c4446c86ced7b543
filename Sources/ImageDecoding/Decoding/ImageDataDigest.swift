internal import ContentDigests
internal import PhotoModel

/// The digest of the displayed image data, without metadata and without decoding.
///
/// It is the first 32 bytes of the BLAKE2b-512 (RFC 7693) of a stream of bytes that a lossless edit of metadata does
/// not change.
///
/// **JPEG.** The stream begins with byte 1. Then follows the colour space that libjpeg determines from the JFIF and
/// Adobe markers: byte 1 gray, 2 RGB, 3 YCbCr, 4 CMYK, 5 YCCK. Then follows the file from the end of its first SOI to
/// the start of its first EOI, without the segments APPn (FF E0…FF EF) and COM (FF FE), the marker TEM (FF 01), and
/// fill bytes (an FF before another FF). Each other segment is FF, its code, its two bytes of length, and its
/// payload. The entropy-coded bytes of each scan are unchanged, with the zeros stuffed after FF and with the restart
/// markers.
///
/// **PNG.** The stream begins with byte 2. Then follow, in file order, the chunks IHDR, PLTE, tRNS, IDAT, acTL, fcTL
/// and fdAT, each as type (4 bytes), payload, and number of payload bytes (8 bytes, big-endian). Consecutive IDAT
/// chunks count as one chunk of their joined payloads. The stream ends at IEND.
///
/// **HEIC and AVIF.** The stream begins with byte 3. Then follow the payload of the grid item (nothing for a picture
/// that is not a grid), and the column, row, width and height of the part that is displayed. Then follow, for each tile
/// in the order of the grid, its type (4 bytes), the payload of its `hvcC` or `av1C`, the number of these bytes, its
/// data, and the number of these bytes. All numbers have 8 bytes, big-endian. Orientation and colours are not part of
/// it, as they are not for JPEG.
///
/// **WebP.** The stream begins with byte 4. Then follow, in file order, the chunks `VP8 `, `VP8L`, `ALPH`, `ANIM` and
/// `ANMF`, each as the chunks of a PNG.
///
/// TIFF, GIF and BMP files have no digest.
///
/// All streams are unambiguous: a marker other than a restart cannot occur in entropy-coded bytes, and the PNG
/// elements can be separated beginning with the last one, as can the tiles and the WebP chunks. The digest is `nil` if
/// EOI, IEND or a part of the data is missing.
struct ImageDataDigest: ~Copyable {
    private let stream: PieceStream
    private let hasher: ContentHasher

    init(_ stream: PieceStream) throws(PhotoLibraryError) {
        self.stream = stream
        hasher = try ContentHasher(.blake2b)
    }

    private func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { hasher.update($0) } }

    // MARK: JPEG

    consuming func jpeg(colorSpace: UInt8) throws(PhotoLibraryError) -> Digest? {
        add([1, colorSpace])
        guard try stream.startsImage() else { return nil }
        var next = try stream.marker()
        while let code = next {
            if code == JPEGMarker.endOfImage { return try hasher.finish() }
            next = try code == JPEGMarker.startOfScan ? scan() : segment(code) ? stream.marker() : nil
        }
        return nil
    }

    /// Adds a segment unless it is metadata; `false` if the segment is truncated.
    private func segment(_ code: UInt8) throws(PhotoLibraryError) -> Bool {
        if code == JPEGMarker.temporary { return true }
        if JPEGMarker.restarts.contains(code) {
            add([0xFF, code])
            return true
        }
        guard let length = try stream.payloadLength() else { return false }
        if JPEGMarker.applications.contains(code) || code == JPEGMarker.comment { return stream.skip(length) }
        add([0xFF, code, UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF)])
        return try stream.forward(length) { hasher.update($0) }
    }

    /// Adds the header and the entropy-coded bytes of a scan.
    ///
    /// Returns the marker after it, `nil` if the scan is truncated.
    private func scan() throws(PhotoLibraryError) -> UInt8? {
        guard try segment(JPEGMarker.startOfScan) else { return nil }
        while true {
            let (bytes, isAtMarker) = try stream.scanBytes()
            hasher.update(bytes)
            if isAtMarker {
                guard let code = try stream.marker() else { return nil }
                guard JPEGMarker.continuesScan(code) else { return code }
                add([0xFF, code])
            } else if bytes.isEmpty {
                return nil
            }
        }
    }

    // MARK: PNG

    consuming func png() throws(PhotoLibraryError) -> Digest? {
        add([2])
        guard stream.skip(PNGChunk.signatureLength) else { return nil }
        var run: PNGChunk?
        while let chunk = try stream.pngChunk() {
            if let ended = run, ended.type != "IDAT" || chunk.type != "IDAT" {
                add(ended.length)
                run = nil
            }
            if chunk.type == "IEND" { return try hasher.finish() }
            if ["IHDR", "PLTE", "tRNS", "IDAT", "acTL", "fcTL", "fdAT"].contains(chunk.type) {
                if run == nil { add(Array(chunk.type.utf8)) }
                run = PNGChunk(type: chunk.type, length: (run?.length ?? 0) &+ chunk.length)
                guard try stream.forward(chunk.length, to: { hasher.update($0) }) else { return nil }
            } else if !stream.skip(chunk.length) {
                return nil
            }
            guard stream.skip(PNGChunk.checksumLength) else { return nil }
        }
        return nil
    }

    private func add(_ count: Int) { add((0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }) }
}
