internal import PhotoModel

/// The JPEGs that cameras put into raw files, for display. exiftool documents the ranges.
extension ContainerReader {
    /// The most parts of a raw file that are searched for a JPEG.
    ///
    /// Cameras write fewer than ten. A frame header can be megabytes behind the start of its JPEG.
    private static let maxRanges = 64

    /// The JPEG with the most pixels among these parts of the file; `nil` if none is a JPEG that is decoded.
    ///
    /// Lossless JPEG (T.81, annex H) is the raw picture itself.
    func largestJPEG(among ranges: [Range<Int>]) throws(PhotoLibraryError) -> Range<Int>? {
        var largest: (range: Range<Int>, pixels: Double)?
        for range in ranges.prefix(Self.maxRanges) {
            guard let (code, size) = try frameHeader(ofJPEGIn: range), (0xC0...0xC2).contains(code) else { continue }
            let pixels = Double(size.width) * Double(size.height)
            if pixels > largest?.pixels ?? 0 { largest = (range, pixels) }
        }
        return largest?.range
    }

    /// A stated range; none if a number is missing, zero or impossible.
    func jpeg(offset: Int?, length: Int?, base: Int = 0) -> [Range<Int>] {
        guard let offset, let length, 0 < offset, offset < file.size, length > 0 else { return [] }
        return [base + offset..<base + offset + min(length, file.size)]
    }

    // MARK: TIFF

    private enum Tag {
        static let rw2Picture: UInt16 = 0x002E
        static let compression: UInt16 = 0x0103
        static let stripOffsets: UInt16 = 0x0111
        static let stripCounts: UInt16 = 0x0117
        static let jpegOffset: UInt16 = 0x0201
        static let jpegLength: UInt16 = 0x0202
    }

    /// The JPEGs of the directories and of the maker note.
    func jpegs(in file: TIFFFile) throws(PhotoLibraryError) -> [Range<Int>] {
        var ranges = try jpegsInMakerNote(of: file)
        for directory in file.directories {
            ranges += try jpeg(Tag.jpegOffset, Tag.jpegLength, of: directory, file.tiff)
            if let picture = directory[Tag.rw2Picture] { ranges.append(picture.range) }
            // A JPEG in one strip.
            if let compression = try file.tiff.numbers(directory[Tag.compression]).first, [6, 7].contains(compression),
                directory[Tag.stripOffsets]?.count == 1
            {
                ranges += try jpeg(Tag.stripOffsets, Tag.stripCounts, of: directory, file.tiff)
            }
        }
        return ranges
    }

    private func jpeg(_ offset: UInt16, _ length: UInt16, of directory: TIFFDirectory, _ tiff: TIFFReader)
        throws(PhotoLibraryError) -> [Range<Int>]
    {
        jpeg(
            offset: try tiff.numbers(directory[offset]).first, length: try tiff.numbers(directory[length]).first,
            base: tiff.base)
    }

    /// The JPEG that Nikon and Olympus store in the maker note.
    private func jpegsInMakerNote(of file: TIFFFile) throws(PhotoLibraryError) -> [Range<Int>] {
        guard let note = try file.tiff.directory(EXIFBlock.Tag.exifDirectory, of: file.main)?[EXIFBlock.Tag.makerNote],
            let head = try self.file.bytes(at: note.range.lowerBound, 18)?.latin1
        else { return [] }
        let start = note.range.lowerBound
        if head.hasPrefix("Nikon\0\u{2}") {
            // A TIFF block, whose entry 0x0011 leads to the directory of the picture.
            guard let tiff = try TIFFReader(self.file, at: start + 10), let offset = try tiff.mainOffset,
                let main = try tiff.directory(at: offset), let picture = try tiff.directory(0x0011, of: main)
            else { return [] }
            return try jpeg(Tag.jpegOffset, Tag.jpegLength, of: picture, tiff)
        }
        // A directory behind a name, a byte order and a version. Its entry 0x2020 is the directory of the settings.
        for (name, length) in [("OLYMPUS\0", 12), ("OM SYSTEM\0", 16)] where head.hasPrefix(name) {
            let isLittleEndian = head.dropFirst(length - 4).hasPrefix("II")
            let tiff = TIFFReader(self.file, at: start, isLittleEndian: isLittleEndian)
            guard let settings = try tiff.directory(at: length)?[0x2020] else { return [] }
            let offset = settings.count > 1 ? settings.range.lowerBound - start : try tiff.numbers(settings).first
            guard let offset, let directory = try tiff.directory(at: offset) else { return [] }
            return try jpeg(0x0101, 0x0102, of: directory, tiff)
        }
        return []
    }

    // MARK: Sigma and Canon

    /// Sigma: the sections of pictures.
    ///
    /// The last four bytes are the position of their directory.
    func jpegsOfX3F() throws(PhotoLibraryError) -> [Range<Int>] {
        guard let start = try numbers(at: file.size - 4, 4)?.first, try file.code(at: start) == "SECd",
            let count = try numbers(at: start + 8, 4)?.first
        else { return [] }
        var ranges: [Range<Int>] = []
        for index in 0..<count {
            let entry = start + 12 + 12 * index
            guard file.countElement(), let fields = try numbers(at: entry, 4, 4) else { break }
            // Pictures have a header of 28 bytes.
            if ["IMAG", "IMA2"].contains(try file.code(at: entry + 8)) {
                ranges += jpeg(offset: fields[0] + 28, length: fields[1] - 28)
            }
        }
        return ranges
    }

    /// Canon's newer files: the first sample of each track, and a smaller picture in a box of Canon's.
    func jpegsOfCR3(movie: Range<Int>) throws(PhotoLibraryError) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for track in try file.boxes(in: movie) where track.type == "trak" {
            guard let table = try file.box("mdia", "minf", "stbl", in: track.payload),
                let sizes = try file.box("stsz", in: table), let offsets = try file.box("co64", in: table),
                // A version, the size of all samples or 0, the number of samples, and the size of the first one.
                let size = try file.fields(4, 4, 4, in: sizes), let offset = try file.fields(4, 4, 8, in: offsets)
            else { continue }
            let length = size[1] > 0 ? size[1] : try file.fields(4, 4, 4, 4, in: sizes)?[3]
            ranges += jpeg(offset: offset[2], length: length)
        }
        for box in try file.boxes(in: all) where box.type == "uuid" {
            // A UUID and 8 bytes, then the box of the picture, whose header has 16 bytes and the length.
            guard let picture = try file.box("PRVW", in: box.payload.dropFirst(24)),
                let length = try file.number(at: picture.lowerBound + 12, 4)
            else { continue }
            ranges += jpeg(offset: picture.lowerBound + 16, length: length)
        }
        return ranges
    }
}
