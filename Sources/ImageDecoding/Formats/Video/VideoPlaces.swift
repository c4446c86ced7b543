internal import PhotoModel

/// Videos in all containers.
extension LocationRemover {
    func removeFromVideo() throws(PhotoLibraryError) {
        if try file.code(at: 0) == "RIFF" { return try removeFromAVI() }
        if try file.number(at: 0, 4) == EBMLElement.header { return try removeFromMatroska() }
        try removeFromBaseMedia(all)
    }

    /// - Throws: `unsupportedFile` if the file has attachments or a tag with a place, or if an element has no size.
    private func removeFromMatroska() throws(PhotoLibraryError) {
        for segment in try elements(in: all) where segment.id == EBMLElement.segment {
            for part in try elements(in: segment.payload) {
                if part.id == EBMLElement.attachments {
                    throw .placesNotRemovable("It is a Matroska file with attachments.")
                }
                guard part.id == EBMLElement.tags else { continue }
                for tag in try elements(in: part.payload) where tag.id == EBMLElement.tag {
                    try checkTags(in: tag.payload, depth: 0)
                }
            }
        }
    }

    private func checkTags(in range: Range<Int>, depth: Int) throws(PhotoLibraryError) {
        for item in try elements(in: range) {
            if item.id == EBMLElement.simpleTag, depth < 16 { try checkTags(in: item.payload, depth: depth + 1) }
            guard item.id == EBMLElement.tagName, let name = try file.bytes(item.payload.prefix(1024))?.latin1 else {
                continue
            }
            if name.split(separator: "_").contains(where: { PlaceName.matches($0) }) || PlaceName.matchesPart(of: name)
            {
                throw .placesNotRemovable("It is a Matroska file with the name of a place.")
            }
        }
    }

    /// The consecutive elements in `range`.
    private func elements(in range: Range<Int>) throws(PhotoLibraryError) -> [EBMLElement] {
        let elements = try file.elements(in: range)
        guard elements.allSatisfy({ $0.hasSize || $0.id == EBMLElement.segment }) else {
            throw .placesNotRemovable("It is a Matroska file without the sizes of its parts.")
        }
        return elements
    }
}
