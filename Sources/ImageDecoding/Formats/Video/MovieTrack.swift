internal import PhotoModel

/// A video track of a base media file: its boxes, and the offsets of its key frames (ISO/IEC 14496-12, 8.3 to 8.8).
///
/// Tables can be very long. Only the entries that lead to one key frame are read.
struct MovieTrack {
    /// The payloads of `trak`, `tkhd` and `mdia`.
    let range: Range<Int>
    let header: Range<Int>
    let media: Range<Int>
    /// The version of `tkhd`.
    let version: Int
    let isEnabled: Bool
    /// Whether its samples are pictures, and not the frames of a video.
    let isImageSequence: Bool
    let file: SourceBytes

    /// - Returns: `nil` if this is not a track of a video or of an image sequence.
    init?(_ range: Range<Int>, of file: SourceBytes) throws(PhotoLibraryError) {
        guard let media = try file.box("mdia", in: range), let handler = try file.box("hdlr", in: media),
            let kind = try file.code(at: handler.lowerBound + 8), ["vide", "pict"].contains(kind),
            let header = try file.box("tkhd", in: range), let fields = try file.fields(1, 3, in: header)
        else { return nil }
        (self.range, self.header, self.media, self.file) = (range, header, media, file)
        (version, isEnabled, isImageSequence) = (fields[0], fields[1] & 1 != 0, kind == "pict")
    }

    /// The number by which fragments name the track.
    var identifier: Int? {
        get throws(PhotoLibraryError) { try file.fields(4, in: header.dropFirst(version == 1 ? 20 : 12))?.first }
    }

    /// The boxes of the sample tables by type.
    func tables() throws(PhotoLibraryError) -> [String: Range<Int>] {
        guard let range = try file.box("minf", "stbl", in: media) else { return [:] }
        return Dictionary(try file.boxes(in: range).map { ($0.type, $0.payload) }) { first, _ in first }
    }

    /// The time of the media with which the presentation begins: that of the first edit that is not empty (8.6.6).
    func start() throws(PhotoLibraryError) -> Double {
        guard let edits = try file.box("edts", "elst", in: range), let head = try file.fields(1, 3, 4, in: edits)
        else { return 0 }
        let length = head[0] == 1 ? 8 : 4
        var entry = edits.dropFirst(8)
        for _ in 0..<head[2] {
            guard file.countElement(), entry.count >= 2 * length + 4 else { break }
            // An empty edit has the time −1.
            if let time = try file.fields(length, in: entry.dropFirst(length))?.first, length == 8 || time < 1 << 31 {
                return Double(time)
            }
            entry = entry.dropFirst(2 * length + 4)
        }
        return 0
    }
}

extension MovieTrack {
    /// The bytes of a sample, and the number of its description, counted from 1.
    struct Sample {
        let range: Range<Int>
        let description: Int
    }

    /// The key frame that is shown of the video; `nil` if there is none.
    func displayedSample(_ tables: [String: Range<Int>]) throws(PhotoLibraryError) -> Sample? {
        if let sample = try keyFrame(tables) { return sample }
        return try firstSampleOfFragments()
    }

    /// The first key frame that is displayed; if none is, the last one before; `nil` if the tables have none.
    private func keyFrame(_ tables: [String: Range<Int>]) throws(PhotoLibraryError) -> Sample? {
        guard let sizes = tables["stsz"], let head = try file.fields(4, 4, 4, in: sizes), head[2] > 0,
            let number = try keyFrameNumber(tables, count: head[2]),
            let chunk = try chunk(of: number, tables)
        else { return nil }
        /// The size of a sample; all have one size, or the table has the size of each.
        func size(_ number: Int) throws(PhotoLibraryError) -> Int? {
            head[1] > 0 ? head[1] : try file.fields(4, in: sizes.dropFirst(12 + 4 * number))?.first
        }
        guard var offset = chunk.offset else { return nil }
        for earlier in number - chunk.samplesBefore..<number {
            guard file.countElement(), let size = try size(earlier), offset <= file.size else { return nil }
            offset += size
        }
        guard let size = try size(number), size > 0, offset <= file.size else { return nil }
        return Sample(range: offset..<offset + size, description: chunk.description)
    }

