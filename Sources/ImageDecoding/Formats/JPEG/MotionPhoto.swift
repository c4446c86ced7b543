internal import PhotoModel

/// The video after a JPEG's picture, in motion photos of Google and Samsung.
extension DecodeJob {
    /// Finds the video and reads its duration.
    ///
    /// These positions are tried in order: the position in XMP; the position in Samsung's trailer; if XMP states a
    /// video, the first box `ftyp` in the file; and the end of the picture, if it is known and an `ftyp` follows.
    func findVideo(_ xmp: XMPPacket?, endOfImage: Int?, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        guard reading.embeddedVideo == nil else { return }
        let file = SourceBytes(source, limits, progress)
        var video: Range<Int>?
        if let length = xmp?.videoLength, 8..<file.size ~= length {
            video = try file.video(file.size - length..<file.size)
        }
        if video == nil, let stated = try file.samsungVideo() { video = try file.video(stated) }
        if video == nil, xmp?.statesVideo == true, let start = try firstVideo() { video = start..<file.size }
        if video == nil, let endOfImage, endOfImage < file.size { video = try file.video(endOfImage..<file.size) }
        if let video { try ContainerReader(source, limits, progress).add(video: video, to: &reading) }
    }

    /// The position of the first box `ftyp` with a video's brand, within the limit of searched bytes.
    private func firstVideo() throws(PhotoLibraryError) -> Int? {
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
            let isVideo = try stream.bytes(4) == Array("ftyp".utf8)
            // Steps of four bytes find every box: the size before `ftyp` is a multiple of 4 below 1024 and has no byte
            // that is an f.
            if isVideo, start >= 0, let video = try file.video(start..<file.size) { return video.lowerBound }
        }
    }
}

extension SourceBytes {
    /// The range, if a video begins there: a box `ftyp` of a plausible size.
    fileprivate func video(_ range: Range<Int>) throws(PhotoLibraryError) -> Range<Int>? {
        guard range.count > 16, try code(at: range.lowerBound + 4) == "ftyp",
            let length = try number(at: range.lowerBound, 4), 16...1024 ~= length, length.isMultiple(of: 4)
        else { return nil }
        return range
    }

    /// The position of the video in Samsung's trailer, as exiftool documents it.
    ///
    /// The file ends with the length of a directory and `SEFT`. The directory is `SEFH`, a version, a count, and for
    /// each part a type, its distance before the directory, and its length. A part has a type, the length of a name,
    /// the name and the data.
    fileprivate func samsungVideo() throws(PhotoLibraryError) -> Range<Int>? {
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
