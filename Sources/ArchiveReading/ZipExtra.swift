internal import Foundation

/// The extra fields of an entry in the directory of a ZIP archive.
struct ZipExtra {
    /// The sizes and the offset of a large file, as far as the entry has them, in the order of the specification.
    struct Zip64 {
        fileprivate var bytes: ArraySlice<UInt8> = []

        /// The next number; `nil` if there is none, or if it is too large for a file.
        mutating func next() -> Int? {
            guard bytes.count >= 8 else { return nil }
            defer { bytes = bytes.dropFirst(8) }
            return LittleEndian(bytes).word64(0)
        }
    }

    private(set) var zip64 = Zip64()
    /// The modification time in nanoseconds since 1970, if the entry states it in UTC.
    private(set) var modifiedNanoseconds: Int64?

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 4 {
            let header = LittleEndian(rest)
            let (kind, size) = (header.word16(0), header.word16(2))
            let value = rest.dropFirst(4).prefix(size)
            switch kind {
            case 0x0001: zip64.bytes = value
            // "Extended timestamp": flags, then the time of modification in seconds.
            case 0x5455 where value.count >= 5 && value.first.map({ $0 & 1 == 1 }) == true:
                let seconds = Int32(truncatingIfNeeded: LittleEndian(value).word32(1))
                modifiedNanoseconds = Int64(seconds) * 1_000_000_000
            default: break
            }
            rest = rest.dropFirst(4 + size)
        }
    }
}

/// The times of MS-DOS.
enum ZipTime {
    /// The time in nanoseconds since 1970 of a date and time without a zone; 0 if the month or the day is 0.
    ///
    /// The zone of the archiver is unknown. Google writes UTC or that of its servers, so UTC is assumed.
    static func nanoseconds(_ date: Int, _ time: Int) -> Int64 {
        var parts = DateComponents()
        parts.year = 1980 + date >> 9
        parts.month = date >> 5 & 15
        parts.day = date & 31
        (parts.hour, parts.minute, parts.second) = (time >> 11, time >> 5 & 63, (time & 31) * 2)
        guard date >> 5 & 15 > 0, date & 31 > 0 else { return 0 }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // A date in 1980...2107 fits.
        return calendar.date(from: parts).map { Int64($0.timeIntervalSince1970) * 1_000_000_000 } ?? 0
    }
}
