internal import PhotoModel

/// A film behind a JPEG's picture: motion photos of Google's and Samsung's kinds.
extension DecodeJob {
    /// Finds the film and reads its duration.
    ///
    /// In this order: where XMP says that it begins; where Samsung's trailer says it; if XMP states that there is one,
    /// the first box `ftyp` in the file; the end of the picture, if it is known, when an `ftyp` follows at once.
    func findFilm(_ xmp: XMPPacket?, endOfImage: Int?, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        guard reading.embeddedVideo == nil else { return }
        let file = SourceBytes(source, limits, progress)
        var film: Range<Int>?
        if let length = xmp?.filmLength, 8..<file.size ~= length {
            film = try file.film(file.size - length..<file.size)
        }
        if film == nil, let stated = try file.samsungFilm() { film = try file.film(stated) }
        if film == nil, xmp?.statesFilm == true, let start = try firstFilm() { film = start..<file.size }
        if film == nil, let endOfImage, endOfImage < file.size { film = try file.film(endOfImage..<file.size) }
        if let film { try ContainerReader(source, limits, progress).add(film: film, to: &reading) }
    }

    /// Where the first box `ftyp` of a film's brand begins, as far as anything is passed over.
    private func firstFilm() throws(PhotoLibraryError) -> Int? {
        let stream = preview()
        stream.end = limits.maxPassedBytes
        let file = SourceBytes(source, limits, progress)
        while true {
            let (bytes, isAtStop) = try stream.run(upTo: UInt8(ascii: "f"))
            if !isAtStop {
                if bytes.isEmpty { return nil }
                continue
            }
            let start = stream.offset - 4
            let isFilm = try stream.bytes(4) == Array("ftyp".utf8)
            // No box is missed by passing over four bytes: its size, a multiple of 4 below 1024, has no byte that is an f.
            if isFilm, start >= 0, let film = try file.film(start..<file.size) { return film.lowerBound }
        }
    }
}

extension SourceBytes {
    /// The range, if a film begins it: a box `ftyp` of a likely size.
    fileprivate func film(_ range: Range<Int>) throws(PhotoLibraryError) -> Range<Int>? {
        guard range.count > 16, try code(at: range.lowerBound + 4) == "ftyp",
            let length = try number(at: range.lowerBound, 4), 16...1024 ~= length, length.isMultiple(of: 4)
        else { return nil }
        return range
    }

    /// Where the film of Samsung's trailer lies, as exiftool documents the trailer: at the end of the file the length of
    /// a directory and `SEFT`; the directory is `SEFH`, a version, a count, and for each part a type, how far before the
    /// directory it lies, and its length; the part has a type, the length of a name, the name and the data.
    fileprivate func samsungFilm() throws(PhotoLibraryError) -> Range<Int>? {
        guard size > 24, try code(at: size - 4) == "SEFT",
            let length = try number(at: size - 8, 4, littleEndian: true), 12..<size - 8 ~= length,
            case let directory = size - 8 - length, try code(at: directory) == "SEFH",
            let count = try number(at: directory + 8, 4, littleEndian: true)
        else { return nil }
        for index in 0..<min(count, (length - 12) / 12) {
            let entry = directory + 12 + 12 * index
            guard try number(at: entry + 2, 2, littleEndian: true) == 0x0A30,
                let distance = try number(at: entry + 4, 4, littleEndian: true),
                let partLength = try number(at: entry + 8, 4, littleEndian: true),
                let nameLength = try number(at: directory - distance + 4, 4, littleEndian: true),
                8 + nameLength < partLength, partLength <= distance
            else { continue }
            let start = directory - distance
            return start + 8 + nameLength..<start + partLength
        }
        return nil
    }
}
