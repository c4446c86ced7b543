internal import ImageDecoding
internal import PhotoModel

/// Videos in all containers.
extension LocationRemover {
    func removeFromVideo() throws(PhotoLibraryError) {
        if try file.code(at: 0) == "RIFF" { return try removeFromAVI() }
        if try file.number(at: 0, 4) == Element.header { return try removeFromMatroska() }
        try removeFromBaseMedia(all)
    }

    /// Identifiers of Matroska's elements (RFC 9559, 5.1).
    private enum Element {
        static let header = 0x1A45_DFA3
        static let segment = 0x1853_8067
        static let cluster = 0x1F43_B675
        static let attachments = 0x1941_A469
        static let tags = 0x1254_C367
        static let tag = 0x7373
        static let simpleTag = 0x67C8
        static let tagName = 0x45A3
    }

    /// - Throws: `unsupportedFile` if the file has attachments or a tag with a place, or if an element has no size.
    private func removeFromMatroska() throws(PhotoLibraryError) {
        for segment in try elements(in: all) where segment.id == Element.segment {
            for part in try elements(in: segment.payload) {
                if part.id == Element.attachments {
                    throw .placesNotRemovable("It is a Matroska file with attachments.")
                }
                guard part.id == Element.tags else { continue }
                for tag in try elements(in: part.payload) where tag.id == Element.tag {
                    try checkTags(in: tag.payload, depth: 0)
                }
            }
        }
    }

    private func checkTags(in range: Range<Int>, depth: Int) throws(PhotoLibraryError) {
        for item in try elements(in: range) {
            if item.id == Element.simpleTag, depth < 16 { try checkTags(in: item.payload, depth: depth + 1) }
            guard item.id == Element.tagName, let name = try file.bytes(item.payload.prefix(1024))?.latin1 else {
                continue
            }
            if name.split(separator: "_").contains(where: { PlaceName.matches($0) }) || PlaceName.matchesPart(of: name)
            {
                throw .placesNotRemovable("It is a Matroska file with the name of a place.")
            }
        }
    }

    /// The consecutive elements (RFC 8794).
    private func elements(in range: Range<Int>) throws(PhotoLibraryError) -> [(id: Int, payload: Range<Int>)] {
        var elements: [(Int, Range<Int>)] = []
        var start = range.lowerBound
        while start < range.upperBound, file.countElement(), let first = try file.number(at: start, 1) {
            let idLength = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
            guard idLength <= 4, let id = try file.number(at: start, idLength),
                let mark = try file.number(at: start + idLength, 1), mark > 0
            else { break }
            let sizeLength = UInt8(truncatingIfNeeded: mark).leadingZeroBitCount + 1
            guard let marked = try file.number(at: start + idLength, sizeLength) else { break }
            let mask = 1 << (7 * sizeLength) - 1
            let head = start + idLength + sizeLength
            guard head <= range.upperBound else { break }
            if marked & mask == mask, id != Element.segment {
                throw .placesNotRemovable("It is a Matroska file without the sizes of its parts.")
            }
            let end = marked & mask == mask ? range.upperBound : min(head + marked & mask, range.upperBound)
            elements.append((id, head..<end))
            start = end
        }
        return elements
    }
}
