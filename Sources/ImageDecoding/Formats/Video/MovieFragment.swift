internal import PhotoModel

/// Videos in fragments: their samples are not in the tables of the movie (ISO/IEC 14496-12, 8.8).
extension MovieTrack {
    /// The first sample of the first fragment of the track, which is a key frame in files that can be played from their
    /// beginning.
    func firstSampleOfFragments() throws(PhotoLibraryError) -> Sample? {
        guard let identifier = try identifier else { return nil }
        for box in try file.boxes(in: 0..<file.size) where box.type == "moof" {
            for part in try file.boxes(in: box.payload) where part.type == "traf" {
                guard let header = try file.box("tfhd", in: part.payload),
                    let fields = try file.fields(1, 3, 4, in: header), fields[2] == identifier
                else { continue }
                return try firstSample(in: part.payload, header, flags: fields[1], movieFragment: box.start)
            }
        }
        return nil
    }

    /// - Parameters:
    ///   - fragment: The payload of `traf`.
    ///   - header: The payload of `tfhd`.
    ///   - flags: The flags of `tfhd`.
    ///   - start: The position of `moof`, from which places are counted unless the header states another position.
    private func firstSample(
        in fragment: Range<Int>, _ header: Range<Int>, flags: Int, movieFragment start: Int
    ) throws(PhotoLibraryError) -> Sample? {
        // The fields of the header that are present, by flag (8.8.7).
        var fields: [Int: Int] = [:]
        var rest = header.dropFirst(8)
        for (flag, length) in [(0x1, 8), (0x2, 4), (0x8, 4), (0x10, 4)] where flags & flag != 0 {
            fields[flag] = try file.fields(length, in: rest)?.first
            rest = rest.dropFirst(length)
        }
        guard let run = try file.box("trun", in: fragment), let head = try file.fields(1, 3, 4, in: run), head[2] > 0
        else { return nil }
        var range = run.dropFirst(8)
        var offset = 0
        if head[1] & 0x1 != 0 {
            guard let field = try file.fields(4, in: range)?.first else { return nil }
            offset = Int(Int32(truncatingIfNeeded: field))
            range = range.dropFirst(4)
        }
        // The flags of the first sample, and the duration of each sample.
        if head[1] & 0x4 != 0 { range = range.dropFirst(4) }
        if head[1] & 0x100 != 0 { range = range.dropFirst(4) }
        var size = fields[0x10]
        if head[1] & 0x200 != 0 { size = try file.fields(4, in: range)?.first }
        if size == nil { size = try defaultSize() }
        let (begin, overflows) = (fields[0x1] ?? start).addingReportingOverflow(offset)
        guard let size, size > 0, !overflows, 0...file.size ~= begin else { return nil }
        return Sample(range: begin..<begin + size, description: fields[0x2] ?? 1)
    }

    /// The size of samples for which no fragment states one (`trex`, 8.8.3).
    private func defaultSize() throws(PhotoLibraryError) -> Int? {
        guard let extends = try file.box("moov", "mvex", in: 0..<file.size) else { return nil }
        for box in try file.boxes(in: extends) where box.type == "trex" {
            // Version and flags, the track, and of its samples: description, duration, size.
            guard let fields = try file.fields(4, 4, 4, 4, 4, in: box.payload) else { continue }
            if try fields[1] == identifier { return fields[4] }
        }
        return nil
    }
}
