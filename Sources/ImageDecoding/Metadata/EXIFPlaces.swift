internal import PhotoModel

/// EXIF blocks, and files that are based on TIFF.
extension LocationRemover {
    private enum Tag {
        static let panasonicJPEG = 0x002E
        static let make = 0x010F
        static let stripOffsets = 0x0111
        static let stripByteCounts = 0x0117
        static let subDirectories = 0x014A
        static let jpegOffset = 0x0201
        static let jpegLength = 0x0202
        static let xmp = 0x02BC
        static let kodakGPS = 0x0402
        static let iptc = 0x83BB
        static let imageResources = 0x8649
        static let exifDirectory = 0x8769
        static let gpsDirectory = 0x8825
        static let makerNote = 0x927C
        static let interoperability = 0xA005
        static let dngPrivateData = 0xC634
        static let originalRawFile = 0xC68C
        static let kodakDirectory = 0xFE00
        /// Model pixel scale, tie point and transformation, the three of GeoTIFF's keys (OGC GeoTIFF 1.1, 7.1), and
        /// GDAL's metadata.
        static let geographic: Set<Int> = [33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112]
    }

    /// The greatest number of directories in a file.
    private static let maxDirectories = 256

    /// Removes the places from an EXIF block that is not part of a TIFF file.
    ///
    /// A block that is not TIFF, or that is not in one piece, is erased, because it may have coordinates.
    func removeFromEXIF(_ block: FileExtents) throws(PhotoLibraryError) {
        guard block.ranges.count == 1, let range = block.ranges.first,
            try file.bytes(range.prefix(4))?.beginsTIFF == true, try removeFromTIFF(in: range)
        else { return try erase(block) }
    }

    func removeFromTIFFFile() throws(PhotoLibraryError) { _ = try removeFromTIFF(in: all) }

    /// Removes the places from all directories of a TIFF block; `false` if it is not TIFF.
    ///
    /// Offsets count from the beginning of the range.
    ///
    /// - Throws: `unsupportedFile` for BigTIFF, and for directories of coordinates that overlap others.
    func removeFromTIFF(in range: Range<Int>) throws(PhotoLibraryError) -> Bool {
        guard let block = try TIFFBlock(file, in: range) else { return false }
        if try block.number(at: 2, 2) == 43 { throw .placesNotRemovable("It is a BigTIFF.") }
        guard let first = try block.number(at: 4, 4) else { return true }
        try nested { () throws(PhotoLibraryError) in try removeFromDirectories(of: block, first: first) }
        return true
    }

    private func removeFromDirectories(of block: TIFFBlock, first: Int) throws(PhotoLibraryError) {
        var pending = [(offset: first, isChained: true)]
        var extents: [Range<Int>] = []
        var make = ""
        while let (offset, isChained) = pending.popLast() {
            guard offset > 0, !extents.contains(where: { $0.lowerBound == offset }) else { continue }
            guard extents.count < Self.maxDirectories else {
                throw .placesNotRemovable("It has too many directories.")
            }
            guard let directory = try block.directory(at: offset) else { continue }
            extents.append(directory.extent)
            if isChained, let next = directory.next { pending.append((next, true)) }
            var removed: Set<Int> = []
            for (index, entry) in directory.entries.enumerated() {
                switch entry.tag {
                case Tag.make where make.isEmpty: make = try file.bytes(entry.value.prefix(64))?.text ?? ""
                case Tag.gpsDirectory:
                    let places = try block.numbers(of: entry, limit: 1)
                    for position in places { try eraseDirectory(at: position, of: block, otherThan: extents) }
                    removed.insert(index)
                case Tag.exifDirectory, Tag.interoperability, Tag.kodakDirectory:
                    pending += try block.numbers(of: entry, limit: 1).map { ($0, false) }
                case Tag.subDirectories:
                    pending += try block.numbers(of: entry, limit: Self.maxDirectories).map { ($0, true) }
                case Tag.makerNote:
                    if try removeFromMakerNote(entry.value, make: make, of: block) { removed.insert(index) }
                // Panasonic's raw files have a JPEG with the EXIF.
                case Tag.panasonicJPEG where try file.bytes(entry.value.prefix(2)) == [0xFF, 0xD8]:
                    try removeFromJPEGHeader(in: entry.value)
                case Tag.xmp: try removeFromXMP(FileExtents(entry.value))
                case Tag.iptc: try removeFromIPTC(FileExtents(entry.value))
                case Tag.imageResources: try removeFromImageResources(FileExtents(entry.value))
                case Tag.dngPrivateData: try removeFromDNGPrivateData(entry.value, make: make, of: block)
                case Tag.originalRawFile, Tag.kodakGPS: removed.insert(index)
                case let tag where Tag.geographic.contains(tag): removed.insert(index)
                default: break
                }
            }
            try removeFromPictures(of: directory, in: block)
            try remove(removed, from: directory, of: block)
        }
    }

