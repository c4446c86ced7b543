internal import PhotoModel

/// Base media files (ISO/IEC 14496-12): HEIF, AVIF, MP4, QuickTime, Canon's CR3.
extension LocationRemover {
    /// The greatest size of an unknown box that is erased.
    private static let maxUnknownBytes = 4 << 20

    /// Boxes at the top of a file without places.
    private static let topBoxesWithoutPlaces: Set<String> = [
        "ftyp", "mdat", "moof", "mfra", "sidx", "ssix", "styp", "prft", "emsg", "pdin", "idat", "wide", "PICT", "pnot",
        "imda", "thum", "etyp",
    ]
    /// Boxes in `moov` without places.
    private static let movieBoxesWithoutPlaces: Set<String> = [
        "mvhd", "mvex", "iods", "pssh", "clip", "ctab", "rmra", "ainf", "imap", "prfl",
    ]

    /// Removes the places from the boxes of a file, which begins at the beginning of the range.
    ///
    /// - Throws: `unsupportedFile` for positions that are not in a known form.
    func removeFromBaseMedia(_ range: Range<Int>) throws(PhotoLibraryError) {
        let boxes = try file.boxes(in: range)
        let isFragmented = boxes.contains { $0.type == "moof" }
        var used = UsedRanges()
        for box in boxes {
            switch box.type {
            case "moov":
                try removeFromMovie(box.payload, origin: range.lowerBound, isFragmented: isFragmented, &used)
            case "meta": try removeFromMetadataBox(box.payload, origin: range.lowerBound)
            case "uuid": try removeFromUserBox(box)
            case "udta": try removeFromUserData(box.payload, origin: range.lowerBound)
            case "jumb": try removeFromManifest(FileExtents(box.payload))
            // The video of a motion photo, and Samsung's directory.
            case "mpvd": try nested { () throws(PhotoLibraryError) in try removeFromBaseMedia(box.payload) }
            case "sefd": _ = try removeFromSamsungTrailer(in: box.payload)
            default: if !Self.topBoxesWithoutPlaces.contains(box.type) { try free(box) }
            }
        }
        if !isFragmented, try hasOnlySamples(boxes, in: range) {
            // Apple's cameras leave there the headers that they wrote first, with the place.
            for box in boxes where box.type == "mdat" {
                for gap in used.gaps(in: box.payload) { try fill(gap) }
            }
        }
        let end = boxes.last?.payload.upperBound ?? range.lowerBound
        // A few zeros end some lists of boxes.
        if end < range.upperBound { try removeFromTrailer(in: end..<range.upperBound) }
    }

    /// Whether `mdat` has only samples: a movie without pictures as items, and not Canon's raw file.
    private func hasOnlySamples(_ boxes: [BaseMediaBox], in range: Range<Int>) throws(PhotoLibraryError) -> Bool {
        for box in boxes where box.type == "meta" {
            if try file.box("iloc", in: box.payload.dropFirst(4)) != nil { return false }
        }
        let brand = try file.code(at: range.lowerBound + 8)
        return brand != "crx " && boxes.contains { $0.type == "moov" }
    }

    private func removeFromMovie(_ movie: Range<Int>, origin: Int, isFragmented: Bool, _ used: inout UsedRanges)
        throws(PhotoLibraryError)
    {
        for box in try file.boxes(in: movie) {
            switch box.type {
            case "trak": try removeFromTrack(box, origin: origin, isFragmented: isFragmented, &used)
            case "udta": try removeFromUserData(box.payload, origin: origin)
            case "meta": try removeFromMetadataBox(box.payload, origin: origin)
            case "uuid": try removeFromUserBox(box)
            case "cmov": throw .placesNotRemovable("Its headers are compressed.")
            case "gps ": throw .placesNotRemovable("It has the positions of a dash camera.")
            default: if !Self.movieBoxesWithoutPlaces.contains(box.type) { try free(box) }
            }
        }
    }

    /// Turns a box into free space of zeros.
    ///
    /// - Throws: `unsupportedFile` for a large box that is not empty.
    func free(_ box: BaseMediaBox) throws(PhotoLibraryError) {
        guard box.payload.count <= Self.maxUnknownBytes else {
            throw .placesNotRemovable("Its box «\(box.type)» of more than 4 MiB is not known.")
        }
        if box.type != "free", box.type != "skip" { try write(Array("free".utf8), at: box.start + 4) }
        try fill(box.payload)
    }

    // MARK: Boxes with a UUID

    private static let manifestBox: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]
    private static let canonBox: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    /// The first bytes of Canon's preview and second box, the profile and texts of Sony, and spherical video.
    private static let userBoxesWithoutPlaces: [[UInt8]] = [
        [0xEA, 0xF4, 0x2B, 0x5E], [0x21, 0x0F, 0x16, 0x87], Array("PROF".utf8), Array("USMT".utf8),
        [0xFF, 0xCC, 0x82, 0x63],
    ]

    private func removeFromUserBox(_ box: BaseMediaBox) throws(PhotoLibraryError) {
        let identifier = try file.bytes(box.payload.prefix(16)) ?? []
        let content = box.payload.dropFirst(16)
        switch identifier {
        case BoxIdentifier.xmp: try removeFromXMP(FileExtents(content))
        case Self.manifestBox: try removeFromManifest(FileExtents(content))
        case Self.canonBox:
            for part in try file.boxes(in: content) where part.type.hasPrefix("CMT") { try removeFromCanonBox(part) }
        default:
            if !Self.userBoxesWithoutPlaces.contains(where: { identifier.starts(with: $0) }) { try free(box) }
        }
    }

    /// Removes the places from one of Canon's TIFF blocks: main directory, EXIF, maker note, coordinates.
    private func removeFromCanonBox(_ box: BaseMediaBox) throws(PhotoLibraryError) {
        guard let block = try TIFFBlock(file, in: box.payload), let offset = try block.number(at: 4, 4),
            let directory = try block.directory(at: offset)
        else { return try fill(box.payload) }
        switch box.type {
        case "CMT3": _ = try removeFromMakerNote(directory.extent.shifted(by: block.base), make: "Canon", of: block)
        case "CMT4": try remove(Set(directory.entries.indices), from: directory, of: block)
        default: try removeFromEXIF(FileExtents(box.payload))
        }
    }
}
