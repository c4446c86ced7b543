internal import PhotoModel

/// A TIFF block (TIFF 6.0, section 2) reduced to the few entries this library reads.
///
/// libexif parses maker notes, thumbnails and any number of entries by itself, and that is where its weaknesses were
/// found again and again. So before it sees a block, every entry that is not wanted, is too large or comes twice is
/// overwritten with zeros, which libexif skips, and so are the links to further directories.
struct EXIFBlock {
    /// The block, as long as it came.
    private(set) var bytes: [UInt8]

    private let isLittleEndian: Bool
    private var directories: [Range<Int>] = []

    /// The tags of CIPA DC-008 that are read, by directory.
    enum Tag {
        static let make: UInt16 = 0x010F
        static let model: UInt16 = 0x0110
        static let orientation: UInt16 = 0x0112
        static let exifDirectory: UInt16 = 0x8769
        static let gpsDirectory: UInt16 = 0x8825
        static let main: Set<UInt16> = [make, model, orientation, exifDirectory, gpsDirectory]

        static let dateTimeOriginal: UInt16 = 0x9003
        static let dateTimeDigitized: UInt16 = 0x9004
        static let offsetTimeOriginal: UInt16 = 0x9011
        static let offsetTimeDigitized: UInt16 = 0x9012
        static let subSecTimeOriginal: UInt16 = 0x9291
        static let subSecTimeDigitized: UInt16 = 0x9292
        static let imageUniqueID: UInt16 = 0xA420
        static let bodySerialNumber: UInt16 = 0xA431
        static let lensModel: UInt16 = 0xA434
        static let exif: Set<UInt16> = [
            dateTimeOriginal, dateTimeDigitized, offsetTimeOriginal, offsetTimeDigitized, subSecTimeOriginal,
            subSecTimeDigitized, imageUniqueID, bodySerialNumber, lensModel,
        ]

        static let latitudeRef: UInt16 = 1
        static let latitude: UInt16 = 2
        static let longitudeRef: UInt16 = 3
        static let longitude: UInt16 = 4
        static let altitudeRef: UInt16 = 5
        static let altitude: UInt16 = 6
        static let gps: Set<UInt16> = [latitudeRef, latitude, longitudeRef, longitude, altitudeRef, altitude]
    }

    private static let entryLength = 12
    /// No value that is read has more bytes.
    private static let maxValueBytes = 4096

    /// Reduces a block; `nil` if it is none, or if its directories overlap, which no writer does.
    init?(_ block: [UInt8]) {
        guard block.starts(with: "II*\0".utf8) || block.starts(with: "MM\0*".utf8) else { return nil }
        bytes = block
        isLittleEndian = block[0] == UInt8(ascii: "I")
        guard let main = offset(at: 4), let links = reduceDirectory(at: main, to: Tag.main) else { return nil }
        if let exif = links[Tag.exifDirectory], reduceDirectory(at: exif, to: Tag.exif) == nil { return nil }
        if let gps = links[Tag.gpsDirectory], reduceDirectory(at: gps, to: Tag.gps) == nil { return nil }
    }

    /// Overwrites all but the wanted entries; gives where the wanted links lead.
    ///
    /// `nil` if the directory overlaps another or lies outside.
    private mutating func reduceDirectory(at start: Int, to wanted: Set<UInt16>) -> [UInt16: Int]? {
        guard let stated = number(at: start, bytes: 2) else { return nil }
        // libexif, too, takes what is there of a directory that is cut off.
        let entries = start + 2
        let count = min(stated, (bytes.count - entries) / Self.entryLength)
        let end = entries + count * Self.entryLength
        let next = end..<min(end + 4, bytes.count)
        // Only the main directory has a link to a next one that libexif follows.
        let extent = start..<(directories.isEmpty ? next.upperBound : end)
        guard !directories.contains(where: { $0.overlaps(extent) }) else { return nil }
        if directories.isEmpty { clear(next) }
        directories.append(extent)

        var links: [UInt16: Int] = [:]
        var seen: Set<UInt16> = []
        for entry in stride(from: entries, to: end, by: Self.entryLength) {
            let tag = UInt16(truncatingIfNeeded: number(at: entry, bytes: 2) ?? 0)
            guard wanted.contains(tag), seen.insert(tag).inserted, hasSmallValue(entry) else {
                clear(entry..<entry + Self.entryLength)
                continue
            }
            if tag == Tag.exifDirectory || tag == Tag.gpsDirectory { links[tag] = offset(at: entry + 8) }
        }
        return links
    }

    /// Whether the entry's type is one of TIFF's and its value no longer than any that is read.
    private func hasSmallValue(_ entry: Int) -> Bool {
        let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8]
        guard let type = number(at: entry + 2, bytes: 2), let size = sizes[type],
            let count = number(at: entry + 4, bytes: 4)
        else { return false }
        return count * size <= Self.maxValueBytes
    }

    private mutating func clear(_ range: Range<Int>) {
        for index in range { bytes[index] = 0 }
    }

    /// The offset stored at `position`; `nil` if it leads outside.
    private func offset(at position: Int) -> Int? {
        number(at: position, bytes: 4).flatMap { $0 < bytes.count ? $0 : nil }
    }

    /// The unsigned number of `count` bytes at `position`; `nil` if it lies outside.
    private func number(at position: Int, bytes count: Int) -> Int? {
        guard position >= 0, position + count <= bytes.count else { return nil }
        let digits = bytes[position..<position + count]
        return isLittleEndian
            ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }
}