    /// Removes the places from the JPEGs that a directory points to.
    private func removeFromPictures(of directory: TIFFBlock.Directory, in block: TIFFBlock) throws(PhotoLibraryError) {
        for (start, length) in [(Tag.jpegOffset, Tag.jpegLength), (Tag.stripOffsets, Tag.stripByteCounts)] {
            guard let position = directory[start], position.count == 1, let size = directory[length],
                let offset = try block.numbers(of: position, limit: 1).first,
                let count = try block.numbers(of: size, limit: 1).first,
                case let range = (block.base + offset..<block.base + offset + count).clamped(to: block.range),
                try file.bytes(range.prefix(3)) == [0xFF, 0xD8, 0xFF]
            else { continue }
            try nested { () throws(PhotoLibraryError) in try removeFromJPEGHeader(in: range) }
        }
    }

    /// Fills a directory of coordinates and its values with zeros.
    ///
    /// - Throws: `unsupportedFile` if it overlaps another directory, or is too large.
    private func eraseDirectory(at offset: Int, of block: TIFFBlock, otherThan extents: [Range<Int>])
        throws(PhotoLibraryError)
    {
        guard let directory = try block.directory(at: offset), !directory.entries.isEmpty else { return }
        for entry in directory.entries {
            guard entry.value.count <= 64 << 10 else {
                throw .placesNotRemovable("Its directory of coordinates is damaged.")
            }
        }
        let erased = [directory.extent] + directory.entries.map { $0.value.shifted(by: -block.base) }
        guard directory.entries.count <= 256,
            !erased.contains(where: { part in
                part.lowerBound < 8 && !part.isEmpty || extents.contains { $0.overlaps(part) }
            })
        else { throw .placesNotRemovable("Its directory of coordinates overlaps another.") }
        for entry in directory.entries { try fill(entry.value) }
        try fill(directory.extent.shifted(by: block.base))
    }

    /// Removes entries from a directory, and fills their values with zeros.
    ///
    /// The entries after them and the link to the next directory move up.
    func remove(_ removed: Set<Int>, from directory: TIFFBlock.Directory, of block: TIFFBlock)
        throws(PhotoLibraryError)
    {
        guard !removed.isEmpty else { return }
        for index in removed { try fill(directory.entries[index].value) }
        let position = block.base + directory.extent.lowerBound
        let length = 12
        let first = position + 2
        let link = first + directory.entries.count * length
        var bytes: [UInt8] = []
        for index in directory.entries.indices where !removed.contains(index) {
            bytes += try file.bytes(at: first + index * length, length) ?? []
        }
        // Some writers omit the last link.
        let hasLink = link + 4 <= block.range.upperBound && directory.next != nil
        if hasLink { bytes += try file.bytes(at: link, 4) ?? [] }
        let end = hasLink ? link + 4 : link
        bytes += [UInt8](repeating: 0, count: max(0, end - first - bytes.count))
        try write(bytes, at: first)
        try write(block.bytes(of: directory.entries.count - removed.count, 2), at: position)
    }
}

extension Range<Int> {
    func shifted(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
