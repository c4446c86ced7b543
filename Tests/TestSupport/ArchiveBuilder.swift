/// Builds ZIP archives byte by byte, also invalid ones.
///
/// Source: PKWARE's APPNOTE.TXT.
public struct ZipBuilder {
    /// A file of the archive, with what the archive states about it.
    public struct File {
        /// The name, which need not be valid.
        public var name: [UInt8]
        /// The bytes as they are in the archive.
        public var stored: [UInt8]
        /// The stated size of the file.
        public var size: Int
        /// The stated checksum.
        public var checksum: UInt32
        /// 0 for stored files, 8 for Deflate.
        public var method: UInt16 = 0
        /// The general flags; bit 0 marks an encrypted file.
        public var flags: UInt16 = 0
        /// The mode of the file.
        public var mode: UInt16 = 0o100644
        /// Whether the sizes and the offset are in the extension for large archives.
        public var isZip64: Bool = false
        /// The offset that the directory states; `nil` for the real one.
        public var offset: Int?

        /// Creates a file without compression.
        public init(_ name: String, _ bytes: [UInt8]) {
            self.name = Array(name.utf8)
            stored = bytes
            size = bytes.count
            checksum = CRC32.of(bytes)
        }

        /// Creates a file whose bytes are in Deflate blocks without compression.
        public init(deflated name: String, _ bytes: [UInt8]) {
            self.init(name, bytes)
            stored = Deflate.stored(bytes)
            method = 8
        }
    }

    /// The files, in the order of the archive.
    public var files: [File]

    /// Creates a builder of an archive with these files.
    public init(_ files: [File]) { self.files = files }

    /// The bytes of the archive.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let offset = file.offset ?? bytes.count
            let (size, stored) = (UInt64(file.size), UInt64(file.stored.count))
            let extra = file.isZip64 ? le(1, 2) + le(24, 2) + le(size, 8) + le(stored, 8) + le(UInt64(offset), 8) : []
            let short = { (value: UInt64) in file.isZip64 ? le(0xFFFF_FFFF, 4) : le(value, 4) }
            let start =
                le(UInt64(file.flags), 2) + le(UInt64(file.method), 2) + le(0, 2) + le(0x5821, 2)
                + le(UInt64(file.checksum), 4)
            bytes +=
                le(0x0403_4B50, 4) + le(45, 2) + start + le(stored, 4) + le(size, 4)
                + le(UInt64(file.name.count), 2) + le(0, 2) + file.name + file.stored
            directory +=
                le(0x0201_4B50, 4) + le(3 << 8 | 45, 2) + le(45, 2) + start + short(stored) + short(size)
                + le(UInt64(file.name.count), 2) + le(UInt64(extra.count), 2) + le(0, 6)
                + le(UInt64(file.mode) << 16, 4) + short(UInt64(offset)) + file.name + extra
        }
        let offset = UInt64(bytes.count)
        bytes += directory
        if files.contains(where: \.isZip64) {
            let end = UInt64(bytes.count)
            bytes +=
                le(0x0606_4B50, 4) + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 8) + le(UInt64(files.count), 8)
                + le(UInt64(files.count), 8) + le(UInt64(directory.count), 8) + le(offset, 8)
            bytes += le(0x0706_4B50, 4) + le(0, 4) + le(end, 8) + le(1, 4)
        }
        let count = UInt64(min(files.count, 0xFFFF))
        return bytes + le(0x0605_4B50, 4) + le(0, 4) + le(count, 2) + le(count, 2) + le(UInt64(directory.count), 4)
            + le(offset, 4) + le(0, 2)
    }
}

/// Builds gzip-compressed tar archives byte by byte, also invalid ones.
public enum TarBuilder {
    /// The header and the bytes of a file.
    ///
    /// - Parameter kind: The kind of entry: `0` for a file, `2` for a symbolic link.
    public static func file(_ name: String, _ bytes: [UInt8], kind: Character = "0", size: String? = nil) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        put(name, at: 0)
        put("0000644\0", at: 100)
        put(size ?? octal(bytes.count), at: 124)
        put("14000000000\0", at: 136)
        put(String(kind), at: 156)
        put("ustar\0" + "00", at: 257)
        setChecksum(of: &header)
        return header + bytes + [UInt8](repeating: 0, count: -bytes.count & 511)
    }

    /// Makes the checksum of the header at an offset correct.
    public static func setChecksum(of bytes: inout [UInt8], at offset: Int = 0) {
        let field = (offset + 148)..<(offset + 156)
        bytes.replaceSubrange(field, with: "        ".utf8)
        let sum = bytes[offset..<(offset + 512)].reduce(0) { $0 + Int($1) }
        bytes.replaceSubrange(field, with: (String(octal(sum).dropFirst(5).prefix(6)) + "\0 ").utf8)
    }

    /// A gzip-compressed archive of entries.
    public static func archive(_ entries: [[UInt8]]) -> [UInt8] {
        gzip(entries.flatMap { $0 } + [UInt8](repeating: 0, count: 1024))
    }

    /// A gzip file of Deflate blocks without compression.
    public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Deflate.stored(bytes) + le(UInt64(CRC32.of(bytes)), 4)
            + le(UInt64(bytes.count) & 0xFFFF_FFFF, 4)
    }

    private static func octal(_ number: Int) -> String {
        let digits = String(number, radix: 8)
        return String(repeating: "0", count: 11 - digits.count) + digits + "\0"
    }
}

/// Deflate (RFC 1951) without compression.
public enum Deflate {
    /// Blocks that store the bytes.
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt64(block.count)
            blocks += [rest.isEmpty ? 1 : 0] + le(count, 2) + le(~count & 0xFFFF, 2) + block
        } while !rest.isEmpty
        return blocks
    }
}

/// The checksum of ZIP and gzip.
public enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// The checksum of bytes.
    public static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }
}

/// The number in little-endian bytes.
private func le(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
