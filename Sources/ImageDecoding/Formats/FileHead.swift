public import PhotoModel

/// Detects the format of a file by the signatures at its beginning, never by its name.
///
/// 64 bytes are sufficient. A raw file that begins like a TIFF gives TIFF, because only its directories show that it
/// is raw.
public func imageFormat(ofFirstBytes bytes: some Sequence<UInt8>) -> ImageFormat {
    let head = FileHead(bytes)
    return FormatRegistry.all.lazy.compactMap { $0.format(of: head) }.first ?? .unknown
}

/// The first bytes of a file, at most 64.
struct FileHead {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(64)) }

    /// Whether these characters, each of which is a byte, are at an offset.
    func has(_ signature: String, at offset: Int = 0) -> Bool {
        bytes.dropFirst(offset).starts(with: signature.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    /// The brands of an ISO/IEC 14496-12 file, the major one first; empty for other files.
    ///
    /// Such a file begins with the box `ftyp`: size, type, major brand, version, compatible brands.
    var brands: [String] {
        guard has("ftyp", at: 4) else { return [] }
        let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let box = Array(bytes.prefix(max(16, size)))
        return stride(from: 8, to: box.count - 3, by: 4).filter { $0 != 12 }
            .map { String(decoding: box[$0..<$0 + 4], as: UTF8.self) }
    }
}
