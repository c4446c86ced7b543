internal import PhotoModel

/// The directories of a TIFF structure (TIFF 6.0, section 2), with all their entries in order.
struct TIFFBlock {
    /// An entry of a directory.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// The position of the value in the file, as far as the block has it.
        let value: Range<Int>
        /// The position of the last four bytes of the entry: the value or its offset.
        let field: Int

        /// Whether the value is in the entry, not at an offset.
        var hasOwnValue: Bool { value.lowerBound == field }
    }

    struct Directory {
        /// The position of the number of entries and of the entries, counted from the base.
        let extent: Range<Int>
        let entries: [Entry]
        /// The position of the next directory, counted from the base; 0 after the last directory.
        let next: Int?

        /// The first entry with a tag.
        subscript(tag: Int) -> Entry? { entries.first { $0.tag == tag } }
    }

    /// The part of the file that the structure is in.
    let range: Range<Int>
    /// The position of the header: offsets count from here.
    let base: Int
    let isLittleEndian: Bool
    private let file: SourceBytes

    /// - Returns: `nil` if the range does not begin with a byte order mark.
    init?(_ file: SourceBytes, in range: Range<Int>) throws(PhotoLibraryError) {
        let range = range.clamped(to: 0..<file.size)
        guard let mark = try file.bytes(range.prefix(2))?.latin1, mark == "II" || mark == "MM" else { return nil }
        self.init(file, in: range, base: range.lowerBound, isLittleEndian: mark == "II")
    }

    init(_ file: SourceBytes, in range: Range<Int>, base: Int, isLittleEndian: Bool) {
        self.file = file
        self.range = range
        self.base = base
        self.isLittleEndian = isLittleEndian
    }

    /// The number at `offset` from the base; `nil` outside of the block.
    func number(at offset: Int, _ count: Int) throws(PhotoLibraryError) -> Int? {
        let position = base + offset
        guard position >= range.lowerBound, position + count <= range.upperBound else { return nil }
        return try file.number(at: position, count, littleEndian: isLittleEndian)
    }

    /// A number in the byte order of the block.
    func bytes(of value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }

    /// The directory at `offset`; `nil` if the block has none there.
    ///
    /// Of a truncated directory the existing entries are read.
    func directory(at offset: Int) throws(PhotoLibraryError) -> Directory? {
        guard let stated = try number(at: offset, 2) else { return nil }
        let first = base + offset + 2
        let count = min(stated, (range.upperBound - first) / TIFFDirectory.entryLength)
        let end = offset + 2 + count * TIFFDirectory.entryLength
        var entries: [Entry] = []
        for index in 0..<count {
            let position = first + index * TIFFDirectory.entryLength
            guard file.countElement(), let bytes = try file.bytes(at: position, TIFFDirectory.entryLength) else {
                return nil
            }
            func field(_ part: Range<Int>) -> Int { bytes[part].number(littleEndian: isLittleEndian) ?? 0 }
            // The type decides the length of a value. Readers ignore values of other types.
            let length = field(4..<8) * (TIFFDirectory.unitLength[field(2..<4)] ?? 1)
            let start = length <= 4 ? position + 8 : base + field(8..<12)
            let value = start..<start + length
            entries.append(
                Entry(
                    tag: field(0..<2), type: field(2..<4), count: field(4..<8),
                    value: value.overlaps(range) ? value.clamped(to: range) : range.lowerBound..<range.lowerBound,
                    field: position + 8))
        }
        return Directory(extent: offset..<end, entries: entries, next: try number(at: end, 4))
    }

    /// The first integers of an entry; of a type that is not an integer, the last four bytes of the entry.
    func numbers(of entry: Entry, limit: Int) throws(PhotoLibraryError) -> [Int] {
        let unit = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4][entry.type]
        guard let unit, entry.count > 0 else {
            return try file.number(at: entry.field, 4, littleEndian: isLittleEndian).map { [$0] } ?? []
        }
        let bytes = try file.bytes(entry.value.prefix(unit * limit)) ?? []
        return stride(from: 0, through: bytes.count - unit, by: unit).map {
            bytes[$0..<$0 + unit].number(littleEndian: isLittleEndian) ?? 0
        }
    }
}
