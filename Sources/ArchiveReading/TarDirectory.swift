internal import PhotoModel
internal import SystemPackage

/// Reads the headers of a tar archive.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; the manual of GNU tar, "Basic
/// Tar Format" (long names, numbers in base 256).
enum TarDirectory {
    private static let blockSize = 512
    /// The maximum number of bytes of the records before a header.
    private static let longestRecords = 1 << 20

    /// What the records before a header state about the file.
    private struct Overrides {
        var path: [UInt8]?
        var size: Int?
        var modified: Int64?
    }

    /// Reads all entries, from the first byte to the last.
    ///
    /// An archive that ends too early keeps the entries before its end. Where a checksum is not correct, no file is
    /// read from the bytes that it is for.
    ///
    /// - Throws: `notAPhoto` if the file does not begin with a tar header; `unreadable` if no file is left;
    ///   `limitExceeded`, `ioFailure`; the error of `checkCancellation`.
    static func read(
        _ archive: GzipReader, into listing: inout EntryListing, _ checkCancellation: () throws -> Void
    ) throws {
        var offset = 0
        do {
            var overrides = Overrides()
            while let block = try archive.bytes(blockSize) {
                try checkCancellation()
                offset += blockSize
                // Two blocks of zeros end an archive.
                if block.allSatisfy({ $0 == 0 }) { break }
                guard hasCorrectChecksum(block) else {
                    throw offset == blockSize
                        ? PhotoLibraryError.notAnArchive(archive.path) : Stop.invalidHeader
                }
                guard let stated = number(block[124..<136]) else { throw Stop.invalidHeader }
                let kind = block[156]
                let isRecord = "xgLK".utf8.contains(kind)
                let size = isRecord ? stated : overrides.size ?? stated
                guard size >= 0 else { throw Stop.invalidHeader }
                let (padded, overflows) = size.addingReportingOverflow(-size & (blockSize - 1))
                guard !overflows else { throw Stop.invalidHeader }
                if isRecord {
                    guard padded <= longestRecords else { throw Stop.invalidHeader }
                    let data = padded > 0 ? try archive.bytes(padded) ?? [] : []
                    guard data.count == padded else { throw Stop.tooShort }
                    apply(data.prefix(size), kind, to: &overrides)
                } else {
                    let kept = archive.keeps(padded) ? try archive.bytes(padded) ?? [] : nil
                    guard kept.map({ $0.count == padded }) ?? true else { throw Stop.tooShort }
                    let storage =
                        kept.map { Archive.Storage.kept(offset: offset, Array($0.prefix(size))) }
                        ?? .tar(offset: offset)
                    try add(block, kind, size, overrides, storage, to: &listing)
                    overrides = Overrides()
                    if kept == nil { try archive.skip(padded, checkCancellation) }
                }
                let (next, isTooLong) = offset.addingReportingOverflow(padded)
                guard !isTooLong else { throw Stop.invalidHeader }
                offset = next
            }
            // The checksum of the whole file is checked at its end.
            while try archive.bytes(blockSize) != nil { try checkCancellation() }
        } catch let stop as Stop {
            listing.addDamage(stop.rawValue)
        } catch let error as PhotoLibraryError where error.code == .unreadable && archive.hasWrongChecksum {
            listing.refuseTarEntries(endingAfter: archive.memberStart)
            let reason = "the checksum of its content is not correct"
            guard !listing.entries.isEmpty else {
                throw PhotoLibraryError.damagedArchive(archive.path, reason + ", so none of its files was read")
            }
            listing.addDamage(reason)
        } catch let error as PhotoLibraryError where error.code == .unreadable && !listing.entries.isEmpty {
            listing.addDamage("it ends too early, or is invalid from byte \(offset) of its content on")
        }
    }

    /// Why the rest of an archive cannot be read.
    private enum Stop: String, Error {
        case invalidHeader = "a header in it is invalid"
        case tooShort = "it ends too early"
    }

