internal import PhotoModel

/// The identifiers of the elements that are read (RFC 8794; RFC 9559, 5.1).
enum EBMLElement {
    static let header = 0x1A45_DFA3
    static let segment = 0x1853_8067
    static let info = 0x1549_A966
    static let timestampScale = 0x2A_D7B1
    static let duration = 0x4489
    static let date = 0x4461
    static let title = 0x7BA9
    static let tracks = 0x1654_AE6B
    static let track = 0xAE
    static let video = 0xE0
    static let width = 0xB0
    static let height = 0xBA
}

/// Matroska and WebM.
extension ContainerReader {
    /// Reads duration, date, title and size.
    ///
    /// Clusters are skipped.
    func readMatroska(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        var scale = 1_000_000.0
        var duration: Double?
        for segment in try elements(in: all) where segment.id == EBMLElement.segment {
            for part in try elements(in: segment.payload) {
                switch part.id {
                case EBMLElement.info:
                    for item in try elements(in: part.payload) {
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
        for track in try elements(in: range) where track.id == EBMLElement.track && reading.storedSize == nil {
            for video in try elements(in: track.payload) where video.id == EBMLElement.video {
                var (width, height): (Int?, Int?)
                for item in try elements(in: video.payload) {
                    if item.id == EBMLElement.width { width = try number(item.payload) }
                    if item.id == EBMLElement.height { height = try number(item.payload) }
                }
                reading.storedSize = PixelSize(statedWidth: width, height: height)
            }
        }
    }

    /// The consecutive elements.
    ///
    /// An element of unknown size extends to the end.
    private func elements(in range: Range<Int>) throws(PhotoLibraryError) -> [(id: Int, payload: Range<Int>)] {
        var elements: [(Int, Range<Int>)] = []
        var start = range.lowerBound
        while start < range.upperBound, file.countElement(), let first = try file.number(at: start, 1), first > 0 {
            let idLength = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
            guard idLength <= 4, let id = try file.number(at: start, idLength),
                let mark = try file.number(at: start + idLength, 1), mark > 0
            else { break }
            let sizeLength = UInt8(truncatingIfNeeded: mark).leadingZeroBitCount + 1
            guard let marked = try file.number(at: start + idLength, sizeLength) else { break }
            let mask = 1 << (7 * sizeLength) - 1
            let head = start + idLength + sizeLength
            guard head <= range.upperBound else { break }
            let isUnknown = marked & mask == mask
            let end = isUnknown ? range.upperBound : min(head + marked & mask, range.upperBound)
            elements.append((id, head..<end))
            start = end
        }
        return elements
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
