internal import PhotoModel

/// The boxes `meta` and `udta` of base media files.
extension LocationRemover {
    /// Removes the places from `meta`: items of HEIF, QuickTime's `keys` with `ilst`, `ilst` alone, XML.
    ///
    /// - Parameter origin: The position from which the offsets of items count.
    func removeFromMetadataBox(_ payload: Range<Int>, origin: Int) throws(PhotoLibraryError) {
        // ISO files have a version and flags before the boxes; QuickTime files do not.
        let isQuickTime = try file.code(at: payload.lowerBound + 4) == "hdlr"
        let boxes = try file.boxes(in: isQuickTime ? payload : payload.dropFirst(4))
        func first(_ type: String) -> Range<Int>? { boxes.first { $0.type == type }?.payload }
        if let items = first("iinf") {
            try removeFromItems(items, locations: first("iloc"), data: first("idat"), origin: origin)
        }
        if let list = first("ilst") { try removeFromItemList(list, keys: first("keys")) }
        for box in boxes {
            switch box.type {
            case "xml ": try removeFromXMP(FileExtents(box.payload.dropFirst(4)))
            case "bxml", "free", "skip": try free(box)
            case "uuid": try free(box)
            case "udta": try removeFromUserData(box.payload, origin: origin)
            default: break
            }
        }
    }

    /// Removes the places from the items of EXIF, XMP and JPEG.
    private func removeFromItems(_ items: Range<Int>, locations: Range<Int>?, data: Range<Int>?, origin: Int)
        throws(PhotoLibraryError)
    {
        let allExtents =
            try locations.map { range throws(PhotoLibraryError) in try file.itemExtents(in: range, data) } ?? [:]
        for (item, type) in try file.itemTypes(in: items).sorted(by: { $0.key < $1.key }) {
            guard ["Exif", "mime", "jpeg", "uri ", "xml "].contains(type) else { continue }
            guard let extents = allExtents[item] else {
                throw .placesNotRemovable("Its item of metadata is damaged.")
            }
            // Offsets of the method 0 count from the beginning of the file in which this file is embedded or not.
            let block = FileExtents(extents.map { isInside($0, data) ? $0 : $0.shifted(by: origin) })
            switch type {
            case "Exif": try removeFromEXIFItem(block)
            case "jpeg":
                if let range = block.ranges.first, block.ranges.count == 1 { try removeFromJPEGHeader(in: range) }
            default: try removeFromTextItem(block)
            }
        }
    }

    private func isInside(_ part: Range<Int>, _ data: Range<Int>?) -> Bool {
        data.map { $0.lowerBound <= part.lowerBound && part.upperBound <= $0.upperBound } ?? false
    }

    /// An item begins with the offset of the TIFF header, counted from the end of the offset (23008-12, A.2.1).
    func removeFromEXIFItem(_ block: FileExtents) throws(PhotoLibraryError) {
        guard block.ranges.count == 1, let range = block.ranges.first, range.count > 4,
            let offset = try file.number(at: range.lowerBound, 4), offset <= range.count - 4
        else { return try erase(block) }
        let content = range.dropFirst(4)
        // Some writers state no offset, but copy the block from a JPEG with its header.
        let header = try file.bytes(content.prefix(6)) == Array("Exif\0\0".utf8) ? 6 : 0
        let tiff = content.dropFirst(offset == 0 ? header : offset)
        // A reader that finds no block at the offset may look for it elsewhere.
        guard try file.bytes(tiff.prefix(4))?.beginsTIFF == true else { return try erase(block) }
        try removeFromEXIF(FileExtents(tiff))
    }

    /// XMP, or another text, which is erased unless it is an empty or harmless manifest.
    private func removeFromTextItem(_ block: FileExtents) throws(PhotoLibraryError) {
        let head = try bytes(of: FileExtents(block.ranges(of: 0..<min(block.count, 64))))
        let first = head.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) }
        if first == UInt8(ascii: "<") || first == nil { try removeFromXMP(block) } else { try erase(block) }
    }

    /// Removes the items of places from `ilst`.
    private func removeFromItemList(_ list: Range<Int>, keys: Range<Int>?) throws(PhotoLibraryError) {
        // The keys are version, flags, count, and for each name a size, a name space and the name.
        let names = try keys.map { keys throws(PhotoLibraryError) in try file.boxes(in: keys.dropFirst(8)) }
        for item in try file.boxes(in: list) {
            var name = item.type
            // With keys, the type is an index that begins with 1.
            let index = item.type.unicodeScalars.reduce(0) { $0 << 8 | Int($1.value) } - 1
            if let names {
                // An index without a name may belong to a damaged list of names.
                guard names.indices ~= index else {
                    if item.type != "free" { try free(item) }
                    continue
                }
                name = try file.bytes(names[index].payload.prefix(1024))?.latin1 ?? ""
            } else if item.type == "----", let box = try file.box("name", in: item.payload) {
                name = try file.bytes(box.dropFirst(4).prefix(1024))?.latin1 ?? ""
            }
            if name == "©xyz" || PlaceName.matchesPart(of: name) { try free(item) }
        }
    }

    // MARK: User data

    /// Boxes of user data without places: QuickTime, 3GPP (TS 26.244), Canon, GoPro, Samsung, Nero.
    private static let userDataWithoutPlaces: Set<String> = [
        "name", "titl", "auth", "dscp", "perf", "gnre", "albm", "coll", "rtng", "clsf", "kywd", "cprt", "yrrc", "urat",
        "hnti", "hinf", "hinv", "WLOC", "LOOP", "SelO", "AllF", "angl", "clfn", "clid", "cmid", "cmnm", "date", "manu",
        "modl", "reel", "scen", "shot", "slno", "apmd", "chpl", "CNCV", "CNMN", "CNFV", "tsel", "strk", "ludt", "kgtt",
        "SNum", "FIRM", "LENS", "CAME", "MUID", "SETT", "HMMT", "BCID", "GUMI", "MINF", "GoPr", "vndr", "SDLN", "smrd",
        "smta", "ptch", "_yaw", "roll", "ptv ", "tagc", "labl", "kind", "cpil", "htcb", "adzc", "adze", "adzm",
        "mvhd", "tref",
    ]

    /// Removes the places from user data.
    ///
    /// A box of an unknown kind becomes free space, because it may have coordinates.
    func removeFromUserData(_ range: Range<Int>, origin: Int) throws(PhotoLibraryError) {
        for box in try file.boxes(in: range) {
            switch box.type {
            case "meta": try removeFromMetadataBox(box.payload, origin: origin)
            case "XMP_": try removeFromXMP(FileExtents(box.payload))
            case "GPMF": try removeFromGPMF(box.payload, depth: 0)
            case "CNTH":
                // Canon's thumbnail is a JPEG in a box.
                for part in try file.boxes(in: box.payload) where part.type == "CNDA" {
                    try nested { () throws(PhotoLibraryError) in try removeFromJPEGHeader(in: part.payload) }
                }
            case "\0\0\0\0": break
            case let type where type.hasPrefix("©") && type != "©xyz": break
            default: if !Self.userDataWithoutPlaces.contains(box.type) { try free(box) }
            }
        }
    }
}
