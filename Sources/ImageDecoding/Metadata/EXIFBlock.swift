internal import PhotoModel

/// A TIFF block (TIFF 6.0, section 2) with the few entries that this library reads, copied from a file's directories.
///
/// libexif parses maker notes, thumbnails and any number of entries, and many of its vulnerabilities were in that code.
/// So libexif never reads a file's own block. It reads this well-formed block, which has only wanted entries of limited
/// size, each once.
struct EXIFBlock {
    /// The block.
    private(set) var bytes: [UInt8] = []

    private let isLittleEndian: Bool

    /// The tags of CIPA DC-008 that are read, by directory.
    enum Tag {
        static let imageDescription: UInt16 = 0x010E
        static let make: UInt16 = 0x010F
        static let model: UInt16 = 0x0110
        static let orientation: UInt16 = 0x0112
        static let exifDirectory: UInt16 = 0x8769
        static let gpsDirectory: UInt16 = 0x8825
        static let main: Set<UInt16> = [imageDescription, make, model, orientation]

        static let dateTimeOriginal: UInt16 = 0x9003
        static let dateTimeDigitized: UInt16 = 0x9004
        static let offsetTimeOriginal: UInt16 = 0x9011
        static let offsetTimeDigitized: UInt16 = 0x9012
        static let makerNote: UInt16 = 0x927C
        static let userComment: UInt16 = 0x9286
        static let subSecTimeOriginal: UInt16 = 0x9291
        static let subSecTimeDigitized: UInt16 = 0x9292
        static let customRendered: UInt16 = 0xA401
        static let imageUniqueID: UInt16 = 0xA420
        static let bodySerialNumber: UInt16 = 0xA431
        static let lensModel: UInt16 = 0xA434
        static let exif: Set<UInt16> = [
            dateTimeOriginal, dateTimeDigitized, offsetTimeOriginal, offsetTimeDigitized, userComment,
            subSecTimeOriginal, subSecTimeDigitized, customRendered, imageUniqueID, bodySerialNumber, lensModel,
        ]

        static let latitudeRef: UInt16 = 1
        static let latitude: UInt16 = 2
        static let longitudeRef: UInt16 = 3
        static let longitude: UInt16 = 4
        static let altitudeRef: UInt16 = 5
        static let altitude: UInt16 = 6
        static let gpsTime: UInt16 = 7
        static let gpsDate: UInt16 = 29
        static let gps: Set<UInt16> = [
            latitudeRef, latitude, longitudeRef, longitude, altitudeRef, altitude, gpsTime, gpsDate,
        ]
    }

    /// The greatest size of a value in bytes.
    static let maxValueBytes = 16 << 10

    /// An entry with its value.
    struct Value {
        let tag: UInt16
        let type: Int
        let count: Int
        let bytes: [UInt8]
    }

    /// Creates a block of values of one byte order.
    init(isLittleEndian: Bool, main: [Value], exif: [Value], gps: [Value]) {
        self.isLittleEndian = isLittleEndian
        bytes = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        let links = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
        var next = 8 + Self.length(main) + links * TIFFDirectory.entryLength
        func link(_ tag: UInt16, to values: [Value]) -> [Value] {
            guard !values.isEmpty else { return [] }
            defer { next += Self.length(values) }
            return [Value(tag: tag, type: 4, count: 1, bytes: number(next, 4))]
        }
        append(main + link(Tag.exifDirectory, to: exif) + link(Tag.gpsDirectory, to: gps))
        if !exif.isEmpty { append(exif) }
        if !gps.isEmpty { append(gps) }
    }

    /// The length of a directory of these values, including the values after it.
    private static func length(_ values: [Value]) -> Int {
        values.reduce(2 + 4) { $0 + TIFFDirectory.entryLength + ($1.bytes.count > 4 ? $1.bytes.count : 0) }
    }

    private mutating func append(_ values: [Value]) {
        var head = number(values.count, 2)
        var tail: [UInt8] = []
        let tailStart = bytes.count + 2 + 4 + values.count * TIFFDirectory.entryLength
        for value in values {
            head += number(Int(value.tag), 2) + number(value.type, 2) + number(value.count, 4)
            if value.bytes.count <= 4 {
                head += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
            } else {
                head += number(tailStart + tail.count, 4)
                tail += value.bytes
            }
        }
        bytes += head + number(0, 4) + tail
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let digits = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? digits : digits.reversed()
    }
}

extension TIFFReader {
    /// The values of the wanted entries that are within the size limit.
    ///
    /// Types that libexif does not know become those with the same units: LONG for IFD, ASCII for UTF-8.
    func values(_ wanted: Set<UInt16>, of directory: TIFFDirectory) throws(PhotoLibraryError) -> [EXIFBlock.Value] {
        var values: [EXIFBlock.Value] = []
        for tag in wanted.sorted() {
            guard let entry = directory[tag], let bytes = try value(entry) else { continue }
            let type = [13: 4, 129: 2][entry.type] ?? entry.type
            values.append(EXIFBlock.Value(tag: tag, type: type, count: entry.count, bytes: bytes))
        }
        return values
    }

    /// The directory that an entry points to; `nil` without such an entry.
    func directory(_ tag: UInt16, of directory: TIFFDirectory) throws(PhotoLibraryError) -> TIFFDirectory? {
        try numbers(directory[tag]).first.flatMap { offset throws(PhotoLibraryError) in try self.directory(at: offset) }
    }
}