    /// The number of the key frame, counted from 0.
    ///
    /// Without `stss`, all samples are key frames (8.6.2).
    private func keyFrameNumber(_ tables: [String: Range<Int>], count: Int) throws(PhotoLibraryError) -> Int? {
        guard let keys = tables["stss"] else { return 0 }
        guard let keyCount = try file.fields(4, 4, in: keys)?[1] else { return nil }
        let start = try start()
        var durations = try tables["stts"].map { range throws(PhotoLibraryError) in try SampleRuns(range, file) }
        var delays = try tables["ctts"].map { range throws(PhotoLibraryError) in try SampleRuns(range, file) }
        var number: Int?
        for index in 0..<keyCount {
            guard file.countElement(), let key = try file.fields(4, in: keys.dropFirst(8 + 4 * index))?.first,
                1...count ~= key, key - 1 > number ?? -1
            else { break }
            number = key - 1
            let decoded = try durations?.sum(before: key - 1) ?? 0
            if try decoded + (delays?.value(of: key - 1) ?? 0) >= start { break }
        }
        return number
    }

    /// The offset of the chunk with a sample, the number of samples before the sample in the chunk, and the sample's
    /// description (8.7.4).
    private func chunk(
        of number: Int, _ tables: [String: Range<Int>]
    ) throws(PhotoLibraryError) -> (offset: Int?, samplesBefore: Int, description: Int)? {
        guard let runs = tables["stsc"], let count = try file.fields(4, 4, in: runs)?[1] else { return nil }
        var left = number
        for index in 0..<count {
            guard file.countElement(), let run = try file.fields(4, 4, 4, in: runs.dropFirst(8 + 12 * index)),
                run[0] > 0, run[1] > 0
            else { return nil }
            let next = index + 1 < count ? try file.fields(4, in: runs.dropFirst(20 + 12 * index))?.first : nil
            let chunks = next.map { $0 - run[0] } ?? Int.max
            guard chunks >= 0 else { return nil }
            if left / run[1] < chunks {
                return (try offset(ofChunk: run[0] - 1 + left / run[1], tables), left % run[1], run[2])
            }
            // The product is at most `left`.
            left -= chunks * run[1]
        }
        return nil
    }

    /// The offset of a chunk, counted from 0 (8.7.5).
    private func offset(ofChunk number: Int, _ tables: [String: Range<Int>]) throws(PhotoLibraryError) -> Int? {
        guard let offsets = tables["stco"] ?? tables["co64"] else { return nil }
        let length = tables["stco"] == nil ? 8 : 4
        return try file.fields(length, in: offsets.dropFirst(8 + length * number))?.first
    }
}

/// The values of `stts` or `ctts`: the numbers of consecutive samples with one value (8.6.1).
///
/// Samples are asked for in ascending order, so that each entry is read once.
private struct SampleRuns {
    private let file: SourceBytes
    private var entries: Range<Int>
    /// The samples and the sum of their values before the entry.
    private var samples = 0.0
    private var sum = 0.0
    private var entry: (count: Double, value: Double)?

    init(_ range: Range<Int>, _ file: SourceBytes) throws(PhotoLibraryError) {
        self.file = file
        entries = range.dropFirst(8)
        try readEntry()
    }

    private mutating func readEntry() throws(PhotoLibraryError) {
        let fields = file.countElement() ? try file.fields(4, 4, in: entries) : nil
        // Delays are signed. Durations of more than 31 bits are not real.
        entry = fields.map { (Double($0[0]), Double(Int32(truncatingIfNeeded: $0[1]))) }
        entries = entries.dropFirst(8)
    }

    /// Passes the entries before the one with a sample.
    private mutating func advance(to number: Int) throws(PhotoLibraryError) {
        while let (count, value) = entry, samples + count <= Double(number) {
            (samples, sum) = (samples + count, sum + count * value)
            try readEntry()
        }
    }

    mutating func value(of number: Int) throws(PhotoLibraryError) -> Double {
        try advance(to: number)
        return entry?.value ?? 0
    }

    /// The sum of the values of all earlier samples.
    mutating func sum(before number: Int) throws(PhotoLibraryError) -> Double {
        try advance(to: number)
        return sum + (Double(number) - samples) * (entry?.value ?? 0)
    }
}
