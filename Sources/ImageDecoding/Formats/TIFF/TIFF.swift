internal import PhotoModel

/// TIFF files, and raw files that are based on TIFF.
extension ContainerReader {
    private enum Tag {
        static let subfileType: UInt16 = 0x00FE
        static let width: UInt16 = 0x0100
        static let height: UInt16 = 0x0101
        static let compression: UInt16 = 0x0103
        static let photometricInterpretation: UInt16 = 0x0106
        static let subDirectories: UInt16 = 0x014A
        static let exifWidth: UInt16 = 0xA002
        static let exifHeight: UInt16 = 0xA003
        static let dngVersion: UInt16 = 0xC612
    }

    /// Reads the EXIF of the main directory and the sizes of the pictures, and detects raw files.
    ///
    /// The picture of a TIFF file is that of the first directory that is not marked as a smaller version of another
    /// one. The size of a raw file is that of its largest picture.
    ///
    /// A file is raw if it has a DNG version, the photometric interpretation of a colour filter array (TIFF/EP, ISO
    /// 12234-2) or of DNG's linear raw, or a compression that only cameras use. The signature detects CR2.
    ///
    /// - Returns: The directories; `nil` if the file has none that can be read.
    @discardableResult
    func readTIFF(_ reading: inout ImageReading) throws(PhotoLibraryError) -> TIFFFile? {
        // BigTIFF (43) has different directories.
        guard let tiff = try TIFFReader(file), try file.number(at: 2, 2, littleEndian: tiff.isLittleEndian) != 43,
            let first = try tiff.mainOffset, let main = try tiff.directory(at: first)
        else { return nil }
        if let metadata = try ImageMetadata(tiff, main: main) { reading.metadata = metadata }
        var embedded = EmbeddedMetadata()
        try embedded.add(main, of: tiff, upTo: limits.maxEXIFBytes)
        reading.metadata.add(xmp: embedded.xmp, iptc: embedded.iptc)

        var found = TIFFFile(tiff: tiff, main: main)
        var pending = [first]
        var seen: Set<Int> = []
        while let offset = pending.popLast(), seen.count < limits.maxContainerDepth {
            guard offset > 0, seen.insert(offset).inserted, let directory = try tiff.directory(at: offset) else {
                continue
            }
            found.directories.append(directory)
            if found.picture == nil, (try tiff.numbers(directory[Tag.subfileType]).first ?? 0) & 1 == 0 {
                found.picture = directory
            }
            try readPicture(directory, of: tiff, &reading)
            pending += try tiff.numbers(directory[Tag.subDirectories])
            if let next = directory.next { pending.append(next) }
        }
        // The directories of some cameras have only the sizes of previews.
        if reading.format == .raw, let exif = try tiff.directory(EXIFBlock.Tag.exifDirectory, of: main) {
            try addSize(Tag.exifWidth, Tag.exifHeight, exif, of: tiff, &reading)
        } else if reading.format == .tiff {
            let picture = found.picture ?? main
            found.picture = picture
            reading.storedSize = try size(Tag.width, Tag.height, picture, of: tiff)
        }
        return found
    }

    private func readPicture(_ directory: TIFFDirectory, of tiff: TIFFReader, _ reading: inout ImageReading)
        throws(PhotoLibraryError)
    {
        try addSize(Tag.width, Tag.height, directory, of: tiff, &reading)
        // Colour filter array, linear raw; Sony, Nikon, Samsung, Pentax, Kodak.
        let photometric = try tiff.numbers(directory[Tag.photometricInterpretation]).first
        let compression = try tiff.numbers(directory[Tag.compression]).first
        if directory[Tag.dngVersion] != nil || [32_803, 34_892].contains(photometric)
            || [32_767, 34_713, 32_769, 32_770, 65_535, 65_000].contains(compression)
        {
            reading.format = .raw
        }
    }

    /// Uses the size if it is larger than the present one.
    private func addSize(
        _ width: UInt16, _ height: UInt16, _ directory: TIFFDirectory, of tiff: TIFFReader,
        _ reading: inout ImageReading
    ) throws(PhotoLibraryError) {
        if let size = try size(width, height, directory, of: tiff), size.area > reading.storedSize?.area ?? 0 {
            reading.storedSize = size
        }
    }

    private func size(_ width: UInt16, _ height: UInt16, _ directory: TIFFDirectory, of tiff: TIFFReader)
        throws(PhotoLibraryError) -> PixelSize?
    {
        PixelSize(
            statedWidth: try tiff.numbers(directory[width]).first, height: try tiff.numbers(directory[height]).first)
    }
}

/// The directories of a TIFF file.
struct TIFFFile {
    let tiff: TIFFReader
    /// The first directory.
    let main: TIFFDirectory
    /// All directories: the chain that begins with the first one, and their subdirectories.
    var directories: [TIFFDirectory] = []
    /// The directory of the displayed picture.
    var picture: TIFFDirectory?
}

extension PixelSize {
    /// The number of pixels, exact for all possible sizes.
    fileprivate var area: Double { Double(width) * Double(height) }
}
