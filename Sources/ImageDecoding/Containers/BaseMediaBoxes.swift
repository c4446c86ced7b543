internal import PhotoModel

/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2), or an atom of a QuickTime file.
struct BaseMediaBox {
    let type: String
    /// What is behind the head, as far as the file has it.
    let payload: Range<Int>
}

extension SourceBytes {
    /// The boxes one behind the other in `range`.
    ///
    /// A size of 1 stands for 64 bits behind the type, 0 for all that is left. A size that leads outside is cut to the
    /// range, because a film that broke off is still a film; one that is smaller than its head ends the list.
    func boxes(in range: Range<Int>) throws(PhotoLibraryError) -> [BaseMediaBox] {
        var boxes: [BaseMediaBox] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, countElement(),
            let stated = try number(at: start, 4), let type = try code(at: start + 4)
        {
            var head = 8
            var length = stated
            if stated == 1 {
                guard let long = try number(at: start + 8, 8) else { break }
                (head, length) = (16, long)
            }
            let (end, overflows) = start.addingReportingOverflow(length)
            let upper = stated == 0 || overflows ? range.upperBound : min(end, range.upperBound)
            guard upper >= start + head else { break }
            boxes.append(BaseMediaBox(type: type, payload: start + head..<upper))
            start = upper
        }
        return boxes
    }

    /// The payload of the first box of each of these types, one within the other; `nil` if one is missing.
    func box(_ path: String..., in range: Range<Int>) throws(PhotoLibraryError) -> Range<Int>? {
        var range = range
        for type in path {
            guard let box = try boxes(in: range).first(where: { $0.type == type }) else { return nil }
            range = box.payload
        }
        return range
    }

    /// The numbers of `lengths` bytes one behind the other at the beginning of `range`; `nil` if they are not all there.
    func fields(_ lengths: Int..., in range: Range<Int>) throws(PhotoLibraryError) -> [Int]? {
        guard let bytes = try bytes(at: range.lowerBound, lengths.reduce(0, +)),
            range.lowerBound + bytes.count <= range.upperBound
        else { return nil }
        var fields: [Int] = []
        var start = 0
        for length in lengths {
            guard let field = bytes[start..<start + length].number() else { return nil }
            fields.append(field)
            start += length
        }
        return fields
    }
}
