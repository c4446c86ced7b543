internal import PhotoModel

/// Canon's older raw files: CIFF, a heap with directories at its end (Canon, «CIFF Specification on Image Data File
/// 1.0»).
extension ContainerReader {
    /// - Returns: The ranges of the JPEGs.
    func readCRW(_ reading: inout ImageReading) throws(PhotoLibraryError) -> [Range<Int>] {
        guard let head = try file.number(at: 2, 4, littleEndian: true), head <= file.size else { return [] }
        var jpegs: [Range<Int>] = []
        try readHeap(head..<file.size, depth: 0, &reading, &jpegs)
        return jpegs
    }

    /// Reads the directory at the offset in the last four bytes of a heap.
    private func readHeap(
        _ heap: Range<Int>, depth: Int, _ reading: inout ImageReading, _ jpegs: inout [Range<Int>]
    ) throws(PhotoLibraryError) {
        func number(_ offset: Int, _ count: Int) throws(PhotoLibraryError) -> Int? {
            try file.number(at: offset, count, littleEndian: true)
        }
        guard depth < limits.maxContainerDepth, heap.count > 4, let start = try number(heap.upperBound - 4, 4),
            let count = try number(heap.lowerBound + start, 2)
        else { return }
        for index in 0..<count {
            let entry = heap.lowerBound + start + 2 + 10 * index
            guard file.countElement(), let tag = try number(entry, 2), let length = try number(entry + 2, 4),
                let offset = try number(entry + 6, 4)
            else { return }
            let position = heap.lowerBound + offset
            guard position + length <= heap.upperBound else { continue }
            switch tag {
            case 0x2800...0x2FFF, 0x3000...0x37FF:
                try readHeap(position..<position + length, depth: depth + 1, &reading, &jpegs)
            case 0x2007: jpegs.append(position..<position + length)
            case 0x1810:
                reading.storedSize = PixelSize(
                    statedWidth: try number(position, 4), height: try number(position + 4, 4))
                reading.metadata.orientation =
                    [90: .right, 180: .down, 270: .left][try number(position + 12, 4) ?? 0] ?? .up
            case 0x180E:
                // Seconds on the camera's clock, in an unknown time zone.
                let time = try number(position, 4).flatMap { $0 > 0 ? CaptureTime(utcSeconds: $0) : nil }
                reading.metadata.captureTime = time?.withoutOffset
            case 0x080A where length <= EXIFBlock.maxValueBytes:
                let texts = try file.bytes(at: position, length)?.split(separator: 0) ?? []
                reading.metadata.make = texts.first?.text
                reading.metadata.model = texts.dropFirst().first?.text
            default: break
            }
        }
    }
}

extension CaptureTime {
    /// The same time on the camera's clock, without an offset.
    fileprivate var withoutOffset: CaptureTime? {
        CaptureTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    }
}
