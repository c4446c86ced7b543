internal import PhotoModel

/// JPEG: the segments before and between the scans, and what follows the picture.
extension LocationRemover {
    /// Removes the places from a JPEG file: its picture, and further pictures, videos and data after it.
    func removeFromJPEGFile(_ range: Range<Int>) throws(PhotoLibraryError) {
        guard let end = try removeFromJPEG(in: range) else { return }
        try removeFromTrailer(in: end..<range.upperBound)
    }

    /// Removes the places from the segments before the first scan.
    func removeFromJPEGHeader(in range: Range<Int>) throws(PhotoLibraryError) {
        _ = try removeFromJPEG(in: range, stopsAtScan: true)
    }

    /// Removes the places from the segments of a picture, and returns the position after it; `nil` if it has no end.
    ///
    /// Bytes between the segments are skipped, as decoders do.
    func removeFromJPEG(in range: Range<Int>, stopsAtScan: Bool = false) throws(PhotoLibraryError) -> Int? {
        var segments = JoinedSegments()
        var offset = range.lowerBound + 2
        var end: Int?
        while let (code, payload) = try marker(from: offset, in: range) {
            if code == JPEGMarker.endOfImage {
                end = payload
                break
            }
            offset = payload
            if code == JPEGMarker.startOfImage || code == JPEGMarker.temporary { continue }
            guard file.countElement(), let length = try file.number(at: payload, 2), length >= 2 else { continue }
            offset = payload + length
            if JPEGMarker.applications.contains(code) {
                let part = (payload + 2..<payload + length).clamped(to: range)
                try removeFromSegment(code, part, &segments)
            } else if code == JPEGMarker.startOfScan, stopsAtScan {
                break
            }
        }
        try removeFromJoinedSegments(segments)
        return end
    }

    /// The code of the next marker, and the position after it.
    ///
    /// Fill bytes, the zeros stuffed into entropy-coded data and restart markers are skipped.
    private func marker(from start: Int, in range: Range<Int>) throws(PhotoLibraryError) -> (UInt8, Int)? {
        var offset = start
        while offset < range.upperBound, let found = try position(of: 0xFF, in: offset..<range.upperBound) {
            guard found + 1 < range.upperBound, let code = try searchedByte(at: found + 1) else { return nil }
            if code == 0xFF {
                offset = found + 1
            } else if JPEGMarker.continuesScan(code) {
                offset = found + 2
            } else {
                return (code, found + 2)
            }
        }
        return nil
    }
}