    private static func add(
        _ header: [UInt8], _ kind: UInt8, _ size: Int, _ overrides: Overrides, _ storage: Archive.Storage,
        to listing: inout EntryListing
    ) throws {
        let name = overrides.path ?? name(header)
        switch kind {
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
            // Old archives mark folders by the end of their names.
            if name.last == UInt8(ascii: "/") { return }
            let modified = overrides.modified ?? (number(header[136..<148]).map(Int64.init) ?? 0)
            let (nanoseconds, overflows) = modified.multipliedReportingOverflow(by: 1_000_000_000)
            try listing.add(name, size: size, modifiedNanoseconds: overflows ? 0 : nanoseconds, storage)
        case UInt8(ascii: "5"): return
        case UInt8(ascii: "1"), UInt8(ascii: "2"):
            try listing.addRefused(name, "A link in an archive is not followed.")
        case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"):
            try listing.addRefused(name, "It is a pipe or a device in an archive.")
        default:
            try listing.addRefused(
                name,
                "The archive stores it in a form that is not supported. Unpack the archive, and import the folder.")
        }
    }

    // MARK: Fields

    private static func name(_ header: [UInt8]) -> [UInt8] {
        let name = Array(header[0..<100].prefix { $0 != 0 })
        // GNU tar has other data instead of the prefix.
        let prefix = header[257..<263].elementsEqual("ustar\0".utf8) ? Array(header[345..<500].prefix { $0 != 0 }) : []
        return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    private static func hasCorrectChecksum(_ header: [UInt8]) -> Bool {
        let fields = 148..<156
        let sum = header.indices.reduce(0) { $0 + (fields.contains($1) ? 32 : Int(header[$1])) }
        return number(header[fields]) == sum
    }

    /// A number in octal digits, or in base 256 if the first bit is set; `nil` if it is negative, too large or invalid.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        guard let first = field.first else { return nil }
        if first & 0x80 != 0 {
            guard first == 0x80, let value = UInt64(bigEndian: field.dropFirst()) else { return nil }
            return Int(exactly: value)
        }
        let digits = field.drop { $0 == 32 }.prefix { $0 != 0 && $0 != 32 }
        guard digits.allSatisfy({ (48...55).contains($0) }) else { return nil }
        return Int(digits.reduce(UInt64(0)) { $0 << 3 | UInt64($1 - 48) })
    }

    // MARK: Records

    private static func apply(_ data: ArraySlice<UInt8>, _ kind: UInt8, to overrides: inout Overrides) {
        switch kind {
        case UInt8(ascii: "L"): overrides.path = Array(data.prefix { $0 != 0 })
        case UInt8(ascii: "x"): applyRecords(data, to: &overrides)
        // Global records state no paths or sizes, and long targets belong to links.
        default: break
        }
    }

    /// Applies records of the form `LENGTH KEY=VALUE\n`.
    private static func applyRecords(_ data: ArraySlice<UInt8>, to overrides: inout Overrides) {
        var rest = data
        while let space = rest.firstIndex(of: 32), let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
            length > space - rest.startIndex + 1, length <= rest.count
        {
            let record = rest[(space + 1)..<(rest.startIndex + length)].dropLast()
            rest = rest.dropFirst(length)
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = record[(equals + 1)...]
            let text = String(decoding: value, as: UTF8.self)
            switch String(decoding: record[..<equals], as: UTF8.self) {
            case "path": overrides.path = Array(value)
            case "size": overrides.size = Int(text)
            case "mtime": overrides.modified = Int64(text.prefix { $0 != "." })
            default: break
            }
        }
    }
}

extension UInt64 {
    /// The number of big-endian bytes; `nil` if it is too large.
    fileprivate init?(bigEndian bytes: ArraySlice<UInt8>) {
        let digits = bytes.drop { $0 == 0 }
        guard digits.count <= 8 else { return nil }
        self = digits.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
