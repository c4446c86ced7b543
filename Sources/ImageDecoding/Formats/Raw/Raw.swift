internal import PhotoModel

/// Raw files. exiftool documents the layouts.
extension ContainerReader {
    /// Reads the metadata of a raw file.
    ///
    /// - Returns: The known ranges of the JPEGs in it. At some of them there may be other data.
    @discardableResult
    func readRaw(_ reading: inout ImageReading) throws(PhotoLibraryError) -> [Range<Int>] {
        let head = try file.bytes(at: 0, min(16, file.size))?.latin1 ?? ""
        if head.hasPrefix("FUJIFILM") {
            return try readRAF(&reading)
        } else if head.hasPrefix("\0MRM") {
            try readMRW(&reading)
            return []
        } else if head.hasPrefix("FOVb") {
            return try readX3F(&reading)
        } else if head.dropFirst(6).hasPrefix("HEAPCCDR") {
            return try readCRW(&reading)
        } else if head.dropFirst(4).hasPrefix("ftyp") {
            return try readCR3(&reading)
        } else if head.hasPrefix("IIU\0") {
            return try readRW2(&reading)
        }
        return try readTIFF(&reading).map { file throws(PhotoLibraryError) in try jpegs(in: file) } ?? []
    }

    /// Fujifilm: a header with the positions of a JPEG that has the EXIF, and of the sensor's directory.
    private func readRAF(_ reading: inout ImageReading) throws(PhotoLibraryError) -> [Range<Int>] {
        let jpegs = try jpeg(offset: file.number(at: 84, 4), length: file.number(at: 88, 4))
        if let first = jpegs.first { try add(metadataOfJPEGAt: first.lowerBound, to: &reading) }
        guard let start = try file.number(at: 92, 4), let count = try file.number(at: start, 4) else { return jpegs }
        var position = start + 4
        for _ in 0..<count {
            guard file.countElement(), let tag = try file.number(at: position, 2),
                let length = try file.number(at: position + 2, 2)
            else { return jpegs }
            // The size of the displayed part, height first.
            if tag == 0x0111 {
                reading.storedSize = PixelSize(
                    statedWidth: try file.number(at: position + 6, 2), height: try file.number(at: position + 4, 2))
            }
            position += 4 + length
        }
        return jpegs
    }

    /// Minolta: blocks, of which one has the size and one is a TIFF block.
    private func readMRW(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        guard let length = try file.number(at: 4, 4) else { return }
        let end = min(8 + length, file.size)
        var position = 8
        while position < end, file.countElement(), let type = try file.code(at: position),
            let length = try file.number(at: position + 4, 4)
        {
            if type == "\0PRD" {
                reading.storedSize = PixelSize(
                    statedWidth: try file.number(at: position + 22, 2), height: try file.number(at: position + 20, 2))
            } else if type == "\0TTW", length <= limits.maxEXIFBytes,
                let block = try file.bytes(at: position + 8, length)
            {
                var embedded = EmbeddedMetadata()
                embedded.add(exif: block)
                try reading.add(embedded)
            }
            position += 8 + length
        }
    }

    /// Sigma: the size and rotation in the header.
    private func readX3F(_ reading: inout ImageReading) throws(PhotoLibraryError) -> [Range<Int>] {
        let number = { (offset) throws(PhotoLibraryError) in try file.number(at: offset, 4, littleEndian: true) }
        reading.storedSize = PixelSize(statedWidth: try number(28), height: try number(32))
        reading.metadata.orientation = [90: .right, 180: .down, 270: .left][try number(36) ?? 0] ?? .up
        return try jpegsOfX3F()
    }

    /// Canon's newer files: base media files with EXIF directories as TIFF blocks in a box of Canon's.
    private func readCR3(_ reading: inout ImageReading) throws(PhotoLibraryError) -> [Range<Int>] {
        guard let movie = try file.box("moov", in: all) else { return [] }
        let jpegs = try jpegsOfCR3(movie: movie)
        var blocks: [String: (tiff: TIFFReader, directory: TIFFDirectory)] = [:]
        for box in try file.boxes(in: movie) where box.type == "uuid" {
            guard try file.bytes(at: box.payload.lowerBound, 16) == Self.canon else { continue }
            for part in try file.boxes(in: box.payload.dropFirst(16)) where part.type.hasPrefix("CMT") {
                guard let tiff = try TIFFReader(file, at: part.payload.lowerBound), let offset = try tiff.mainOffset,
                    let directory = try tiff.directory(at: offset)
                else { continue }
                blocks[part.type] = (tiff, directory)
            }
        }
        guard let main = blocks["CMT1"] else { return jpegs }
        func values(_ name: String, _ wanted: Set<UInt16>) throws(PhotoLibraryError) -> [EXIFBlock.Value] {
            guard let block = blocks[name], block.tiff.isLittleEndian == main.tiff.isLittleEndian else { return [] }
            return try block.tiff.values(wanted, of: block.directory)
        }
        let block = EXIFBlock(
            isLittleEndian: main.tiff.isLittleEndian, main: try values("CMT1", EXIFBlock.Tag.main),
            exif: try values("CMT2", EXIFBlock.Tag.exif), gps: try values("CMT4", EXIFBlock.Tag.gps))
        if let metadata = try ImageMetadata(block) { reading.metadata = metadata }
        if let packet = try packetInBox(upTo: limits.maxEXIFBytes) { reading.metadata.add(xmp: XMPPacket(packet)) }
        reading.storedSize = PixelSize(
            statedWidth: try main.tiff.numbers(main.directory[0x0100]).first,
            height: try main.tiff.numbers(main.directory[0x0101]).first)
        return jpegs
    }

    private static let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]

    /// Panasonic: a TIFF whose main directory has the sensor's borders and a JPEG with the EXIF.
    private func readRW2(_ reading: inout ImageReading) throws(PhotoLibraryError) -> [Range<Int>] {
        guard let file = try readTIFF(&reading) else { return [] }
        let (tiff, main) = (file.tiff, file.main)
        // Top, left, bottom, right.
        var borders: [Int] = []
        for tag: UInt16 in 4...7 { borders += try tiff.numbers(main[tag]).prefix(1) }
        if borders.count == 4 {
            reading.storedSize = PixelSize(statedWidth: borders[3] - borders[1], height: borders[2] - borders[0])
        }
        if reading.metadata.captureTime == nil, let jpeg = main[0x002E] {
            try add(metadataOfJPEGAt: jpeg.range.lowerBound, to: &reading)
        }
        return try jpegs(in: file)
    }
}
