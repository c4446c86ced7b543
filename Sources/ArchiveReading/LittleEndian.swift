/// Reads the little-endian numbers of a ZIP archive.
///
/// Offsets outside of the bytes are the caller's error: each structure is read with its whole size.
struct LittleEndian {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var count: Int { bytes.count }

    /// The number of `size` bytes (at most 8) at an offset; 0 if it is outside of the bytes.
    func number(_ offset: Int, _ size: Int) -> UInt64 {
        guard offset >= 0, offset <= count, size <= count - offset else { return 0 }
        let start = bytes.startIndex + offset
        return bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func word16(_ offset: Int) -> Int { Int(number(offset, 2)) }

    func word32(_ offset: Int) -> Int { Int(number(offset, 4)) }

    /// A number of 64 bits, which may be larger than any offset in a file.
    func word64(_ offset: Int) -> Int? { Int(exactly: number(offset, 8)) }

    /// The bytes at an offset, as far as there are so many.
    func slice(_ offset: Int, _ size: Int) -> ArraySlice<UInt8> { bytes.dropFirst(offset).prefix(size) }
}
