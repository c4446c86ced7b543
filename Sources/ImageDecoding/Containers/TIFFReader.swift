internal import PhotoModel

/// The directories of a TIFF structure (TIFF 6.0, section 2): an EXIF block, a TIFF file, most raw files.
struct TIFFReader {
    let file: SourceBytes
    /// The position of the header.
    ///
    /// Offsets count from here.
    let base: Int
    let isLittleEndian: Bool

    /// - Returns: `nil` if there is no byte order mark at `base`. The caller checks the number after the mark,
    ///   because raw formats have their own.
    init?(_ file: SourceBytes, at base: Int = 0) throws(PhotoLibraryError) {
        guard let mark = try file.bytes(at: base, 2)?.latin1, mark == "II" || mark == "MM" else { return nil }
        self.init(file, at: base, isLittleEndian: mark == "II")
    }

    init(_ file: SourceBytes, at base: Int, isLittleEndian: Bool) {
        self.file = file
        self.base = base
        self.isLittleEndian = isLittleEndian
    }

    /// The position of the first directory, counted from the base.
    var mainOffset: Int? { get throws(PhotoLibraryError) { try number(at: 4, 4) } }

    /// The directory at `offset`, counted from the base; `nil` if the file has no directory there.
    ///
    /// Of a truncated directory the existing entries are read. Of entries with the same tag the first one counts.
    func directory(at offset: Int) throws(PhotoLibraryError) -> TIFFDirectory? {
        guard let stated = try number(at: offset, 2) else { return nil }
        let first = offset + 2
        let count = min(stated, (file.size - base - first) / TIFFDirectory.entryLength)
        let end = first + count * TIFFDirectory.entryLength
        guard let bytes = try file.bytes(base + first..<base + end) else { return nil }
        var directory = TIFFDirectory(extent: offset..<end, next: try number(at: end, 4))
        for start in stride(from: 0, to: bytes.count, by: TIFFDirectory.entryLength) {
            guard file.countElement() else { return nil }
            func field(_ range: Range<Int>) -> Int {
                bytes[start + range.lowerBound..<start + range.upperBound].number(littleEndian: isLittleEndian) ?? 0
            }
            let tag = UInt16(truncatingIfNeeded: field(0..<2))
            guard directory[tag] == nil, let unit = TIFFDirectory.unitLength[field(2..<4)] else { continue }
            // At most 2³² units of 8 bytes.
            let length = field(4..<8) * unit
            let range = base + (length <= 4 ? first + start + 8 : field(8..<12))
            directory.entries[tag] = TIFFDirectory.Entry(
                type: field(2..<4), count: field(4..<8), unit: unit, range: range..<range + length)
        }
        return directory
    }

    /// The bytes of a value; `nil` if they are missing, or if there are more than `limit`.
    func value(_ entry: TIFFDirectory.Entry?, upTo limit: Int = EXIFBlock.maxValueBytes) throws(PhotoLibraryError)
        -> [UInt8]?
    {
        guard let entry, entry.range.count <= limit else { return nil }
        return try file.bytes(entry.range)
    }

    /// The integers of a value of an integer type; none if one is negative, because positions, sizes and codes are not.
    func numbers(_ entry: TIFFDirectory.Entry?) throws(PhotoLibraryError) -> [Int] {
        guard let entry, TIFFValue.integerTypes.contains(entry.type), let bytes = try value(entry) else { return [] }
        return numbers(bytes, type: entry.type)
    }

    /// The integers at `indices` of such a value; none if the value has fewer.
    func numbers(_ entry: TIFFDirectory.Entry, at indices: Range<Int>) throws(PhotoLibraryError) -> [Int] {
        guard TIFFValue.integerTypes.contains(entry.type), indices.lowerBound >= 0, indices.upperBound <= entry.count,
            let bytes = try file.bytes(
                at: entry.range.lowerBound + indices.lowerBound * entry.unit, indices.count * entry.unit)
        else { return [] }
        return numbers(bytes, type: entry.type)
    }

    private func numbers(_ bytes: [UInt8], type: Int) -> [Int] {
        let integers = TIFFValue(type: type, bytes: bytes, isLittleEndian: isLittleEndian)?.integers ?? []
        return integers.contains { $0 < 0 } ? [] : integers
    }

    private func number(at offset: Int, _ count: Int) throws(PhotoLibraryError) -> Int? {
        try file.number(at: base + offset, count, littleEndian: isLittleEndian)
    }
}

/// One directory's entries by tag.
package struct TIFFDirectory {
    package static let entryLength = 12
    /// The size of one unit in bytes, by type.
    ///
    /// Type 13 is a LONG that points to a directory. Type 129 is UTF-8 (CIPA DC-008-2023, 4.6.2).
    package static let unitLength = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1,
    ]

    struct Entry {
        let type: Int
        let count: Int
        /// The size of one unit in bytes.
        let unit: Int
        /// The position of the value in the file.
        let range: Range<Int>
    }

    /// The position of the directory, without the link after it.
    let extent: Range<Int>
    /// The position of the next directory; 0 after the last directory.
    let next: Int?
    var entries: [UInt16: Entry] = [:]

    subscript(tag: UInt16) -> Entry? { entries[tag] }
}
