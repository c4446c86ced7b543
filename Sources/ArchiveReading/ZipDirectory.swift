internal import PhotoModel
internal import SystemPackage

/// The central directory of a ZIP archive.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3 (zip64).
enum ZipDirectory {
    /// What the directory states about the bytes of a file.
    struct Item: Sendable {
        let name: [UInt8]
        let method: Int
        let checksum: UInt32
        let compressedSize: Int
        let size: Int
        /// The offset of the local header.
        let offset: Int
        /// The offset at which the bytes of the next entry begin at the earliest.
        fileprivate(set) var end: Int
    }

    /// The bytes with which archives begin: with a file, or without one.
    static let magics: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]

    static let stored = 0
    static let deflated = 8

    private static let endSize = 22
    private static let locatorSize = 20
    private static let end64Size = 56
    private static let headerSize = 46
    private static let localSize = 30

    // MARK: The end of the directory

    /// Where the directory is.
    private struct Extent {
        let offset: Int
        let size: Int
    }

    private static func extent(of file: ArchiveFile) throws -> Extent {
        let tailSize = min(file.size, endSize + 0xFFFF)
        let tailOffset = file.size - tailSize
        let tail = try file.bytes(at: tailOffset, count: tailSize)
        // The comment at the end of the archive may contain anything.
        guard tailSize >= endSize,
            let start = (0...(tailSize - endSize)).reversed().first(where: { start in
                tail[start...].starts(with: [0x50, 0x4B, 5, 6])
                    && LittleEndian(tail[start...]).word16(20) == tailSize - endSize - start
            })
        else { throw PhotoLibraryError.damagedArchive(file.path, "its directory is missing") }
        let end = LittleEndian(tail[start...])
        let position = tailOffset + start
        var (disk, first) = (end.word16(4), end.word16(6))
        var found = Extent(offset: end.word32(16), size: end.word32(12))
        if position >= locatorSize {
            let locator = LittleEndian(try file.bytes(at: position - locatorSize, count: locatorSize))
            if locator.number(0, 4) == 0x0706_4B50 {
                let offset = locator.word64(8)
                guard let offset, offset <= position - locatorSize, position - locatorSize - offset >= end64Size else {
                    throw PhotoLibraryError.damagedArchive(file.path, "the end of its directory is not where it states")
                }
                let end64 = LittleEndian(try file.bytes(at: offset, count: end64Size))
                guard end64.number(0, 4) == 0x0606_4B50, let size = end64.word64(40), let start = end64.word64(48)
                else { throw PhotoLibraryError.damagedArchive(file.path, "the end of its directory is invalid") }
                (disk, first) = (end64.word32(16), end64.word32(20))
                found = Extent(offset: start, size: size)
            }
        }
        guard disk == 0, first == 0 else {
            throw PhotoLibraryError(
                .unsupportedFile,
                "It is one volume of a divided archive. Join the volumes to one archive, or unpack them.",
                path: file.path.string)
        }
        guard found.offset <= position, found.size <= position - found.offset else {
            throw PhotoLibraryError.damagedArchive(file.path, "its directory is not where it states")
        }
        return found
    }

    // MARK: The entries

    /// Reads all entries.
    ///
    /// - Throws: `unreadable`, `unsupportedFile`, `limitExceeded`, `ioFailure`; the error of `checkCancellation`.
    static func read(
        _ file: ArchiveFile, into listing: inout EntryListing, _ checkCancellation: () throws -> Void
    ) throws {
        guard magics.contains(try file.bytes(at: 0, count: min(4, file.size))) else {
            throw PhotoLibraryError.notAnArchive(file.path)
        }
        let extent = try extent(of: file)
        var found: [(item: Item, modified: Int64)] = []
        var nameBytes = 0
        var window = DirectoryWindow(file, extent.offset, extent.size)
        // Some archivers state the number of entries modulo 65536, so the size of the directory counts.
        while !window.isAtEnd {
            try checkCancellation()
            try listing.requireRoom(for: found.count, nameBytes: nameBytes)
            let fixed = LittleEndian(try window.next(headerSize))
            guard fixed.number(0, 4) == 0x0201_4B50 else {
                throw PhotoLibraryError.damagedArchive(file.path, "its directory is invalid")
            }
            let name = Array(try window.next(fixed.word16(28)))
            let extra = ZipExtra(try window.next(fixed.word16(30)))
            _ = try window.next(fixed.word16(32))
            if name.last == UInt8(ascii: "/") { continue }
            if let reason = refusal(fixed) {
                try listing.addRefused(name, reason)
                continue
            }
            guard let item = Item(fixed, name, extra, before: extent.offset) else {
                try listing.addRefused(
                    name, "The archive states sizes for this file that are not possible. Get it again.", .unreadable)
                continue
            }
            nameBytes += name.count
            found.append((item, extra.modifiedNanoseconds ?? ZipTime.nanoseconds(fixed.word16(14), fixed.word16(12))))
        }
        try add(found, to: &listing, directory: extent.offset)
    }

    /// Adds the items that share no bytes with another.
    ///
    /// In a common kind of bomb many entries share the same bytes.
    private static func add(
        _ found: [(item: Item, modified: Int64)], to listing: inout EntryListing, directory: Int
    ) throws {
        let order = found.indices.sorted { (found[$0].item.offset, $0) < (found[$1].item.offset, $1) }
        var ends = [Int](repeating: directory, count: found.count)
        var isShared = [Bool](repeating: false, count: found.count)
        var last: (index: Int, end: Int)?
        for index in order {
            let item = found[index].item
            isShared[index] = last.map { item.offset < $0.end } ?? false
            if isShared[index] { continue }
            if let last { ends[last.index] = item.offset }
            // `Item.init` has checked that the sum is not larger than the directory's offset.
            last = (index, item.offset + localSize + item.name.count + item.compressedSize)
        }
        for (index, (item, modified)) in found.enumerated() {
            guard !isShared[index] else {
                try listing.addRefused(
                    item.name, "The archive has the same bytes for another file, so this one was not read.",
                    .unreadable)
                continue
            }
            var item = item
            item.end = ends[index]
            try listing.add(item.name, size: item.size, modifiedNanoseconds: modified, .zip(item))
        }
    }

    /// Why an entry cannot be read; `nil` if it can.
    private static func refusal(_ header: LittleEndian) -> String? {
        if header.word16(8) & 1 != 0 {
            return "It is encrypted in the archive. Unpack the archive with its password, and import the folder."
        }
        let method = header.word16(10)
        guard method == stored || method == deflated else {
            return "Its compression (method \(method)) is not supported. Unpack the archive, and import the folder."
        }
        // The high byte of the version is 3 for archives of Unix, which state a file's mode.
        guard header.word16(4) >> 8 == 3 else { return nil }
        switch header.word32(38) >> 16 & 0o170000 {
        case 0, 0o100000, 0o040000: return nil
        case 0o120000: return "A link in an archive is not followed."
        default: return "It is a pipe, a socket or a device in an archive."
        }
    }

    // MARK: The bytes of a file

    /// Opens the bytes of an item.
    ///
    /// - Throws: `unreadable` if its local header is not that of the directory; `ioFailure`.
    static func open(_ item: Item, in file: ArchiveFile, _ path: FilePath) throws -> any ArchiveBytes {
        let local = LittleEndian(try file.bytes(at: item.offset, count: localSize))
        let nameSize = local.word16(26)
        let start = item.offset + localSize + nameSize + local.word16(28)
        guard local.number(0, 4) == 0x0403_4B50, local.word16(8) == item.method, nameSize == item.name.count,
            try file.bytes(at: item.offset + localSize, count: nameSize) == item.name, start <= item.end,
            item.compressedSize <= item.end - start
        else { throw PhotoLibraryError.damagedEntry(path, "its directory and its files differ") }
        let source = ArchiveRange(file, start, item.compressedSize)
        return item.method == stored
            ? StoredBytes(source, checksum: item.checksum, path) : try InflatedEntry(source, item, path)
    }
}

