package import PhotoModel

/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2), or an atom of a QuickTime file.
package struct BaseMediaBox {
    package let type: String
    /// The position of the header.
    package let start: Int
    /// The bytes after the header, as far as the file has them.
    package let payload: Range<Int>
}

extension SourceBytes {
    /// The consecutive boxes in `range`.
    ///
    /// A size of 1 means 64 bits after the type, and 0 means the rest of the range. A size that exceeds the range is
    /// reduced to the range, so that a truncated video can be read. A size that is smaller than the header ends the
    /// list.
    package func boxes(in range: Range<Int>) throws(PhotoLibraryError) -> [BaseMediaBox] {
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
            boxes.append(BaseMediaBox(type: type, start: start, payload: start + head..<upper))
            start = upper
        }
        return boxes
    }

    /// The payload of the first box of each of these types, each inside the one before; `nil` if one is missing.
    package func box(_ path: String..., in range: Range<Int>) throws(PhotoLibraryError) -> Range<Int>? {
        var range = range
        for type in path {
            guard let box = try boxes(in: range).first(where: { $0.type == type }) else { return nil }
            range = box.payload
        }
        return range
    }

    /// Consecutive numbers of `lengths` bytes at the beginning of `range`; `nil` if the range is too short.
    package func fields(_ lengths: Int..., in range: Range<Int>) throws(PhotoLibraryError) -> [Int]? {
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

/// The identifiers of boxes of the type `uuid`.
package enum BoxIdentifier {
    /// The box with an XMP packet (XMP part 3, 1.2.6 to 1.2.8).
    package static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
}

extension ContainerReader {
    /// The XMP packet in a box of a base media file, or in the user data of a QuickTime file.
    func packetInBox(upTo limit: Int) throws(PhotoLibraryError) -> [UInt8]? {
        for box in try file.boxes(in: all) where box.type == "uuid" && box.payload.count <= limit {
            guard try file.bytes(box.payload.prefix(16)) == BoxIdentifier.xmp else { continue }
            return try file.bytes(box.payload.dropFirst(16))
        }
        guard let packet = try file.box("moov", "udta", "XMP_", in: all), packet.count <= limit else { return nil }
        return try file.bytes(packet)
    }

    /// The EXIF block of an item, with or without the header of a JPEG; `nil` if the item ends before.
    ///
    /// An item begins with the offset of the TIFF header, counted from the end of the offset (23008-12, A.2.1). Some
    /// writers omit it, as exiftool documents, or state another one.
    static func exif(ofItem item: [UInt8]) -> [UInt8]? {
        guard let offset = item.prefix(4).number(), item.count > 4 else { return nil }
        let offsets = [4 + offset, 0, 4]
        let block = offsets.map { item.dropFirst($0) }.first {
            $0.dropFirst(Array($0).exifHeaderLength ?? 0).beginsTIFF
        }
        return block.map { Array($0) } ?? (offset < item.count - 4 ? Array(item.dropFirst(4 + offset)) : nil)
    }
}
