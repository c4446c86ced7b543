internal import PhotoModel

extension ImageDataDigest {
    /// The stream of a JPEG begins with byte 1.
    ///
    /// Then follows the colour space that libjpeg determines from the JFIF and Adobe markers: byte 1 gray, 2 RGB, 3
    /// YCbCr, 4 CMYK, 5 YCCK. Then follows the file from the end of its first SOI to the start of its first EOI,
    /// without the segments APPn (FF E0…FF EF) and COM (FF FE), the marker TEM (FF 01), and fill bytes (an FF before
    /// another FF). Each other segment is FF, its code, its two bytes of length, and its payload. The entropy-coded
    /// bytes of each scan are unchanged, with the zeros stuffed after FF and with the restart markers. A marker other
    /// than a restart cannot occur in them.
    ///
    /// - Parameter stream: The whole source.
    static func jpeg(_ stream: PieceStream, colorSpace: UInt8) throws(PhotoLibraryError) -> Digest? {
        let digest = try ImageDataDigest(1)
        digest.add([colorSpace])
        guard try stream.startsImage() else { return nil }
        var next = try stream.marker()
        while let code = next {
            if code == JPEGMarker.endOfImage { return try digest.finish() }
            next =
                try code == JPEGMarker.startOfScan
                ? digest.scan(stream) : digest.segment(code, stream) ? stream.marker() : nil
        }
        return nil
    }

    /// Adds a segment unless it is metadata; `false` if the segment is truncated.
    private func segment(_ code: UInt8, _ stream: PieceStream) throws(PhotoLibraryError) -> Bool {
        if code == JPEGMarker.temporary { return true }
        if JPEGMarker.restarts.contains(code) {
            add([0xFF, code])
            return true
        }
        guard let length = try stream.payloadLength() else { return false }
        if JPEGMarker.applications.contains(code) || code == JPEGMarker.comment { return stream.skip(length) }
        add([0xFF, code, UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF)])
        return try stream.forward(length) { add($0) }
    }

    /// Adds the header and the entropy-coded bytes of a scan.
    ///
    /// Returns the marker after it, `nil` if the scan is truncated.
    private func scan(_ stream: PieceStream) throws(PhotoLibraryError) -> UInt8? {
        guard try segment(JPEGMarker.startOfScan, stream) else { return nil }
        while true {
            let (bytes, isAtMarker) = try stream.scanBytes()
            add(bytes)
            if isAtMarker {
                guard let code = try stream.marker() else { return nil }
                guard JPEGMarker.continuesScan(code) else { return code }
                add([0xFF, code])
            } else if bytes.isEmpty {
                return nil
            }
        }
    }
}