extension ZipDirectory.Item {
    /// Makes an item of a header in the directory; `nil` if its sizes are impossible.
    fileprivate init?(_ header: LittleEndian, _ name: [UInt8], _ extra: ZipExtra, before directory: Int) {
        var zip64 = extra.zip64
        func wide(_ offset: Int) -> Int? {
            let value = header.word32(offset)
            return value == 0xFFFF_FFFF ? zip64.next() : value
        }
        // The order of the fields in the extension is fixed.
        guard let size = wide(24), let compressedSize = wide(20), let offset = wide(42) else { return nil }
        let method = header.word16(10)
        let (start, overflows) = offset.addingReportingOverflow(30 + name.count)
        guard !overflows, start <= directory, compressedSize <= directory - start else { return nil }
        // Deflate makes of each byte at most 1032.
        let (largest, isAny) = compressedSize.multipliedReportingOverflow(by: 1032)
        guard method == ZipDirectory.stored ? size == compressedSize : isAny || size <= largest else { return nil }
        self.init(
            name: name, method: method, checksum: UInt32(truncatingIfNeeded: header.number(16, 4)),
            compressedSize: compressedSize, size: size, offset: offset, end: directory)
    }
}

/// Reads a directory from its first byte to its last, a part at a time.
private struct DirectoryWindow {
    private static let size = 1 << 20
    private let file: ArchiveFile
    private var offset: Int
    private var rest: Int
    private var bytes: ArraySlice<UInt8> = []

    init(_ file: ArchiveFile, _ offset: Int, _ size: Int) {
        self.file = file
        self.offset = offset
        rest = size
    }

    var isAtEnd: Bool { rest == 0 && bytes.isEmpty }

    /// The next bytes.
    ///
    /// - Throws: `unreadable` if the directory has fewer.
    mutating func next(_ count: Int) throws -> ArraySlice<UInt8> {
        if bytes.count < count {
            let more = min(rest, Self.size)
            bytes = ArraySlice(Array(bytes) + (try file.bytes(at: offset, count: more)))
            offset += more
            rest -= more
            guard bytes.count >= count else {
                throw PhotoLibraryError.damagedArchive(file.path, "its directory ends too early")
            }
        }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}
