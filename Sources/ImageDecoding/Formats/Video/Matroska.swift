internal import PhotoModel

/// Matroska and WebM.
extension ContainerReader {
    /// Reads duration, date, title and size.
    ///
    /// Clusters are skipped.
    func readMatroska(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        var scale = 1_000_000.0
        var duration: Double?
        for segment in try file.elements(in: all) where segment.id == EBMLElement.segment {
            for part in try file.elements(in: segment.payload) {
                switch part.id {
                case EBMLElement.info:
                    for item in try file.elements(in: part.payload) {
                        switch item.id {
                        case EBMLElement.timestampScale: scale = Double(try number(item.payload) ?? 1_000_000)
                        case EBMLElement.duration: duration = try float(item.payload)
                        case EBMLElement.title where item.payload.count <= EXIFBlock.maxValueBytes:
                            reading.metadata.title = try file.bytes(item.payload)?.text
                        case EBMLElement.date: reading.metadata.captureTime = try date(item.payload)
                        default: break
                        }
                    }
                case EBMLElement.tracks: try readTracks(in: part.payload, &reading)
                default: break
                }
            }
        }
        reading.metadata.duration = duration.map { $0 * scale / 1e9 }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    private func readTracks(in range: Range<Int>, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        for track in try file.elements(in: range) where track.id == EBMLElement.track && reading.storedSize == nil {
            for video in try file.elements(in: track.payload) where video.id == EBMLElement.video {
                var (width, height): (Int?, Int?)
                for item in try file.elements(in: video.payload) {
                    if item.id == EBMLElement.width { width = try number(item.payload) }
                    if item.id == EBMLElement.height { height = try number(item.payload) }
                }
                reading.storedSize = PixelSize(statedWidth: width, height: height)
            }
        }
    }

    private func number(_ range: Range<Int>) throws(PhotoLibraryError) -> Int? {
        range.count <= 8 ? try file.number(at: range.lowerBound, range.count) : nil
    }

    private func float(_ range: Range<Int>) throws(PhotoLibraryError) -> Double? {
        guard let bytes = range.count <= 8 ? try file.bytes(range) : nil else { return nil }
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch range.count {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: return nil
        }
    }

    /// Nanoseconds from the beginning of 2001, UTC, with a sign.
    private func date(_ range: Range<Int>) throws(PhotoLibraryError) -> CaptureTime? {
        guard range.count == 8, let bytes = try file.bytes(range) else { return nil }
        let value = Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        // 978,307,200 s from 1970 to 2001.
        return CaptureTime(utcSeconds: Int(value / 1_000_000_000) + 978_307_200)
    }
}
