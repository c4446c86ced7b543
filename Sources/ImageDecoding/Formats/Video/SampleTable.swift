internal import PhotoModel

/// The positions of a track's samples (ISO/IEC 14496-12, 8.6 and 8.7).
struct SampleTable {
    private let file: SourceBytes
    private let range: Range<Int>
    private let origin: Int

    /// - Parameter origin: The position from which the offsets of chunks count.
    init(_ file: SourceBytes, in range: Range<Int>, origin: Int) {
        self.file = file
        self.range = range
        self.origin = origin
    }

    /// Whether all samples have one stated size.
    ///
    /// QuickTime's sound then states the size of a part of a sample.
    var haveCommonSize: Bool {
        get throws(PhotoLibraryError) {
            guard let sizes = try file.box("stsz", in: range) else { return false }
            return try file.fields(4, 4, in: sizes)?[1] ?? 0 > 0
        }
    }

    /// The chunks of samples, as far as they are in the file; `nil` if a table is missing or damaged.
    func chunks() throws(PhotoLibraryError) -> [Range<Int>]? {
        guard let sizeBox = try file.box("stsz", in: range), let head = try file.fields(4, 4, 4, in: sizeBox) else {
            return nil
        }
        let (commonSize, sampleCount) = (head[1], head[2])
        if sampleCount == 0 { return [] }
        let shortOffsets = try file.box("stco", in: range)
        let longOffsets = try file.box("co64", in: range)
        guard let runBox = try file.box("stsc", in: range), let runCount = try file.fields(4, 4, in: runBox)?[1],
            let offsetBox = shortOffsets ?? longOffsets, let chunkCount = try file.fields(4, 4, in: offsetBox)?[1]
        else { return nil }
        var sizes = NumberTable(file, at: sizeBox.lowerBound + 12, length: 4)
        var offsets = NumberTable(file, at: offsetBox.lowerBound + 8, length: shortOffsets == nil ? 8 : 4)
        // A run has the number of its first chunk, which begins with 1, the number of samples of each, and another.
        var runs = NumberTable(file, at: runBox.lowerBound + 8, length: 4)

        var chunks: [Range<Int>] = []
        var sample = 0
        var run = 0
        var samplesPerChunk = 0
        for chunk in 0..<chunkCount {
            while run < runCount, let first = try runs.number(3 * run), first <= chunk + 1 {
                samplesPerChunk = try runs.number(3 * run + 1) ?? 0
                run += 1
            }
            let count = min(samplesPerChunk, sampleCount - sample)
            let (product, overflows) = commonSize.multipliedReportingOverflow(by: count)
            var length = product
            if commonSize == 0 {
                for index in sample..<sample + count {
                    guard let size = try sizes.number(index) else { return nil }
                    length += size
                }
            }
            guard file.countElement(), !overflows, let offset = try offsets.number(chunk),
                case let (start, startOverflows) = origin.addingReportingOverflow(offset), !startOverflows,
                case let (end, endOverflows) = start.addingReportingOverflow(length), !endOverflows
            else { return nil }
            sample += count
            chunks.append((start..<end).clamped(to: 0..<file.size))
        }
        return sample == sampleCount ? chunks : nil
    }
}

/// Consecutive numbers in a file, read in pieces.
private struct NumberTable {
    private static let numbersInPiece = 4096

    private let file: SourceBytes
    private let start: Int
    private let length: Int
    private var piece: [UInt8] = []
    private var firstInPiece = 0

    /// - Parameter length: The number of bytes of a number.
    init(_ file: SourceBytes, at start: Int, length: Int) {
        self.file = file
        self.start = start
        self.length = length
    }

    /// A number; `nil` if the file has no such number.
    mutating func number(_ index: Int) throws(PhotoLibraryError) -> Int? {
        if index < firstInPiece || (index - firstInPiece) * length >= piece.count {
            let position = start + index * length
            let count = min(Self.numbersInPiece, (file.size - position) / length)
            guard count > 0, let bytes = try file.bytes(at: position, count * length) else { return nil }
            (piece, firstInPiece) = (bytes, index)
        }
        let position = (index - firstInPiece) * length
        return piece[position..<position + length].number()
    }
}

/// The parts of a file that the samples of its tracks use.
struct UsedRanges {
    /// The chunks of samples, and whether their ends are known.
    private var chunks: [(range: Range<Int>, hasEnd: Bool)] = []

    mutating func add(_ ranges: [Range<Int>], haveEnds: Bool) { chunks += ranges.map { ($0, haveEnds) } }

    /// The parts of `range` that no chunk uses, in order.
    ///
    /// A chunk without a known end extends to the next one.
    func gaps(in range: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var end = range.lowerBound
        var isOpen = false
        for chunk in chunks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard chunk.range.overlaps(range) else { continue }
            if chunk.range.lowerBound > end, !isOpen { gaps.append(end..<chunk.range.lowerBound) }
            end = max(end, chunk.range.upperBound)
            isOpen = !chunk.hasEnd
        }
        if end < range.upperBound, !isOpen { gaps.append(end..<range.upperBound) }
        return gaps
    }
}
