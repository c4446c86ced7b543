internal import ImageDecoding
internal import PhotoModel

/// The positions of a track's samples (ISO/IEC 14496-12, 8.6 and 8.7).
struct SampleTable {
    /// The number of sizes that are read at a time.
    private static let sizesInPiece = 4096

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
        guard let sizes = try file.box("stsz", in: range), let head = try file.fields(4, 4, 4, in: sizes) else {
            return nil
        }
        let (commonSize, sampleCount) = (head[1], head[2])
        if sampleCount == 0 { return [] }
        let shortOffsets = try file.box("stco", in: range)
        let longOffsets = try file.box("co64", in: range)
        guard let runs = try file.box("stsc", in: range), let runCount = try file.fields(4, 4, in: runs)?[1],
            let offsets = shortOffsets ?? longOffsets, let chunkCount = try file.fields(4, 4, in: offsets)?[1]
        else { return nil }
        let offsetLength = shortOffsets == nil ? 8 : 4

        var chunks: [Range<Int>] = []
        var sample = 0
        var run = 0
        var samplesPerChunk = 0
        for chunk in 0..<chunkCount {
            // A run has the number of its first chunk, which begins with 1, and the number of samples of each.
            while run < runCount, let fields = try file.fields(4, 4, in: runs.dropFirst(8 + 12 * run)),
                fields[0] <= chunk + 1
            {
                samplesPerChunk = fields[1]
                run += 1
            }
            let count = min(samplesPerChunk, sampleCount - sample)
            guard file.countElement(),
                let offset = try file.number(at: offsets.lowerBound + 8 + chunk * offsetLength, offsetLength),
                let length = try length(of: sample..<sample + count, commonSize, sizes),
                case let (start, overflows) = origin.addingReportingOverflow(offset), !overflows,
                case let (end, endOverflows) = start.addingReportingOverflow(length), !endOverflows
            else { return nil }
            sample += count
            chunks.append((start..<end).clamped(to: 0..<file.size))
        }
        return sample == sampleCount ? chunks : nil
    }

    /// The number of bytes of consecutive samples; `nil` if it is not stated.
    private func length(of samples: Range<Int>, _ commonSize: Int, _ sizes: Range<Int>) throws(PhotoLibraryError)
        -> Int?
    {
        if commonSize > 0 {
            let (length, overflows) = commonSize.multipliedReportingOverflow(by: samples.count)
            return overflows ? nil : length
        }
        var length = 0
        var first = samples.lowerBound
        while first < samples.upperBound {
            let count = min(Self.sizesInPiece, samples.upperBound - first)
            guard let bytes = try file.bytes(at: sizes.lowerBound + 12 + 4 * first, 4 * count) else { return nil }
            for index in 0..<count { length += bytes[4 * index..<4 * index + 4].number() ?? 0 }
            first += count
        }
        return length
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
