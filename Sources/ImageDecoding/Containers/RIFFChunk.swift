internal import PhotoModel

/// A chunk of a RIFF file (Multimedia Programming Interface and Data Specifications 1.0, «RIFF»).
struct RIFFChunk {
    let type: String
    /// The type of a list; empty for other chunks.
    let list: String
    /// The bytes after the header, as far as the file has them.
    let payload: Range<Int>

    /// The whole chunk with its header, without the byte that fills it to an even length.
    var whole: Range<Int> { payload.lowerBound - 8..<payload.upperBound }
}

extension SourceBytes {
    /// The consecutive chunks in `range`.
    ///
    /// They begin at even offsets.
    func chunks(in range: Range<Int>) throws(PhotoLibraryError) -> [RIFFChunk] {
        var chunks: [RIFFChunk] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, countElement(), let type = try code(at: start),
            let length = try number(at: start + 4, 4, littleEndian: true)
        {
            let end = min(start + 8 + length, range.upperBound)
            let isList = (type == "LIST" || type == "RIFF") && end - start >= 12
            let list = isList ? try code(at: start + 8) ?? "" : ""
            chunks.append(RIFFChunk(type: type, list: list, payload: start + (isList ? 12 : 8)..<end))
            start = end + length & 1
        }
        return chunks
    }

    /// Consecutive little-endian numbers of `lengths` bytes at the beginning of `range`; `nil` if it is too short.
    func littleEndianFields(_ lengths: Int..., in range: Range<Int>) throws(PhotoLibraryError) -> [Int]? {
        var fields: [Int] = []
        var start = range.lowerBound
        for length in lengths {
            guard start + length <= range.upperBound, let field = try number(at: start, length, littleEndian: true)
            else { return nil }
            fields.append(field)
            start += length
        }
        return fields
    }
}
