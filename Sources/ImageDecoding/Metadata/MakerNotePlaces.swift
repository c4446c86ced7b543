internal import PhotoModel

/// The layout of a directory in a maker note that can have places, as exiftool documents it.
private struct MakerNoteLayout {
    /// The first bytes of the note.
    let prefix: [UInt8]
    /// The position of the directory in the note.
    let directory: Int
    /// The position of the byte order mark in the note; `nil` if the note has the byte order of its block.
    var byteOrder: Int?
    /// The position in the note from which offsets count; `nil` if they count from the beginning of the block.
    var base: Int?
    /// The tags of places.
    let tags: Set<Int>

    private init(_ prefix: String, directory: Int, byteOrder: Int? = nil, base: Int? = nil, tags: Set<Int>) {
        self.prefix = Array(prefix.utf8)
        self.directory = directory
        self.byteOrder = byteOrder
        self.base = base
        self.tags = tags
    }

    /// Location, country, state, city, landmark, second city.
    private static let panasonicTags: Set = [0x67, 0x69, 0x6B, 0x6D, 0x6F, 0x80]
    /// Home town and destination, and time information with both.
    private static let pentaxTags: Set = [0x23, 0x24, 0x6B]

    static let known = [
        MakerNoteLayout("Panasonic\0", directory: 12, tags: panasonicTags),
        MakerNoteLayout("LEICA CAMERA AG\0", directory: 18, tags: panasonicTags),
        MakerNoteLayout("LEICA\0\0\0", directory: 8, tags: panasonicTags),
        // Location, and the altitude of the barometer.
        MakerNoteLayout("Nikon\0\u{2}", directory: 18, byteOrder: 10, base: 10, tags: [0x39, 0xC3]),
        MakerNoteLayout("PENTAX \0", directory: 10, byteOrder: 8, base: 0, tags: pentaxTags),
        MakerNoteLayout("AOC\0", directory: 6, byteOrder: 4, tags: pentaxTags),
        // Home town.
        MakerNoteLayout("QVC\0", directory: 6, tags: [0x3006]),
        MakerNoteLayout("DCI\0", directory: 6, tags: [0x3006]),
    ]

    /// Notes without a prefix.
    static func unmarked(make: String) -> MakerNoteLayout? {
        let make = make.lowercased()
        // Codes of home town and destination.
        if make.hasPrefix("asahi") { return MakerNoteLayout("", directory: 0, tags: [0x1000, 0x1001]) }
        // Local name of the place, name of the place.
        if make.hasPrefix("samsung") { return MakerNoteLayout("", directory: 0, tags: [0x30, 0x31]) }
        return nil
    }
}

extension LocationRemover {
    /// Makers of notes in which exiftool knows no places.
    private static let makersWithoutPlaces = [
        "agfa", "apple", "canon", "casio", "concord", "eastman kodak", "epson", "flir", "fuji", "ge", "general imaging",
        "hasselblad", "hewlett", "hp", "jk imaging", "jvc", "kodak", "konica", "kyocera", "leaf", "leica", "mamiya",
        "minolta",
        "motorola", "nikon", "nintendo", "olympus", "om digital", "panasonic", "parrot", "pentax", "phase one",
        "reconyx", "ricoh", "samsung", "sanyo", "seiko", "sigma", "sony", "toshiba", "traveler", "vivitar",
    ]
    /// The first bytes of such notes.
    private static let prefixesWithoutPlaces = [
        "Apple iOS\0", "CAMER\0", "EPSON\0", "FUJIFILM", "GENERAL", "GE\0", "Hewlett-Packard", "IIII", "ISLMAKERNOTE",
        "KC", "KDK", "KYOCERA", "LSI1\0", "MINOL\0", "MLY0", "MOT\0", "OLYMP\0", "OLYMPUS\0", "OM SYSTEM\0", "PREMI\0",
        "QVC", "RECONYX", "RICOH", "Ricoh", "SANYO\0", "SIGMA\0", "SONY ", "VHAB", "FOVEON\0", "Leica",
    ]
    /// A tag without a meaning in maker notes.
    private static let unusedTag = 0xFFFF
    /// The position of the number of the city in Canon's time information.
    private static let canonCity = 8..<12

    /// Removes the places from a maker note.
    ///
    /// A note of an unknown layout is erased, because it may have coordinates.
    ///
    /// - Returns: Whether the whole note was erased.
    func removeFromMakerNote(_ note: Range<Int>, make: String, of block: TIFFBlock) throws(PhotoLibraryError) -> Bool {
        guard let head = try file.bytes(note.prefix(32)), head.contains(where: { $0 != 0 }) else { return false }
        if let layout = MakerNoteLayout.known.first(where: { head.starts(with: $0.prefix) })
            ?? MakerNoteLayout.unmarked(make: make)
        {
            return try remove(layout, from: note, of: block)
        }
        if make.hasPrefix("Canon") {
            try removeFromCanonNote(note, of: block)
            return false
        }
        let name = make.lowercased()
        let hasNoPlaces =
            Self.makersWithoutPlaces.contains { name.hasPrefix($0) }
            || Self.prefixesWithoutPlaces.contains { head.starts(with: $0.utf8) }
            // DJI's directory of speeds and angles, and its text about exposure.
            || name == "dji" && (head.starts(with: "[ae_dbg_info:".utf8) || head.prefix(2).contains(0))
        if !hasNoPlaces { try fill(note) }
        return !hasNoPlaces
    }

    private func remove(_ layout: MakerNoteLayout, from note: Range<Int>, of block: TIFFBlock)
        throws(PhotoLibraryError) -> Bool
    {
        var isLittleEndian = block.isLittleEndian
        if let offset = layout.byteOrder, let mark = try file.bytes(note.dropFirst(offset).prefix(2))?.latin1 {
            isLittleEndian = mark == "II" || mark != "MM" && isLittleEndian
        }
        let base = layout.base.map { note.lowerBound + $0 } ?? block.base
        var directory: TIFFBlock.Directory?
        var reader = TIFFBlock(file, in: block.range, base: base, isLittleEndian: isLittleEndian)
        directory = try reader.directory(at: note.lowerBound + layout.directory - base)
        if (directory?.entries.count ?? 0) > 512 {
            // Some notes have the other byte order than their block.
            reader = TIFFBlock(file, in: block.range, base: base, isLittleEndian: !isLittleEndian)
            directory = try reader.directory(at: note.lowerBound + layout.directory - base)
        }
        guard let directory, directory.entries.count <= 512 else { return false }
        for entry in directory.entries where layout.tags.contains(entry.tag) {
            // Programs that move a note do not change its offsets.
            guard entry.hasOwnValue || note.contains(entry.value) && directory.hasNextValues(base: base) else {
                try fill(note)
                return true
            }
            // The entry stays, because readers compute the base of moved notes from the number of entries.
            try fill(entry.value)
            try write(reader.bytes(of: Self.unusedTag, 2), at: entry.field - 8)
        }
        return false
    }

    /// Replaces the city of the time zone in Canon's time information by that of no city.
    private func removeFromCanonNote(_ note: Range<Int>, of block: TIFFBlock) throws(PhotoLibraryError) {
        let timeInformation = 0x35
        guard let directory = try block.directory(at: note.lowerBound - block.base),
            let entry = directory[timeInformation], entry.type == 4 || entry.type == 9, entry.value.count >= 16,
            // No city is set.
            try block.number(at: entry.value.lowerBound + Self.canonCity.lowerBound - block.base, 4) != 32_766
        else { return }
        try fill(Self.canonCity.shifted(by: entry.value.lowerBound))
    }

    /// Removes the places from the maker note in a DNG's private data.
    ///
    /// Adobe's converter writes `Adobe\0` and blocks, each of a name, a length, and the data, the first two of which
    /// are big-endian. The data of `MakN` is a byte order mark, the position of the note in the original file, and the
    /// note. Cameras write the note alone.
    func removeFromDNGPrivateData(_ data: Range<Int>, make: String, of block: TIFFBlock) throws(PhotoLibraryError) {
        guard try file.bytes(data.prefix(6)) == Array("Adobe\0".utf8) else {
            let head = try file.bytes(data.prefix(32)) ?? []
            guard let layout = MakerNoteLayout.known.first(where: { head.starts(with: $0.prefix) }) else { return }
            _ = try remove(layout, from: data, of: block)
            return
        }
        var offset = data.lowerBound + 6
        while offset + 8 <= data.upperBound, file.countElement(), let name = try file.code(at: offset),
            let length = try file.number(at: offset + 4, 4)
        {
            let content = (offset + 8..<offset + 8 + length).clamped(to: data)
            if name == "MakN", content.count > 6, let mark = try file.bytes(content.prefix(2))?.latin1,
                let original = try file.number(at: content.lowerBound + 2, 4)
            {
                let note = content.dropFirst(6)
                let source = TIFFBlock(
                    file, in: content, base: note.lowerBound - original, isLittleEndian: mark == "II")
                _ = try removeFromMakerNote(note, make: make, of: source)
            }
            offset = offset + 8 + length + length & 1
        }
    }
}

extension TIFFBlock.Directory {
    /// Whether the first value follows the directory, as cameras write it.
    fileprivate func hasNextValues(base: Int) -> Bool {
        let end = base + extent.upperBound
        let first = entries.filter { !$0.hasOwnValue && !$0.value.isEmpty }.map(\.value.lowerBound).min()
        return first.map { end...end + 4 ~= $0 } ?? true
    }
}

extension Range<Int> {
    fileprivate func contains(_ part: Range<Int>) -> Bool {
        part.lowerBound >= lowerBound && part.upperBound <= upperBound
    }
}
